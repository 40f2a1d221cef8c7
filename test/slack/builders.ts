import type { GateCard } from '../../bots/card.ts';
import type { Buttons, Inbox, Kept, Outgoing, Place, Press } from '../../bots/port.ts';
import type { RouteId } from '../../src/ids.ts';
import { instantOf } from '../../src/time.ts';

export const noon = instantOf(Date.UTC(2026, 11, 1, 12));

export function aCard(differences: Partial<GateCard> = {}): GateCard {
  return {
    code: 'g3',
    revision: 1,
    goal: 'harbour',
    question: 'Which fix goes in?',
    context: null,
    expects: {
      kind: 'choice',
      options: [
        { key: 'yes', label: 'Merge it', effect: 'The fix goes to main.', lets: 'go', recommended: true, number: 1 },
        { key: 'no', label: 'Leave it', effect: 'Nothing happens.', lets: 'stop', recommended: false, number: 2 },
      ],
    },
    blocks: ['lane fixes'],
    risk: 'reversible',
    evidence: [],
    deadline: null,
    askedBy: 'agent builder',
    answerers: [{ name: 'Mara Voss', account: null }],
    state: { kind: 'open' },
    hint: null,
    ...differences,
  };
}

export const twoButtons: Buttons = { options: [aToken('o', 1), aToken('o', 2)], form: null, undo: null };

/** Looks like a token; only its kind matters to the adapter. */
export function aToken(letter: 'o' | 'f' | 'u', option = 0): string {
  return `${letter}.3.1.${letter === 'o' ? option : '-'}.1.${'c'.repeat(22)}`;
}

type CardDifferences = Partial<Extract<Outgoing, { kind: 'card' }>>;

export function aCardPost(differences: CardDifferences = {}): Extract<Outgoing, { kind: 'card' }> {
  return {
    kind: 'card',
    card: aCard(),
    buttons: twoButtons,
    key: 'gate_3@route_1',
    since: noon,
    repeat: false,
    plain: false,
    ...differences,
  };
}

export function aPlace(differences: Partial<Place> = {}): Place {
  return { id: 'route_1' as RouteId, address: 'C0FIXES', thread: null, ...differences };
}

/** An inbox that remembers what it was told, and does with presses what a test says. */
export function anInbox(onPress: (press: Press) => Promise<void> = async () => {}) {
  const kept = new Map<string, string>();
  const done: string[] = [];
  const pressed: Press[] = [];
  const statuses: Parameters<Inbox['status']>[0][] = [];
  let failures = 0;
  let held: (() => Promise<void>) | undefined;
  let earlier: readonly Kept[] = [];
  let cards: readonly string[] = [];
  const inbox: Inbox = {
    away: async () => {},
    moved: async () => {},
    mended: () => {},
    async keep(id, raw) {
      await held?.();
      if (failures > 0) {
        failures -= 1;
        throw new Error('the disk is full');
      }
      if (kept.has(id)) return 'known';
      kept.set(id, raw);
      return 'new';
    },
    async hear(press) {
      pressed.push(press);
      await onPress(press);
    },
    unfinished: async () => earlier,
    async done(id) {
      done.push(id);
    },
    openCards: async () => cards,
    status(status) {
      statuses.push(status);
    },
  };
  return {
    inbox,
    kept,
    done,
    pressed,
    statuses,
    /** The next so many cannot be kept. */
    failNext: (count: number) => {
      failures = count;
    },
    /** The next one is kept when the test says so. */
    holdNext: () => {
      let reached = false;
      let now = () => {};
      const released = new Promise<void>((resolve) => {
        now = resolve;
      });
      held = async () => {
        reached = true;
        await released;
      };
      return { reached: () => reached, now: () => now() };
    },
    leaveUnfinished: (left: readonly Kept[]) => {
      earlier = left;
    },
    showCards: (messages: readonly string[]) => {
      cards = messages;
    },
  };
}
