import type { Acknowledged } from '../deliveries.ts';
import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { addView, checkedView, openViewOf, replaceView, viewJson, closeAll } from '../methods/views.ts';
import { requestFaults } from '../shape.ts';
import type { OpenedView, State } from '../state.ts';
import type { Lateness } from './interaction.ts';
import { interactionFrom, newTrigger } from './interaction.ts';
import type { PeopleContext } from './press.ts';

/** Fills in every text input of the open form with `text` and submits it. `again` does so with a form that is closed already. */
export type Submit = Lateness & { readonly user: string; readonly text: string; readonly view?: string };

/** A person submits the form that stands open. What the app answers is done to the form, as Slack does. */
export async function submit(context: PeopleContext, submitted: Submit): Promise<Acknowledged> {
  const { state } = context;
  const opened = submitted.view === undefined ? openViewOf(state, submitted.user) : state.views.get(submitted.view);
  if (opened === undefined) throw new Error(`${submitted.user} has no form open`);
  const user = state.users.get(submitted.user);
  if (user === undefined) throw new Error(`there is no user ${submitted.user}`);
  const values = filledIn(opened, submitted.text);
  const outcome = await context.deliver.interaction('interactive', {
    ...interactionFrom(state, user),
    type: 'view_submission',
    trigger_id: newTrigger(state, user.id, submitted),
    view: viewJson(state, opened, values),
    response_urls: [],
  });
  if (outcome.result === 'acknowledged') applyResponse(state, opened, outcome.response);
  else opened.trouble = 'We had some trouble connecting. Try again?';
  return outcome;
}

/** A person closes the form. The app hears of it only when it asked to. */
export async function closeForm(context: PeopleContext, userId: string): Promise<void> {
  const { state } = context;
  const opened = openViewOf(state, userId);
  const user = state.users.get(userId);
  if (opened === undefined || user === undefined) throw new Error(`${userId} has no form open`);
  opened.state = 'closed';
  if (opened.view.notify_on_close !== true) return;
  const payload = { ...interactionFrom(state, user), type: 'view_closed', view: viewJson(state, opened), is_cleared: false };
  await context.deliver.interaction('interactive', payload);
}

/** Slack's own client lets nobody submit a text that an input does not take. */
function filledIn(opened: OpenedView, text: string): Json {
  const inputs = listOf(opened.view.blocks).filter((block) => block.type === 'input' && isJson(block.element));
  if (inputs.length === 0) throw new Error('the form asks for nothing');
  return Object.fromEntries(
    inputs.map((block) => {
      const element = isJson(block.element) ? block.element : {};
      const { max_length: max = 3_000, min_length: min = 0 } = element;
      if (text.length > Number(max) || text.length < Number(min))
        throw new Error(`the form takes ${min} to ${max} characters, not ${text.length}`);
      return [textOf(block.block_id), { [textOf(element.action_id)]: { type: textOf(element.type), value: text === '' ? null : text } }];
    }),
  );
}

function applyResponse(state: State, opened: OpenedView, response: unknown): void {
  if (!isJson(response) || response.response_action === undefined) {
    opened.state = 'closed';
    return;
  }
  const faults = requestFaults('SubmissionResponse', response);
  if (faults.length > 0) {
    opened.trouble = `We had some trouble connecting. Try again? (${faults.join('; ')})`;
    return;
  }
  switch (response.response_action as 'errors' | 'update' | 'push' | 'clear') {
    // the schema knows these four
    case 'errors':
      opened.errors = errorsAt(state, opened, response.errors);
      return;
    case 'update':
      replaceView(state, opened, checkedView(response.view, 'modal'));
      return;
    case 'push':
      addView(state, opened.user, 'modal', checkedView(response.view, 'modal'));
      return;
    case 'clear':
      closeAll(state, opened.user);
      return;
  }
}

function errorsAt(state: State, opened: OpenedView, errors: unknown): Readonly<Record<string, string>> {
  const inputs = listOf(opened.view.blocks)
    .filter((block) => block.type === 'input')
    .map((block) => block.block_id);
  const named = Object.entries(isJson(errors) ? errors : {}).map(([block, text]) => [block, textOf(text)] as const);
  for (const [block] of named) if (!inputs.includes(block)) state.warnings.push(`view_submission: an error at ${block}, which is no input`);
  return Object.fromEntries(named);
}
