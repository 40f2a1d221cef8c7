import type { RespondArguments, types, webApi as web } from '@slack/bolt';

/** What a bot may send, one name a call: the types that the schemas beside this are generated from. */
export type AuthTest = web.AuthTestArguments;
export type ConnectionsOpen = web.AppsConnectionsOpenArguments;
export type PostMessage = web.ChatPostMessageArguments;
export type UpdateMessage = web.ChatUpdateArguments;
export type DeleteMessage = web.ChatDeleteArguments;
export type PostEphemeral = web.ChatPostEphemeralArguments;
export type GetPermalink = web.ChatGetPermalinkArguments;
export type ReadHistory = web.ConversationsHistoryArguments;
export type ReadReplies = web.ConversationsRepliesArguments;
export type DescribeChannel = web.ConversationsInfoArguments;
export type OpenChannel = web.ConversationsOpenArguments;
export type DescribeUser = web.UsersInfoArguments;
export type OpenView = web.ViewsOpenArguments;
export type UpdateView = web.ViewsUpdateArguments;
export type PublishView = web.ViewsPublishArguments;

/** What is posted to a `response_url`. */
export type Respond = Partial<Pick<RespondArguments, 'text' | 'response_type' | 'replace_original' | 'delete_original' | 'thread_ts'>> & {
  blocks?: types.KnownBlock[];
  unfurl_links?: boolean;
  unfurl_media?: boolean;
};

/** What may come back with the acknowledgement of a submitted form. */
export type SubmissionResponse =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update' | 'push'; view: types.ModalView }
  | { response_action: 'clear' };

export type Block = types.KnownBlock;
export type Modal = types.ModalView;
export type Home = types.HomeView;
