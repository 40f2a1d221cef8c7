import { isJson, listOf } from '../../json.ts';
import { refuse } from '../refuse.ts';
import { messageIn } from '../state.ts';
import { chatOf } from './chats.ts';
import type { Method } from './method.ts';

/** One a message; which emoji a bot may set, the schema knows. */
export const setMessageReaction: Method = {
  request: 'setMessageReaction',
  run({ state }, { args }) {
    const chat = chatOf(state, args, 'edit');
    const message = messageIn(chat, Number(args.message_id)) ?? refuse('message to react not found');
    const reactions = listOf(args.reaction).filter(isJson);
    if (reactions.length > 1) refuse('REACTIONS_TOO_MANY');
    if (reactions.some(({ type }) => type === 'paid')) refuse('REACTION_INVALID');
    message.reaction = reactions[0] ?? null;
    return true;
  },
};
