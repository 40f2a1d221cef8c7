import type { types } from '@slack/bolt';
import { z } from 'zod';
import type { Private } from '../port.ts';
import { noButtons } from '../port.ts';
import { privateBlocks } from './blocks.ts';
import { plainObject } from './pieces.ts';
import { plain } from '../text.ts';
import { slackLimits } from './limits.ts';

/** What the views are called, and where the text stands in a submitted one. */
export const formView = 'gatebell:form';
const block = 'answer';
const input = 'text';

/**
 * What a form carries with it: the token that opened it and where that was pressed. True when it was opened and no more:
 * whoever submits is looked at anew.
 */
export type Opened = z.infer<typeof opened>;

const opened = z.object({ token: z.string(), channel: z.string().nullable(), user: z.string(), thread: z.string().nullable() });

/** Opened at once, while it is still looked up what may be answered: a trigger lives for three seconds. */
export function skeletonView(): types.ModalView {
  return {
    type: 'modal',
    callback_id: formView,
    title: title('Gatebell'),
    close: title('Close'),
    blocks: [{ type: 'section', block_id: 'wait', text: plainObject('One moment…', slackLimits.sectionTextMax) }],
  };
}

export function filledView(form: NonNullable<Private['form']>, from: Omit<Opened, 'token'>): types.ModalView {
  const inputMax = Math.min(form.max, slackLimits.inputTextMax);
  // Named one by one: whatever else is known of the press, such as where to answer it, has no business in a view.
  const carried: Opened = { token: form.token, channel: from.channel, user: from.user, thread: from.thread };
  return {
    type: 'modal',
    callback_id: formView,
    private_metadata: JSON.stringify(carried),
    title: title(`Answer ${form.code}`),
    submit: title('Answer'),
    close: title('Cancel'),
    blocks: [
      { type: 'section', block_id: 'question', text: { ...plainObject(form.question, slackLimits.sectionTextMax) } },
      {
        type: 'input',
        block_id: block,
        label: plainObject(`Your answer, at most ${inputMax} characters`, slackLimits.inputLabelMax),
        element: { type: 'plain_text_input', action_id: input, multiline: true, min_length: 1, max_length: inputMax },
      },
    ],
  };
}

/** Says in the open form what came of it, when there is nothing to fill in. A card is only shown: a form stands in no channel. */
export function outcomeView(told: Private): types.ModalView {
  const card = told.card === null ? null : { card: told.card.card, buttons: noButtons };
  const blocks = privateBlocks({ ...told, card }, 'outcome');
  return {
    type: 'modal',
    callback_id: formView,
    title: title('Gatebell'),
    close: title('Close'),
    blocks: blocks.length === 0 ? skeletonView().blocks : [...blocks],
  };
}

/** Keeps a form open with a sentence under its field: nothing of it was taken. */
export function refusedSubmit(why: string): Readonly<Record<string, unknown>> {
  return { response_action: 'errors', errors: { [block]: plain(why, slackLimits.inputLabelMax) } };
}

const submitted = z.object({
  id: z.string(),
  private_metadata: z.string(),
  state: z.object({ values: z.object({ [block]: z.object({ [input]: z.object({ value: z.string().nullish() }) }) }) }),
});

/** Reads a submitted form, or says that it is none of ours. */
export function readSubmitted(view: unknown): { readonly view: string; readonly opened: Opened; readonly text: string } | null {
  const found = submitted.safeParse(view);
  if (!found.success) return null;
  const carried = opened.safeParse(parseJson(found.data.private_metadata));
  if (!carried.success) return null;
  return { view: found.data.id, opened: carried.data, text: found.data.state.values[block][input].value ?? '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function title(text: string): types.PlainTextElement {
  return plainObject(text, slackLimits.viewTitleMax);
}
