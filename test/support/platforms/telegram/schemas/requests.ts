import type * as Params from '@gramio/types/params';

/** What a bot may send, one name a method: the types that the schemas beside this are generated from. */
export type getUpdates = Params.GetUpdatesParams;
export type setWebhook = Omit<Params.SetWebhookParams, 'certificate'>;
export type deleteWebhook = Params.DeleteWebhookParams;
export type sendMessage = Params.SendMessageParams;
/** A file that comes with the request is named by `attach://`. */
export type sendPhoto = Omit<Params.SendPhotoParams, 'photo'> & { photo: string };
export type sendDocument = Omit<Params.SendDocumentParams, 'document' | 'thumbnail'> & { document: string };
export type editMessageText = Params.EditMessageTextParams;
export type editMessageCaption = Params.EditMessageCaptionParams;
export type editMessageReplyMarkup = Params.EditMessageReplyMarkupParams;
export type deleteMessage = Params.DeleteMessageParams;
export type answerCallbackQuery = Params.AnswerCallbackQueryParams;
export type setMyCommands = Params.SetMyCommandsParams;
export type getMyCommands = Params.GetMyCommandsParams;
export type deleteMyCommands = Params.DeleteMyCommandsParams;
export type sendChatAction = Params.SendChatActionParams;
export type setMessageReaction = Params.SetMessageReactionParams;
export type getFile = Params.GetFileParams;
export type getChat = Params.GetChatParams;
export type getChatMember = Params.GetChatMemberParams;
export type getChatAdministrators = Params.GetChatAdministratorsParams;
export type createForumTopic = Params.CreateForumTopicParams;
/** Methods that take nothing. */
export type Nothing = Record<string, never>;
