import { existsSync } from 'node:fs';
import { describe, test } from 'vitest';
import { slackScenarios } from '../contract/slack-scenarios.ts';
import { binary, openLocalSlack } from './local-slack.ts';

if (existsSync(binary)) {
  for (const mode of ['socket', 'http'] as const) slackScenarios(`local-slack, which delivers over ${mode}`, () => openLocalSlack(mode));
} else {
  describe('local-slack', () => {
    test.skip(`SKIPPED: ${binary} is not there; it exists for Linux on x64 only, and \`npm run test:independent\` installs it`, () => {});
  });
}
