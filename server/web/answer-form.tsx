import { randomUUID } from 'node:crypto';
import type { FC } from 'hono/jsx';
import { limits } from '../../src/limits.ts';
import type { Form } from './form.ts';
import type { GateFacts } from './gate-facts.ts';
import { visible } from './words.ts';

/** What was typed before, when the form comes back because something in it was not right. */
export type Returned = { readonly form: Form; readonly fault: Fault | null };

export type Fault = { readonly field: 'option' | 'value' | 'confirm' | 'comment'; readonly text: string };

type Shown = { readonly facts: GateFacts; readonly from: 'inbox' | 'gate'; readonly returned?: Returned | undefined };

/**
 * The answer of an open gate that the visitor may give. What an option does stands in the option itself, before the button.
 * `maxlength` counts an emoji twice, so it is twice the limit: what is too long is told by the server, which counts as the verbs do.
 */
export const AnswerForm: FC<Shown> = ({ facts, from, returned }) => {
  const { gate, irreversible } = facts;
  const typed = returned?.form ?? {};
  const fault = returned?.fault ?? null;
  return (
    <form class="answer" method="post" action={`/gates/${gate.code}/answer`}>
      <input type="hidden" name="revision" value={String(gate.revision)} />
      <input type="hidden" name="key" value={randomUUID()} />
      <input type="hidden" name="from" value={from} />
      {gate.expects.kind === 'choice' ? (
        <Options facts={facts} typed={typed} fault={fault} />
      ) : (
        <TextAnswer facts={facts} typed={typed} fault={fault} />
      )}
      {irreversible ? (
        <div class="field">
          <label for={`confirm-${gate.code}`}>
            Type <strong>{gate.code}</strong> to confirm: this cannot be undone
          </label>
          <input
            id={`confirm-${gate.code}`}
            class="confirm"
            name="confirm"
            size={8}
            maxlength={20}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-describedby={fault?.field === 'confirm' ? `fault-${gate.code}` : undefined}
            aria-invalid={fault?.field === 'confirm' ? 'true' : undefined}
          />
          <FaultLine of="confirm" code={gate.code} fault={fault} />
        </div>
      ) : null}
      <details class="comment" open={typed.comment !== undefined && typed.comment !== ''}>
        <summary>Add a comment</summary>
        <label for={`comment-${gate.code}`} class="unseen">
          Comment
        </label>
        <textarea
          id={`comment-${gate.code}`}
          name="comment"
          rows={3}
          maxlength={2 * limits.commentMax}
          dir="auto"
          aria-describedby={fault?.field === 'comment' ? `fault-${gate.code}` : undefined}
          aria-invalid={fault?.field === 'comment' ? 'true' : undefined}
        >
          {typed.comment ?? ''}
        </textarea>
        <FaultLine of="comment" code={gate.code} fault={fault} />
      </details>
      <p class="actions">
        <button type="submit" class="primary">
          Answer
        </button>
      </p>
    </form>
  );
};

type Field = { readonly facts: GateFacts; readonly typed: Form; readonly fault: Fault | null };

const Options: FC<Field> = ({ facts: { gate }, typed, fault }) => (
  <fieldset aria-describedby={fault?.field === 'option' ? `fault-${gate.code}` : undefined}>
    <legend class="unseen">{`Answer to ${gate.code}`}</legend>
    {(gate.expects.kind === 'choice' ? gate.expects.options : []).map((option, index) => {
      const id = `${gate.code}-${index + 1}`;
      return (
        <label class="option" for={id}>
          <input
            type="radio"
            id={id}
            name="option"
            value={option.key}
            checked={typed.option === option.key}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-effect`}
          />
          <kbd>{index + 1}</kbd>
          <span class="label" id={`${id}-label`} dir="auto">
            {visible(option.label)}
          </span>
          <span class="effect" id={`${id}-effect`}>
            {option.recommended ? 'Agent recommends. ' : ''}
            <span dir="auto">{visible(option.effect)}</span>{' '}
            <span class="lets">{option.lets === 'go' ? 'Lets the work go.' : 'Stops the work.'}</span>
          </span>
        </label>
      );
    })}
    <FaultLine of="option" code={gate.code} fault={fault} />
  </fieldset>
);

const TextAnswer: FC<Field> = ({ facts: { gate }, typed, fault }) => {
  const max = gate.expects.kind === 'text' ? gate.expects.max : 0;
  return (
    <div class="field">
      <label for={`value-${gate.code}`}>{`Your answer, at most ${max} characters`}</label>
      <textarea
        id={`value-${gate.code}`}
        name="value"
        rows={3}
        maxlength={2 * max}
        dir="auto"
        aria-describedby={fault?.field === 'value' ? `fault-${gate.code}` : undefined}
        aria-invalid={fault?.field === 'value' ? 'true' : undefined}
      >
        {typed.value ?? ''}
      </textarea>
      <FaultLine of="value" code={gate.code} fault={fault} />
    </div>
  );
};

const FaultLine: FC<{ readonly of: Fault['field']; readonly code: string; readonly fault: Fault | null }> = ({ of, code, fault }) =>
  fault?.field === of ? (
    <p class="fault" id={`fault-${code}`}>
      {fault.text}
    </p>
  ) : null;
