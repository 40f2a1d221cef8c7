import { createSlack } from '../../bots/slack/adapter.ts';
import { aSlack, slackHome } from './a-slack.ts';
import { platformContract } from './platform.contract.ts';

const receive = { kind: 'http', signingSecret: 'any' } as const;
const { traits } = createSlack({ botToken: 'xoxb-any', receive, apiUrl: 'http://127.0.0.1/', nowMs: Date.now, report: () => {} });

for (const mode of ['socket', 'http'] as const) {
  platformContract({ name: `Slack over ${mode}`, traits, home: slackHome, open: ({ clock }) => aSlack(mode, clock) });
}
