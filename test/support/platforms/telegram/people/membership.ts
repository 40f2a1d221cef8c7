import { aChat, bot, users } from '../cast.ts';
import type { Chat, Member } from '../state.ts';
import { chatJson, memberJson, userJson } from '../wire.ts';
import type { PeopleContext } from './places.ts';
import { chatNamed, userNamed } from './places.ts';
import { service } from './talk.ts';

/** What happens to the bot, and to the chats it is in. */
export function createMembership(context: PeopleContext) {
  const { state, updates } = context;

  /** Tells the bot what became of it. */
  function changed(chat: Chat, by: number, before: Member, after: Member): void {
    const itself = userNamed(state, bot.id);
    updates.push('my_chat_member', {
      chat: chatJson(state, chat),
      from: userJson(userNamed(state, by)),
      date: Math.floor(state.clock.nowMs() / 1_000),
      old_chat_member: memberJson(itself, before),
      new_chat_member: memberJson(itself, after),
    });
  }

  function setBot(chatId: number, after: Member, by = users.mara as number): void {
    const chat = chatNamed(state, chatId);
    const before = chat.members.get(bot.id) ?? { status: 'left' };
    chat.members.set(bot.id, after);
    changed(chat, by, before, after);
  }

  const setTopic = (chatId: number, topicId: number, closed: boolean) => {
    const chat = chatNamed(state, chatId);
    const topic = chat.topics?.get(topicId);
    if (topic === undefined) throw new Error(`there is no topic ${topicId} in ${chatId}`);
    topic.closed = closed;
    service(context, chat, users.mara, closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} }, topicId);
  };

  return {
    /** A person blocks the bot, or stops it. */
    block(user: number) {
      userNamed(state, user).blocked = true;
      changed(chatNamed(state, user), user, { status: 'member' }, { status: 'kicked' });
    },
    unblock(user: number) {
      Object.assign(userNamed(state, user), { blocked: false, started: true });
      changed(chatNamed(state, user), user, { status: 'kicked' }, { status: 'member' });
    },
    deactivate: (user: number) => {
      userNamed(state, user).deactivated = true;
    },
    kickBot: (chat: number) => setBot(chat, { status: 'kicked' }),
    removeBot: (chat: number) => setBot(chat, { status: 'left' }),
    invite: (chat: number) => setBot(chat, { status: 'member' }),
    promote: (chat: number, rights: Readonly<Record<string, boolean>> = { can_delete_messages: true, can_manage_topics: true }) =>
      setBot(chat, { status: 'administrator', rights }),
    restrict: (chat: number) => setBot(chat, { status: 'restricted', maySend: false }),
    /** Another person's standing there; the bot is not told. */
    setMember: (chat: number, user: number, member: Member) => void chatNamed(state, chat).members.set(user, member),
    closeTopic: (chat: number, topic: number) => setTopic(chat, topic, true),
    reopenTopic: (chat: number, topic: number) => setTopic(chat, topic, false),
    /** Nobody is told of it. */
    deleteTopic(chatId: number, topicId: number) {
      const topic = chatNamed(state, chatId).topics?.get(topicId);
      if (topic === undefined) throw new Error(`there is no topic ${topicId} in ${chatId}`);
      topic.deleted = true;
    },
    /** A group becomes a supergroup with a number of its own; the old messages stay behind. Gives the number. */
    migrate(chatId: number): number {
      const group = chatNamed(state, chatId);
      if (group.kind !== 'group' || group.movedTo !== null) throw new Error(`${chatId} is no group`);
      const id = -1_001_000_000_000 + chatId;
      // Its numbers are its own: none of the old ones means anything there.
      const supergroup = aChat(id, 'supergroup', group.title, group.members, { lastMessageId: state.nextMessageId(group) + 1_000_000 });
      state.chats.set(id, supergroup);
      service(context, group, users.mara, { migrate_to_chat_id: id });
      group.movedTo = id;
      service(context, supergroup, users.mara, { migrate_from_chat_id: chatId });
      return id;
    },
  };
}
