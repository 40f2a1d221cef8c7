import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hour } from '../../src/time.ts';
import { blockOf, textsOf } from '../digest/digest-world.ts';
import type { Run } from '../digest/digest-world.ts';
import type { ContractHouse } from './house.ts';
import { openHouse } from './house.ts';
import type { PlatformDescriptor } from './platform.contract.ts';

/** What each platform must do with digests. A platform takes part by its descriptor. */
export function digestContract(descriptor: PlatformDescriptor): void {
  describe(`${descriptor.name} keeps the contract of digests`, () => {
    let house: ContractHouse;

    beforeEach(async () => {
      house = await openHouse(descriptor);
    });

    afterEach(() => house.close());

    test('a digest arrives with an open gate, is answered where it stands, and the next one tells the decision', async () => {
      const { runNow } = await scheduled(descriptor, house);
      await house.ask();
      await runNow();
      const [asking] = house.seen().filter((line) => line.includes('Which fix goes in?'));

      await house.press('g1', 'yes');
      const told = house.told();
      const shown = house.seen().join('\n');
      await house.pass(hour);
      const next = await runNow();

      expect(asking).toBeDefined();
      expect(told).toContain('Counted for g1');
      expect(shown).toContain('Answered "Merge it" by Mara Voss');
      expect(next.sent && textsOf(blockOf(next, 'changes', 'Decisions'))).toEqual([
        '1 answer was given',
        'g1: Which fix goes in? "Merge it" by Mara Voss (lets it go)',
      ]);
      expect(house.seen().join('\n')).toMatch(/"Merge it" by Mara Voss \(lets it go\) \(seq \d+\)/);
    });

    test('somebody else answered: the digest says so, and a press on it is told who did', async () => {
      const { runNow } = await scheduled(descriptor, house);
      await house.ask();
      await runNow();

      await house.person('answer-gate', { gate: 'g1', revision: 1, option: 'no', hold_s: 0 });
      const shown = house.seen().join('\n');
      await house.press('g1', 'yes');

      expect(shown).toContain('Answered "Leave it" by Mara Voss');
      expect(house.told()).toContain('already decided: "Leave it"');
    });

    test('a digest that is larger than the platform takes shows the most important, and says where the rest is', async () => {
      const { runNow } = await scheduled(descriptor, house);
      for (let lane = 0; lane < 40; lane += 1) {
        const slug = `lane-${lane}`;
        await house.reply('add-lane', { goal: 'harbour', slug, title: `Lane ${lane}` });
        for (let todo = 0; todo < 6; todo += 1) {
          const added = await house.reply<{ id: string }>('add-todo', { goal: 'harbour', lane: slug, title: `Work ${lane}.${todo}` });
          await house.reply('drop-todo', { todo: added.id, why: `It is not needed. ${'Really. '.repeat(60)}` });
        }
      }
      await house.ask();

      const digest = await runNow();
      const shown = house.seen().filter((line) => /1 gate waits for|Which fix|more parts/.test(line));

      expect(digest.sent && digest.blocks.length).toBeGreaterThan(40);
      expect(shown.join('\n')).toMatch(/1 gate waits for.*Which fix goes in\?.*and \d+ more parts: gatebell digest show digest_/s);
    }, 120_000);

    test('what an agent wrote is text and nothing else', async () => {
      const { runNow } = await scheduled(descriptor, house);
      const nasty = '<!channel> <@U0MARA> [bank](https://evil.example) *bold* <b>b</b> \u202e @everyone';
      await house.reply('add-lane', { goal: 'harbour', slug: 'side', title: nasty });
      const { id } = await house.reply<{ id: string }>('add-todo', { goal: 'harbour', lane: 'side', title: nasty });
      await house.reply('drop-todo', { todo: id, why: nasty });

      await runNow();

      const [line = ''] = house.seen().filter((said) => said.includes('dropped'));
      // A platform may put an unseen character between, so that nobody is called.
      expect(house.seen().join('\n').replaceAll('\u2060', '')).toContain('<!channel> <@U0MARA> [bank](https://evil.example)');
      expect(line).not.toContain('\u202e');
    });

    test('whoever types for a digest is told the difference alone, and nothing is written', async () => {
      const { runNow } = await scheduled(descriptor, house);
      await house.ask();
      await runNow();
      const { id } = await house.reply<{ id: string }>('add-todo', { goal: 'harbour', lane: 'fixes', title: 'Mend the pier' });
      await house.reply('drop-todo', { todo: id, why: 'It was mended.' });
      const before = await house.lastPosition();
      house.told();

      await house.type('digest harbour');
      const told = house.told();
      await house.type('digest nowhere');

      expect(told).toContain('dropped "Mend the pier": It was mended.');
      expect(told).toContain('g1: Which fix goes in?');
      expect(await house.lastPosition()).toBe(before);
      expect(house.told()).toContain('There is no goal nowhere');
    });

    if (descriptor.home === null) return;

    test('nothing is lost while the channel is broken: the next digest tells it too', async () => {
      const { runNow } = await scheduled(descriptor, house);
      await runNow();
      const breakChannel = house.ground().breakChannel;
      if (breakChannel === null) throw new Error('this platform has a channel that breaks');
      const drop = async (title: string) => {
        const { id } = await house.reply<{ id: string }>('add-todo', { goal: 'harbour', lane: 'fixes', title });
        await house.reply('drop-todo', { todo: id, why: 'No.' });
      };
      breakChannel(true);
      await drop('First');
      const unheard = await runNow();
      await drop('Second');
      const both = await runNow();
      breakChannel(false);

      await house.pass(2 * hour);
      await house.pass(2 * hour);

      const shown = house.seen().join('\n');
      expect(unheard.sent && both.sent && both.includes).toBe(unheard.sent && unheard.id);
      expect(shown).toContain('dropped "First"');
      expect(shown).toContain('dropped "Second"');
      expect(house.seen().filter((line) => line.includes('dropped "First"'))).toHaveLength(1);
    });
  });
}

/** A schedule for the place of the gates, on which only digests are said; at the terminal for its person. */
async function scheduled({ home }: PlatformDescriptor, house: ContractHouse) {
  const [route] = home === null ? [] : await house.routesAt(home.channel);
  if (route !== undefined) await house.reply('change-route', { route: route.id, purposes: ['digests'] });
  const audience = route === undefined ? { person: 'mara' } : { route: route.id };
  const { id } = await house.reply<{ id: string }>('add-schedule', { goal: 'harbour', cron: '0 9 * * *', time_zone: 'UTC', audience });
  return { runNow: () => house.reply<Run>('run-schedule', { schedule: id }) };
}
