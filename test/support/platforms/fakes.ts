// `npm run fakes`: the fake platforms, for people. `-- --port 4455`, and `--events URL` to be sent events over HTTP instead of a socket.
import { parseArgs } from 'node:util';
import { openFakeSlack } from './slack/fake-slack.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4455' }, events: { type: 'string' } } });
const slack = await openFakeSlack({ port: Number(values.port), ...(values.events === undefined ? {} : { requestUrl: values.events }) });
const mode = values.events === undefined ? 'socket' : 'http';
const environment = Object.entries(slack.environment(mode)).map(([name, value]) => `${name}=${value}`);

process.stdout.write(`A Slack of your own is at ${slack.url} (${mode === 'socket' ? 'Socket Mode' : `events go to ${values.events}`}).
Point a service at it:

${environment.join('\n')}

Its workspace is T0HARBOUR; its people are U0MARA, U0INES, U0STRAY, U0GUEST,
U0FAR (another workspace) and U0ROBOT; its channels C0FIXES, C0INNER (private)
and C0OUTSIDE (the bot was not invited). Whom you give no identity is unknown.
Play them ("on" is the text of a button, C0FIXES has to have a card):

curl ${slack.url}/_control/messages/C0FIXES
curl ${slack.url}/_control/press -d '{"user":"U0MARA","channel":"C0FIXES","on":"Merge it"}'
curl ${slack.url}/_control/alone/U0MARA
curl ${slack.url}/_control/command -d '{"user":"U0MARA","channel":"C0FIXES","text":"gates"}'
curl ${slack.url}/_control/reply -d '{"user":"U0MARA","channel":"C0FIXES","thread":"TS","text":"yes"}'
curl ${slack.url}/_control/submit -d '{"user":"U0MARA","text":"my words"}'
curl ${slack.url}/_control/fault -d '{"method":"chat.update","fault":{"kind":"rate-limited","retryAfterS":2}}'

Stop it with Ctrl-C.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void slack.close().then(() => process.exit(0)));
