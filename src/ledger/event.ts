import type { DigestEvent } from '../digest/digest.ts';
import type { EvidenceEvent } from '../evidence/evidence.ts';
import type { GateEvent } from '../gate/gate.ts';
import type { GoalEvent } from '../goal/goal.ts';
import type { NoteEvent } from '../goal/note.ts';
import type { LaneEvent } from '../lane/lane.ts';
import type { ResourceEvent } from '../lease/resource.ts';
import type { AgentEvent } from '../people/agent.ts';
import type { CredentialEvent } from '../people/credential.ts';
import type { IdentityEvent, LinkCodeEvent } from '../people/identity.ts';
import type { PersonEvent } from '../people/person.ts';
import type { RouteEvent } from '../post/route.ts';
import type { ScheduleEvent } from '../schedule/schedule.ts';
import type { WakeEvent } from '../schedule/wake.ts';
import type { SignalEvent } from '../todo/signal.ts';
import type { TodoEvent } from '../todo/todo.ts';
import type { Instant } from '../time.ts';
import type { TurnEvent } from '../turn/turn.ts';

/** Everything that can happen: the closed list of entry types. Names are past tense. */
export type Event =
  | GoalEvent
  | LaneEvent
  | TodoEvent
  | SignalEvent
  | NoteEvent
  | TurnEvent
  | EvidenceEvent
  | GateEvent
  | PersonEvent
  | AgentEvent
  | CredentialEvent
  | IdentityEvent
  | LinkCodeEvent
  | RouteEvent
  | ResourceEvent
  | ScheduleEvent
  | DigestEvent
  | WakeEvent;

export type EventType = Event['type'];

/** Where an event stands when it is folded into a fact row. */
export type Place = { readonly seq: number; readonly at: Instant; readonly actor: string };
