import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { ComponentType, TextInputStyle } from 'discord.js';
import { z } from 'zod';
import type { Private } from '../port.ts';
import { plainLine } from '../text.ts';
import { markdownLine } from './encoder.ts';
import { discordLimits } from './limits.ts';

const input = 'text';

/** The form of a gate that takes a text: the whole question above, one field below. Its id is the token that opened it. */
export function formModal(form: NonNullable<Private['form']>): APIModalInteractionResponseCallbackData {
  const inputMax = Math.min(form.max, discordLimits.inputTextMax);
  return {
    custom_id: form.token.slice(0, discordLimits.customIdMax),
    title: plainLine(`Answer ${form.code}`, discordLimits.modalTitleMax),
    components: [
      { type: ComponentType.TextDisplay, content: markdownLine(form.question, discordLimits.textDisplayMax / 2) || '-' },
      {
        type: ComponentType.Label,
        label: plainLine(`Your answer, at most ${inputMax} characters`, discordLimits.labelMax),
        component: {
          type: ComponentType.TextInput,
          custom_id: input,
          style: TextInputStyle.Paragraph,
          min_length: 1,
          max_length: inputMax,
          required: true,
        },
      },
    ],
  };
}

const field = z.object({ custom_id: z.literal(input), value: z.string() });
const submitted = z.object({
  custom_id: z.string(),
  components: z.array(z.object({ component: z.unknown().optional(), components: z.array(z.unknown()).optional() }).loose()),
});

/** Reads a submitted form, with its field in a label or in a row; null when it is none of ours. */
export function readSubmitted(data: unknown): { readonly token: string; readonly text: string } | null {
  const form = submitted.safeParse(data);
  if (!form.success) return null;
  for (const part of form.data.components) {
    for (const one of [part.component, ...(part.components ?? [])]) {
      const found = field.safeParse(one);
      if (found.success) return { token: form.data.custom_id, text: found.data.value };
    }
  }
  return null;
}
