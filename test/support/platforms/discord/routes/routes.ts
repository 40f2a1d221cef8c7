import { answerInteraction } from './answers.ts';
import { createDirect, createThread, getChannel, typing, updateChannel } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { gatewayBot, getApplication, getGuild, getMe, getMember, getUser, listChannels, listRoles } from './identity.ts';
import { addReaction, createMessage, deleteMessage, editMessage, getMessage, listMessages } from './messages.ts';
import type { Route } from './route.ts';
import { deleteAnswer, editAnswer, followUp, getAnswer } from './webhooks.ts';

/** Every call that this Discord knows. */
export function createRoutes(gatewayUrl: () => string): readonly Route[] {
  return [
    gatewayBot(gatewayUrl),
    getApplication,
    getMe,
    getUser,
    getGuild,
    getMember,
    listChannels,
    listRoles,
    ...commandRoutes,
    createDirect,
    getChannel,
    updateChannel,
    typing,
    createThread,
    createMessage,
    listMessages,
    getMessage,
    editMessage,
    deleteMessage,
    addReaction,
    answerInteraction,
    followUp,
    getAnswer,
    editAnswer,
    deleteAnswer,
  ];
}

export type Found = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** The route of a path (without `/api/v10`), with what stands in the place of its names. */
export function routeOf(routes: readonly Route[], verb: string, path: string): Found | null {
  const parts = path.split('/').map(decodeURIComponent);
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (route.verb !== verb || wanted.length !== parts.length) continue;
    const fits = wanted.every((step, at) => step === parts[at] || (step.startsWith('{') && parts[at] !== ''));
    if (!fits) continue;
    const named = wanted.flatMap((step, at) => (step.startsWith('{') ? [[step.slice(1, -1), parts[at] ?? ''] as const] : []));
    return { route, params: Object.fromEntries(named) };
  }
  return null;
}
