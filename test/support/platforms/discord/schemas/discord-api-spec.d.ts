// The package types its schemas by a file that it does not have; these are the ones that are used here.
declare module 'discord-api-spec/zod' {
  import type { core } from 'zod';

  type Schema = core.$ZodType;
  export const ApplicationCommandResponseSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const CreateMessageInteractionCallbackRequestSchema: Schema;
  export const CreatePrivateChannelRequestSchema: Schema;
  export const CreateTextThreadWithMessageRequestSchema: Schema;
  export const GatewayBotResponseSchema: Schema;
  export const GuildChannelResponseSchema: Schema;
  export const GuildMemberResponseSchema: Schema;
  export const GuildRoleResponseSchema: Schema;
  export const GuildWithCountsResponseSchema: Schema;
  export const IncomingWebhookInteractionRequestSchema: Schema;
  export const IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: Schema;
  export const InteractionCallbackResponseSchema: Schema;
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const MessageResponseSchema: Schema;
  export const ModalInteractionCallbackRequestSchema: Schema;
  export const PrivateApplicationResponseSchema: Schema;
  export const PrivateChannelResponseSchema: Schema;
  export const ThreadResponseSchema: Schema;
  export const UpdateMessageInteractionCallbackRequestSchema: Schema;
  export const UpdateThreadRequestPartialSchema: Schema;
  export const UserResponseSchema: Schema;
}
