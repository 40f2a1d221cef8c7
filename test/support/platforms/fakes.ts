// `npm run fakes`: the fake platforms, for people: a Slack, a Discord and a Telegram on three ports, `-- --port 4455` and the two after it.
// `--events URL` has Slack post its events there instead of into a socket.
import { parseArgs } from 'node:util';
import { cast } from './discord/cast.ts';
import { openFakeDiscord } from './discord/fake-discord.ts';
import { openFakeSlack } from './slack/fake-slack.ts';
import { chats, users } from './telegram/cast.ts';
import { openFakeTelegram } from './telegram/fake-telegram.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4455' }, events: { type: 'string' } } });
const port = Number(values.port);
const mode = values.events === undefined ? 'socket' : 'http';
const slack = await openFakeSlack({ port, ...(values.events === undefined ? {} : { requestUrl: values.events }) });
const discord = await openFakeDiscord({ port: port + 1 });
const telegram = await openFakeTelegram({ port: port + 2 });
const environment = { ...slack.environment(mode), ...discord.environment(), ...telegram.environment('polling') };

process.stdout.write(`A Slack, a Discord and a Telegram of your own are at ${slack.url}, ${discord.url} and ${telegram.url}.
Point a service at them (each works alone as well):

${Object.entries(environment)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}

Routes are named by their ids, and so are the accounts of people:

             Slack               Discord               Telegram
a channel    C0FIXES             ${cast.fixes}   ${chats.fixes}
Mara         T0HARBOUR:U0MARA    ${cast.mara}   ${users.mara}
Ines         T0HARBOUR:U0INES    ${cast.ines}   ${users.ines}

Others are there as well: a stray member, a guest, a robot and somebody from afar.
Whom you give no identity is unknown. On Discord and Telegram they go by their names.
Play them ("on" is the text of a button; a card has to stand there):

curl ${slack.url}/_control/messages/C0FIXES
curl ${slack.url}/_control/press -d '{"user":"U0MARA","channel":"C0FIXES","on":"Merge it"}'
curl ${slack.url}/_control/alone/U0MARA
curl ${slack.url}/_control/command -d '{"user":"U0MARA","channel":"C0FIXES","text":"gates"}'
curl ${slack.url}/_control/reply -d '{"user":"U0MARA","channel":"C0FIXES","thread":"TS","text":"yes"}'
curl ${slack.url}/_control/fault -d '{"method":"chat.update","fault":{"kind":"rate-limited","retryAfterS":2}}'

curl ${discord.url}/_control/messages/fixes
curl ${discord.url}/_control/press -d '{"user":"mara","channel":"fixes","on":"Merge it"}'
curl ${discord.url}/_control/alone/mara
curl ${discord.url}/_control/command -d '{"user":"mara","channel":"fixes","text":"gates"}'

curl ${telegram.url}/_control/messages/fixes
curl ${telegram.url}/_control/press -d '{"user":"mara","chat":"fixes","on":"Merge it"}'
curl ${telegram.url}/_control/alone/mara
curl ${telegram.url}/_control/command -d '{"user":"mara","chat":"fixes","text":"/gates"}'

What else they can do: ${slack.url}/_control/nothing names it, and so do the others.
Stop them with Ctrl-C.
`);

const closing = () => void Promise.all([slack.close(), discord.close(), telegram.close()]).then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closing);
