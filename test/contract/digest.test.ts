import { createSlack } from '../../bots/slack/adapter.ts';
import { aBoard, boardHome, boardTraits } from './a-board.ts';
import { aSlack, slackHome } from './a-slack.ts';
import { digestContract } from './digest.contract.ts';

digestContract({ name: 'a board with buttons', traits: boardTraits, open: aBoard, home: boardHome });

const receive = { kind: 'http', signingSecret: 'any' } as const;
const { traits } = createSlack({ botToken: 'xoxb-any', receive, apiUrl: 'http://127.0.0.1/', nowMs: Date.now, report: () => {} });

digestContract({ name: 'Slack', traits, home: slackHome, open: ({ clock }) => aSlack('http', clock) });
