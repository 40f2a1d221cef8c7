import { deleteMessage, getPermalink, postEphemeral, postMessage, updateMessage } from './chat.ts';
import { describeChannel, openChannel, readHistory, readReplies } from './conversations.ts';
import type { Method } from './method.ts';
import { describeUser, testToken } from './people.ts';
import { openView, publishView, updateView } from './views.ts';

/** Opens no socket by itself: the Web API puts the address into the reply. */
const openConnection: Method = {
  request: 'ConnectionsOpen',
  token: 'app',
  scope: () => 'connections:write',
  run: () => ({}),
};

/** All that this Slack knows; anything else is `unknown_method`. */
export const methods: Readonly<Record<string, Method | undefined>> = {
  'auth.test': testToken,
  'apps.connections.open': openConnection,
  'chat.postMessage': postMessage,
  'chat.update': updateMessage,
  'chat.delete': deleteMessage,
  'chat.postEphemeral': postEphemeral,
  'chat.getPermalink': getPermalink,
  'conversations.history': readHistory,
  'conversations.replies': readReplies,
  'conversations.info': describeChannel,
  'conversations.open': openChannel,
  'users.info': describeUser,
  'views.open': openView,
  'views.update': updateView,
  'views.publish': publishView,
};
