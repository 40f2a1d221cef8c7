import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { refuse } from '../refuse.ts';
import { viewShapeFaults } from '../shape.ts';
import type { OpenedView, State } from '../state.ts';
import { userFor } from './channels.ts';
import type { Method } from './method.ts';
import { noScope } from './method.ts';

export const openView: Method = {
  request: 'OpenView',
  token: 'bot',
  scope: noScope,
  run({ state }, args) {
    const view = checkedView(args.view, 'modal');
    const user = useTrigger(state, textOf(args.trigger_id), 'views.open');
    if (openViewOf(state, user) !== undefined) closeAll(state, user);
    const opened = addView(state, user, 'modal', view);
    return { view: viewJson(state, opened) };
  },
};

export const updateView: Method = {
  request: 'UpdateView',
  token: 'bot',
  scope: noScope,
  run({ state }, args) {
    const view = checkedView(args.view, null);
    const opened = [...state.views.values()].find(({ id, state: is, view: shown }) => {
      return is === 'open' && (id === args.view_id || (args.external_id !== undefined && shown.external_id === args.external_id));
    });
    if (opened === undefined) return refuse('not_found');
    if (args.hash !== undefined && args.hash !== opened.hash) refuse('hash_conflict');
    replaceView(state, opened, view);
    return { view: viewJson(state, opened) };
  },
};

export const publishView: Method = {
  request: 'PublishView',
  token: 'bot',
  scope: noScope,
  run({ state }, args) {
    const view = checkedView(args.view, 'home');
    const user = userFor(state, textOf(args.user_id)).id;
    const home = [...state.views.values()].find((opened) => opened.kind === 'home' && opened.user === user);
    if (home === undefined) return { view: viewJson(state, addView(state, user, 'home', view)) };
    if (args.hash !== undefined && args.hash !== home.hash) refuse('hash_conflict');
    replaceView(state, home, view);
    return { view: viewJson(state, home) };
  },
};

export function checkedView(view: unknown, kind: 'modal' | 'home' | null): Json {
  if (!isJson(view)) return refuse('invalid_arguments', 'missing required field: view');
  const faults = viewShapeFaults(view);
  if (faults.length > 0) refuse('invalid_arguments', ...faults);
  if (kind !== null && view.type !== kind) refuse('invalid_arguments', `type must be ${kind}`);
  return view;
}

export function openViewOf(state: State, user: string): OpenedView | undefined {
  return [...state.views.values()].filter((view) => view.kind === 'modal' && view.user === user && view.state === 'open').at(-1);
}

export function closeAll(state: State, user: string): void {
  for (const view of state.views.values()) if (view.kind === 'modal' && view.user === user) view.state = 'closed';
}

export function addView(state: State, user: string, kind: OpenedView['kind'], view: Json): OpenedView {
  const opened: OpenedView = {
    id: state.next('V'),
    user,
    kind,
    view: named(state, view),
    hash: state.next('hash'),
    state: 'open',
    errors: {},
    trouble: null,
  };
  state.views.set(opened.id, opened);
  return opened;
}

export function replaceView(state: State, opened: OpenedView, view: Json): void {
  opened.view = named(state, view);
  opened.hash = state.next('hash');
  opened.errors = {};
  opened.trouble = null;
}

/** A view as the Web API and submissions give it back. */
export function viewJson(state: State, opened: OpenedView, values: Json = {}): Json {
  return {
    id: opened.id,
    team_id: state.app.team,
    app_id: state.app.id,
    app_installed_team_id: state.app.team,
    bot_id: state.app.botId,
    root_view_id: opened.id,
    previous_view_id: null,
    hash: opened.hash,
    state: { values },
    private_metadata: '',
    callback_id: '',
    external_id: '',
    clear_on_close: false,
    notify_on_close: false,
    close: null,
    submit: null,
    ...opened.view,
  };
}

/** Slack names blocks that came without a name. */
function named(state: State, view: Json): Json {
  return { ...view, blocks: listOf(view.blocks).map((block) => ({ block_id: state.next('blk'), ...block })) };
}

function useTrigger(state: State, id: string, by: string): string {
  const trigger = state.triggers.get(id);
  if (trigger === undefined) return refuse('invalid_trigger_id');
  if (trigger.usedBy !== null) return refuse('exchanged_trigger_id');
  if (state.clock.nowMs() > trigger.untilMs) return refuse('expired_trigger_id');
  trigger.usedBy = by;
  return trigger.user;
}
