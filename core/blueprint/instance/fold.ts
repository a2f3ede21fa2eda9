// An instance of a workflow as a fold over its sealed transactions: which branches are open, what was done, who plays
// the open roles, and how it ended. Pure. Whether a transaction may be sealed is judged before
// (core/validate/); this file only says what sealing it does. In language 2 the control flow is that of
// core/flow.

import { absurd, assert } from '../../base/assert.js';
import { openedFlow, restingAt } from '../../flow/move.js';
import { type Flow, tokensOf } from '../../flow/runs.js';
import { afterChallenge } from '../disputes/challenges.js';
import { type AfterObjection, accusedBy, afterObjection, afterPause } from '../disputes/disputes.js';
import { afterPrivate, type ResolverFindings, withoutProven } from '../disputes/private-objections.js';
import { afterResolution, ballotsLost, withConsent } from '../disputes/resolutions.js';
import { weighed } from '../plan/approval.js';
import { onlyAfter } from '../plan/plan.js';
import type { Plan } from '../plan/planned.js';
import { standing, withoutVote, withVote } from '../state/ballots.js';
import type { Dispute } from '../state/dispute.js';
import type { Common, FlowInstance, HeadedInstance, Instance, InstanceState } from '../state/instance.js';
import { inOrder, isEmpty, oneMore } from '../state/member-order.js';
import type { Move } from '../state/move.js';
import { afterCancellation, termsOf, withActed } from './cancelling.js';
import { flowAfter, flowMove, targetsOf, waiting } from './flow-after.js';
import { headOf, taking } from './heads.js';
import { flowing, headed } from './instance-order.js';
import { withCounted } from './late-moves.js';

/** The instance that a starting action opens. */
export function opened(
  of: Pick<Instance, 'blueprintId' | 'publicationTxId'>,
  move: Move,
  { language, hasTimers, net }: Pick<Plan, 'language' | 'hasTimers' | 'net'>,
): Instance {
  const { isOpenRole, sender } = move.planned;
  const { blueprintId, publicationTxId } = of;
  const participants = isOpenRole ? { [sender.id]: move.senderWallet } : {};
  const isEnd = targetsOf(move).length === 0 && !move.planned.confirm;
  const first: Common = {
    blueprintId,
    opener: move.senderWallet,
    participants,
    publicationTxId,
    ...(isEnd && { record: move.txId }),
    state: isEnd ? 'Completed' : 'Active',
  };
  if (language === 2) {
    const since = Object.fromEntries(Object.keys(participants).map((id) => [id, 0]));
    const begun = (): Flow => (move.planned.confirm ? waiting(undefined, net(), move) : openedFlow(flowMove(move)));
    const flow = isEnd ? {} : begun();
    return flowing(first, { flow, moves: 0, runs: {}, since, ...(hasTimers && { startMs: move.atMs }) });
  }
  const head = headOf(move);
  const { action, isAwaited } = move.planned;
  const completed = head && isAwaited ? { [action.id]: move.txId } : {};
  return headed(first, { completed, heads: head ? { [move.txId]: head } : {} });
}

/** The instance after a move that follows another one. Its rows of runs are folded by themselves (`withRuns`). */
export function moved(was: Instance, move: Move, plan: Plan): Instance {
  const counted = withCounted(was, move);
  const before = counted.language === 2 ? withActed(counted, move, plan) : counted;
  switch (move.type) {
    case 'Action':
      return before.language === 2 ? wentOn(before, move, plan) : acted(before, move);
    case 'Rejection': {
      const config = move.planned.action.rejectionConfig;
      if (!config || config.isTerminal === true) return ended(before, 'Rejected', bound(before.participants, move));
      return before.language === 2 ? wentOn(before, move, plan) : rejected(before, move, plan);
    }
    case 'Cancellation':
      return cancelled(before, move, plan);
    case 'Objection':
      assert(before.language === 2, 'language 1 has no objections');
      return objected(before, move, plan);
    case 'Resolution':
      assert(before.language === 2, 'language 1 has no disputes');
      return resolved(before, move, plan);
    case 'Claim':
      return before.language === 2 && move.takes !== undefined ? taken(before, move.takes, move) : before;
    case 'Handover':
    case 'Release':
      // Holders are no part of the flow (core/moves/people/holders.ts).
      return before;
    case 'Challenge':
      assert(before.language === 2 && move.challenge, 'language 1 has no challenges');
      return flowing(before, { ...before, ...afterChallenge(before, { ...move.challenge, atMs: move.atMs }, plan) });
    case 'Delivery':
      assert(before.language === 2 && move.deliveredTo !== undefined, 'language 1 has no deliveries');
      return flowing(before, { ...before, deliveries: oneMore(before.deliveries, move.deliveredTo) });
    case 'Timer':
      assert(before.language === 2, 'language 1 has no timers');
      return wentOn(before, move, plan);
    case 'Vote':
      assert(before.language === 2, 'language 1 has no votes');
      return voted(before, move, plan);
    case 'Confirmation':
      assert(before.language === 2, 'language 1 has no confirmations');
      return wentOn(before, move, plan);
    default:
      return absurd(move.type);
  }
}

/** A move of language 2: an action, a timer, a rejection that goes on, or an answer to a run that waits for it. */
function wentOn(before: FlowInstance, move: Move, plan: Plan): Instance {
  const isActing = move.type !== 'Timer' && move.type !== 'Confirmation';
  const participants = isActing ? bound(before.participants, move) : before.participants;
  const going = afterPause(before, move.atMs);
  const flow = flowAfter(going.flow, move, plan);
  if (tokensOf(flow).length === 0) return ended(going, 'Completed', participants);
  return flowing({ ...commonOf(before), participants }, { ...going, flow, since: sinceOf(before, participants) });
}

/** A Claim is no move of the runs: the role is held where the next one of them is sealed. */
function taken(before: FlowInstance, role: string, { senderWallet }: Move): Instance {
  if (Object.hasOwn(before.participants, role)) return before;
  const participants = inOrder({ ...before.participants, [role]: senderWallet });
  const since = sinceOf({ ...before, moves: before.moves - 1 }, participants);
  return flowing({ ...before, participants }, { ...before, since });
}

/** It ends, or waits for others to agree. */
function cancelled(before: Instance, move: Move, plan: Plan): Instance {
  const { full, roles = [], lapsed = [], senderWallet: wallet, atMs } = move;
  if (before.language !== 2) return ended(before, 'Cancelled', before.participants);
  const terms = termsOf(plan, before);
  const cancelling = !full && afterCancellation(terms, before.cancelling, { roles, wallet, atMs, lapsed });
  if (cancelling) return flowing(before, { ...before, cancelling });
  return ended(afterPause(before, atMs), 'Cancelled', before.participants);
}

/** A vote counts; the one that decides takes the token, as the action does. */
function voted(was: FlowInstance, move: Move, plan: Plan): Instance {
  const { vote, txId, planned } = move;
  assert(vote, 'the form was checked');
  const before = afterPause(was, move.atMs);
  const { action } = planned;
  const token = { txId: move.previousTransactionId as string, target: action.id };
  const on = restingAt(before.flow, plan.net(), token);
  const ballots = withVote(before.ballots, { ...vote, txId, action: action.id, n: before.moves, on });
  const after = { ...before, ballots };
  if (vote.led) return wentOn(after, move, plan);
  const participants = bound(before.participants, move);
  return flowing({ ...commonOf(before), participants }, { ...after, since: sinceOf(before, participants) });
}

/** A run was proven false. An instance that has ended keeps its state. */
function objected(was: FlowInstance, move: Move, plan: Plan): Instance {
  const before = afterPause(was, move.atMs);
  const { txId, senderWallet, previousTransactionId, planned, objection, privately, atMs } = move;
  assert(previousTransactionId !== undefined, 'the form was checked');
  const accused = accusedBy(move, before.participants);
  if (privately) {
    const { role, terms } = privately;
    const of = { accused: accused.wallet, accusedRole: accused.role };
    const unproven = { ...of, by: senderWallet, role, run: previousTransactionId };
    const waits = afterPrivate(before, { txId, action: planned.action.id, atMs, terms, unproven });
    return flowing({ ...before, state: 'Disputed' }, { ...before, ...waits });
  }
  assert(objection, 'the form was checked');
  const isActive = before.state === 'Active' || before.state === 'Disputed';
  const of = { run: previousTransactionId, objection: txId };
  const falseVote = withoutVote(before.ballots, of, (id) => {
    const approval = plan.actions.get(String(id))?.approval;
    return approval && weighed(approval, before);
  });
  const after: AfterObjection = afterObjection(
    { ...before, isActive },
    {
      ...{ txId, senderWallet, ...objection, atMs, run: previousTransactionId, action: planned.action.id },
      ...(falseVote?.voids !== undefined && { stands: falseVote.voids }),
      ...{ accused, roles: plan.roles },
    },
  );
  const state = !isActive ? before.state : after.dispute ? 'Disputed' : 'Active';
  const ballots = standing(falseVote ? falseVote.left : before.ballots, after.flow);
  const lost = after.dispute && ballotsLost(before.ballots, ballots);
  const dispute = lost ? { dispute: inOrder({ ...after.dispute, ballots: lost } as never) as unknown as Dispute } : {};
  return flowing({ ...before, state }, { ...before, ...after, ...dispute, ballots });
}

/** Somebody said how a dispute shall end, and it ends where all were there who have to. */
function resolved(before: FlowInstance, move: Move, plan: Plan): Instance {
  const { resolution, txId, senderWallet: wallet, atMs } = move;
  const { dispute } = before;
  assert(dispute && resolution, 'the step of resolutions passed');
  const { role, outcome, decides, proven, redoWithinMs } = resolution;
  if (proven && dispute.unproven) return judged(before, { ...move, proven, unproven: dispute.unproven }, plan);
  assert(outcome, 'the form was checked');
  const isSaid = dispute.consents !== undefined && Object.hasOwn(dispute.consents, role);
  if (!decides)
    return flowing(before, {
      ...before,
      dispute: withConsent(dispute, role, { outcome, wallet }),
      // The first word of a role in a dispute is counted for nothing: others cannot use up what it may say.
      ...(isSaid && { resolutions: oneMore(before.resolutions, role) }),
    });
  const after = afterResolution({ ...before, dispute }, { outcome, redoWithinMs, txId, atMs });
  const { dispute: _, ...rest } = before;
  const { ballots, ...more } = after;
  const left = { ...rest, ...more };
  if (outcome === 'end') return ended(left, 'Rejected', before.participants);
  return flowing({ ...before, state: 'Active' }, { ...left, ballots });
}

/** A private objection was found proven, and is one that all know from now on; or not, and all goes on. */
function judged(before: FlowInstance, { proven, unproven, ...move }: Move & ResolverFindings, plan: Plan): Instance {
  const { ground, at, is, terms } = proven;
  if (!is || ground === undefined || at === undefined)
    return flowing({ ...before, state: 'Active' }, afterPause(before, move.atMs));
  const { by: senderWallet, run: previousTransactionId, accused: wallet, accusedRole, role } = unproven;
  const accused = { role: accusedRole, wallet };
  const { privately, ...known } = before;
  const others = withoutProven(privately, role);
  const was: FlowInstance = { ...known, ...(others && { privately: others }) };
  return objected(
    was,
    { ...move, senderWallet, previousTransactionId, accused, objection: { ground, at, terms } },
    plan,
  );
}

/** The instance with its runs as the rows have them after the move that led to it. */
export function withRuns(
  instance: FlowInstance,
  { moves, runs, dues }: Pick<FlowInstance, 'moves' | 'runs' | 'dues'>,
): FlowInstance {
  return flowing(instance, instance, { moves, runs, dues });
}

/** A role that was not held before is held from this move on. */
function sinceOf({ since, moves }: FlowInstance, participants: Common['participants']): FlowInstance['since'] {
  const isKnown = Object.keys(participants).every((id) => Object.hasOwn(since, id));
  if (isKnown) return since;
  const placeOf = (id: string): number => (Object.hasOwn(since, id) ? (since[id] as number) : moves);
  return Object.fromEntries(Object.keys(participants).map((id) => [id, placeOf(id)]));
}

function acted(before: HeadedInstance, move: Move): Instance {
  const { action, isAwaited, priors } = move.planned;
  const participants = bound(before.participants, move);
  const heads = taking(before, move);
  const head = headOf(move);
  if (head) heads[move.txId] = head;
  else if (isEmpty(heads)) return ended(before, 'Completed', participants);
  let { completed } = before;
  if (priors.length > 0 || isAwaited) {
    const left = { ...completed };
    for (const id of priors) delete left[id];
    if (isAwaited) left[action.id] = move.txId;
    completed = left;
  }
  return headed({ ...commonOf(before), participants }, { completed, heads: inOrder(heads) });
}

/**
 * Going back to the target undoes what a run comes to only through it: its open branches end and its actions count as
 * not done. Other branches stay as they are. A join that is rejected keeps the other actions that it waits for
 * complete: only what is done again has to come again.
 */
function rejected(before: HeadedInstance, move: Move, plan: Plan): Instance {
  const { action } = move.planned;
  const participants = bound(before.participants, move);
  const [target] = targetsOf(move) as readonly [number];
  const isUndone = onlyAfter(plan, target);
  const heads = Object.fromEntries(Object.entries(taking(before, move)).filter(([, head]) => !isUndone(head.action)));
  heads[move.txId] = { action: action.id, next: [target], taken: [] };
  const completed = Object.fromEntries(Object.entries(before.completed).filter(([id]) => !isUndone(Number(id))));
  return headed({ ...commonOf(before), participants }, { completed, heads: inOrder(heads) });
}

function bound(before: Instance['participants'], { planned, senderWallet }: Move): Instance['participants'] {
  if (!planned.isOpenRole || Object.hasOwn(before, planned.sender.id)) return before;
  return inOrder({ ...before, [planned.sender.id]: senderWallet });
}

function commonOf({ blueprintId, opener, publicationTxId }: Instance): Omit<Common, 'participants'> {
  return { blueprintId, opener, publicationTxId, state: 'Active' };
}

/** An instance that has ended has no open branches. The times that were stated stay: a disclosure may begin at one. */
function ended(before: Instance, state: InstanceState, participants: Common['participants']): Instance {
  const last = { ...commonOf(before), participants, state };
  if (before.language === 2) {
    const { acted: _, cancelling: __, dispute: ___, ...rest } = before;
    return flowing(last, { ...rest, flow: {}, since: sinceOf(before, participants) });
  }
  return headed(last, { completed: {}, heads: {} });
}
