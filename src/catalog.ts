import { inbox } from './attention/inbox.ts';
import { keepFile } from './evidence/keep-file.ts';
import { listDigests, showDigest } from './digest/digest-views.ts';
import { answerGate } from './gate/answer-gate.ts';
import { askGate } from './gate/ask-gate.ts';
import { supersedeGate, withdrawGate } from './gate/close-gate.ts';
import { listGates, showGate } from './gate/gate-views.ts';
import { markOverdue } from './gate/mark-overdue.ts';
import { receiveAnswer } from './gate/receive-answer.ts';
import { reviseGate } from './gate/revise-gate.ts';
import { revokeAnswer } from './gate/revoke-answer.ts';
import { board } from './goal/board.ts';
import { changeGoal } from './goal/change-goal.ts';
import { createGoal } from './goal/create-goal.ts';
import { listGoals, showGoal } from './goal/goal-views.ts';
import { leaveNote } from './goal/leave-note.ts';
import { pauseGoal, resumeGoal } from './goal/pause-goal.ts';
import { addLane } from './lane/add-lane.ts';
import { changeLane } from './lane/change-lane.ts';
import { listLanes, showLane } from './lane/lane-views.ts';
import { houseLedger, ledger } from './ledger/ledger-view.ts';
import { lapseLeases } from './lease/lapse-leases.ts';
import { moveDeadlines } from './lease/move-deadlines.ts';
import { addAgent } from './people/add-agent.ts';
import { addPerson } from './people/add-person.ts';
import { adoptOperatorToken } from './people/adopt-operator-token.ts';
import { listAgents, showAgent } from './people/agent-views.ts';
import { changeAgent, revokeAgent } from './people/change-agent.ts';
import { changePerson } from './people/change-person.ts';
import { askLoginCode, issueLoginCode } from './people/issue-login-code.ts';
import { issueSignalToken } from './people/issue-signal-token.ts';
import { confirmLink, linkAccount, offerLink } from './people/link-account.ts';
import { listTokens } from './people/list-tokens.ts';
import { makeToken } from './people/make-token.ts';
import { openSession } from './people/open-session.ts';
import { listPeople, showPerson } from './people/person-views.ts';
import { revokeToken } from './people/revoke-token.ts';
import { addRoute } from './post/add-route.ts';
import { changeRoute, removeRoute } from './post/change-route.ts';
import { moveRoutes } from './post/move-routes.ts';
import { closeTerminal, openTerminal } from './post/open-terminal.ts';
import { listRoutes, showRoute } from './post/route-views.ts';
import { addSchedule } from './schedule/add-schedule.ts';
import { changeSchedule, removeSchedule } from './schedule/change-schedule.ts';
import { fireSlot } from './schedule/fire-slot.ts';
import { runSchedule } from './schedule/run-schedule.ts';
import { listSchedules, showSchedule } from './schedule/schedule-views.ts';
import { addTodo } from './todo/add-todo.ts';
import { changeTodo, dropTodo } from './todo/change-todo.ts';
import { sendSignal } from './todo/send-signal.ts';
import { listTodos, showTodo } from './todo/todo-views.ts';
import { abortTurn } from './turn/abort-turn.ts';
import { commitTurn } from './turn/commit-turn.ts';
import { heartbeatTurn } from './turn/heartbeat-turn.ts';
import { startTurn } from './turn/start-turn.ts';
import type { AnyVerb, AnyView } from './verb.ts';

/** Every verb, listed once. What stands here is at once in HTTP, OpenAPI and the docs. */
export const verbs = {
  'create-goal': createGoal,
  'change-goal': changeGoal,
  'pause-goal': pauseGoal,
  'resume-goal': resumeGoal,
  'add-lane': addLane,
  'change-lane': changeLane,
  'add-todo': addTodo,
  'change-todo': changeTodo,
  'drop-todo': dropTodo,
  'add-agent': addAgent,
  'change-agent': changeAgent,
  'revoke-agent': revokeAgent,
  'issue-signal-token': issueSignalToken,
  'add-person': addPerson,
  'change-person': changePerson,
  'issue-login-code': issueLoginCode,
  'ask-login-code': askLoginCode,
  'open-session': openSession,
  'make-token': makeToken,
  'revoke-token': revokeToken,
  'link-account': linkAccount,
  'offer-link': offerLink,
  'confirm-link': confirmLink,
  'add-route': addRoute,
  'change-route': changeRoute,
  'remove-route': removeRoute,
  'add-schedule': addSchedule,
  'change-schedule': changeSchedule,
  'remove-schedule': removeSchedule,
  'run-schedule': runSchedule,
  'send-signal': sendSignal,
  'leave-note': leaveNote,
  'start-turn': startTurn,
  'heartbeat-turn': heartbeatTurn,
  'commit-turn': commitTurn,
  'abort-turn': abortTurn,
  'ask-gate': askGate,
  'revise-gate': reviseGate,
  'withdraw-gate': withdrawGate,
  'supersede-gate': supersedeGate,
  'receive-answer': receiveAnswer,
  'answer-gate': answerGate,
  'revoke-answer': revokeAnswer,
  'keep-file': keepFile,
  'adopt-operator-token': adoptOperatorToken,
  'move-routes': moveRoutes,
  'open-terminal': openTerminal,
  'close-terminal': closeTerminal,
  'lapse-leases': lapseLeases,
  'mark-overdue': markOverdue,
  'fire-slot': fireSlot,
  'move-deadlines': moveDeadlines,
} as const satisfies Record<string, AnyVerb>;

export type VerbName = keyof typeof verbs;

/** Every view, listed once. */
export const views = {
  'list-goals': listGoals,
  'show-goal': showGoal,
  board,
  ledger,
  'house-ledger': houseLedger,
  'list-lanes': listLanes,
  'show-lane': showLane,
  'list-todos': listTodos,
  'show-todo': showTodo,
  'list-agents': listAgents,
  'show-agent': showAgent,
  'list-people': listPeople,
  'show-person': showPerson,
  'list-tokens': listTokens,
  'list-routes': listRoutes,
  'show-route': showRoute,
  'list-schedules': listSchedules,
  'show-schedule': showSchedule,
  'list-digests': listDigests,
  'show-digest': showDigest,
  'list-gates': listGates,
  'show-gate': showGate,
  inbox,
} as const satisfies Record<string, AnyView>;

export type ViewName = keyof typeof views;
