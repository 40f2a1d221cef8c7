import { textOf } from '../../json.ts';
import { limits } from '../limits.ts';
import { refuse } from '../refuse.ts';
import type { Method } from './method.ts';

/** Stops the spinning of a pressed button, once and soon. */
export const answerCallbackQuery: Method = {
  request: 'answerCallbackQuery',
  run({ state }, { args }) {
    const query = state.queries.get(textOf(args.callback_query_id));
    const late = query === undefined || state.clock.nowMs() - query.pressedAtMs > limits.answerMs;
    if (late || query.answer !== null) return refuse('query is too old and response timeout expired or query ID is invalid');
    const text = textOf(args.text);
    if (text.length > limits.callbackAnswer) refuse('MESSAGE_TOO_LONG');
    if (args.url !== undefined) refuse('URL_INVALID');
    if (Number(args.cache_time ?? 0) > 0) state.warnings.push('answerCallbackQuery: the next press of this button never arrives');
    query.answer = { text, alert: args.show_alert === true };
    if (text !== '') state.alone.push({ kind: 'answer', user: query.user, query });
    return true;
  },
};
