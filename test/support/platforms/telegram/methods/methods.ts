import { answerCallbackQuery } from './answers.ts';
import {
  deleteMessage,
  editMessageCaption,
  editMessageReplyMarkup,
  editMessageText,
  sendDocument,
  sendMessage,
  sendPhoto,
} from './messages.ts';
import type { Method } from './method.ts';
import {
  createForumTopic,
  deleteMyCommands,
  getChat,
  getChatAdministrators,
  getChatMember,
  getFile,
  getMe,
  getMyCommands,
  sendChatAction,
  setMyCommands,
} from './people.ts';
import { setMessageReaction } from './reactions.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './receiving.ts';

const known = {
  getMe,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  sendMessage,
  sendPhoto,
  sendDocument,
  editMessageText,
  editMessageCaption,
  editMessageReplyMarkup,
  deleteMessage,
  answerCallbackQuery,
  setMyCommands,
  getMyCommands,
  deleteMyCommands,
  sendChatAction,
  setMessageReaction,
  getFile,
  getChat,
  getChatMember,
  getChatAdministrators,
  createForumTopic,
} as const satisfies Record<string, Method>;

/** All that this Telegram knows, by their names in small letters; anything else is not found. */
export const methods: ReadonlyMap<string, Method> = new Map(Object.entries(known).map(([name, method]) => [name.toLowerCase(), method]));
