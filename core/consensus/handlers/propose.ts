// The proposer's side: when it may propose, and what it must propose. It builds a docket of its own only where nothing
// can have been chosen, and never an empty one.
import { assert } from '../../base/assert.js';
import type { Docket, Hash } from '../../model/register.js';
import { seatOf } from '../../register/roster.js';
import {
  announce,
  bodyOf,
  fetchBody,
  isActive,
  isOfClock,
  judge,
  keepBody,
  promise,
  type StepDraft,
  send,
  set,
} from '../draft.js';
import { others, proposerAt } from '../environment.js';
import { extendsHead, timeRuleOf } from '../proposal-rules.js';
import type { Claimed, PCert, Proposal, RoundChange } from '../types.js';
import { signRound } from './round.js';
import { accept, addVote, countCommits, countPrepares, signVote, votesIn } from './votes.js';

interface Choice {
  /** The docket that must be proposed, or null where the proposer is free. */
  readonly docket: Docket | null;
  readonly justification: readonly RoundChange[];
  readonly prepared: PCert | null;
}

const FREE: Choice = { docket: null, justification: [], prepared: null };

/**
 * L1 to L4 of ../algorithm.md. `windowMs` is how long a new docket may wait for company; `built` is the builder's
 * answer.
 */
export function tryPropose(d: StepDraft, windowMs: number, built: Docket | null = null): void {
  const { state, env } = d;
  const { record, tip } = state;
  if (!isActive(d) || state.decided || proposerAt(tip, record.round, env) !== env.self) return;
  // L1. A proposal a round, and none in a round in which this seat voted.
  if (record.proposal?.round === record.round || votesIn(record, record.round).length > 0) return;
  const choice = record.round === 0 ? FREE : choose(d);
  if (!choice || d.state.halted) return;
  const docket = choice.docket ?? built;
  if (docket) propose(d, docket, choice);
  else if (state.paused) yieldRound(d);
  else ask(d, windowMs);
}

/** R4: goes to a higher round, and proposes in it where this seat leads it. */
export function moveTo(d: StepDraft, round: number): void {
  signRound(d, round);
  tryPropose(d, 0);
}

/** The builder's answer. A docket for a round that is over is dropped: its transactions are still in the pool. */
export function onBuilt(
  d: StepDraft,
  answer: { readonly height: number; readonly round: number; readonly docket: Docket | null },
): void {
  const { building, record, paused } = d.state;
  if (!isActive(d) || !building || building.round !== answer.round || record.height !== answer.height) return;
  const { docket } = answer;
  if (!docket) {
    set(d, { work: building.again, building: building.again ? null : { ...building, empty: true } });
    if (building.again) tryPropose(d, 0);
    return;
  }
  assert(
    extendsHead(d, docket) && docket.header.proposer === d.env.self,
    'a built docket is of this node and extends the head',
  );
  assert(docket.transactions.length > 0, 'an empty docket is never built');
  set(d, { building: null });
  if (paused) {
    tryPropose(d, 0);
    return;
  }
  keepBody(d, docket);
  // A docket that this node built is valid by construction.
  const known = d.state.judgements.filter((j) => j.docketHash !== docket.hash);
  set(d, { judgements: [...known, { docketHash: docket.hash, time: 'fresh', verdict: 'good', code: '' }] });
  tryPropose(d, 0, docket);
}

/** The pool has, or no longer has, a transaction that could be sealed. */
export function onWork(d: StepDraft, on: boolean): void {
  const { building } = d.state;
  set(d, { work: on });
  // The builder may have looked before this transaction came.
  if (on && building) set(d, { building: building.empty ? null : { ...building, again: true } });
  if (on) tryPropose(d, d.env.roster.validators.length === 1 ? 0 : d.env.policy.buildWindowMs);
}

/**
 * L2. A quorum of round changes for this round whose values this node can give and holds valid; any quorum will do,
 * because every quorum contains a member that voted for a chosen value. Undefined while there is none.
 */
function choose(d: StepDraft): Choice | undefined {
  const { record } = d.state;
  const { quorum, roster } = d.env;
  const here = d.state.changes.filter(({ change }) => change.round === record.round);
  if (here.length < quorum.commit) return undefined;
  const named = here.map(({ change }) => change);
  const usable: typeof here = [];
  let refused = 0;
  for (const entry of here) {
    const { preparedHash, voter } = entry.change;
    const docket = preparedHash === null ? undefined : bodyOf(d, preparedHash);
    if (preparedHash === null) usable.push(entry);
    else if (!docket) fetchBody(d, preparedHash, voter);
    else {
      const judgement = judge(d, docket, timeRuleOf(d, docket, named));
      if (judgement.verdict === 'good') usable.push(entry);
      // The clock of one node says nothing about validity; it leaves the claim out, as any quorum of others may be
      // chosen.
      if (judgement.verdict === 'bad' && !isOfClock(judgement)) refused++;
    }
  }
  if (refused >= quorum.join) diverge(d);
  if (usable.length < quorum.commit) return undefined;
  const top = topOf(d, usable, named);
  const rank = ({ preparedHash }: RoundChange) => (preparedHash === top ? 0 : 1);
  usable.sort(
    (a, b) =>
      rank(a.change) - rank(b.change) ||
      b.change.preparedRound - a.change.preparedRound ||
      seatOf(roster, a.change.voter) - seatOf(roster, b.change.voter),
  );
  const chosen = usable.slice(0, quorum.commit);
  const justification = chosen.map(({ change }) => change);
  const best = chosen[0] as (typeof chosen)[number];
  const docket = best.change.preparedHash === null ? null : (bodyOf(d, best.change.preparedHash) ?? null);
  return { docket, justification, prepared: best.prepared };
}

/**
 * The value to propose: one that a quorum names, else the highest. Members that name it are chosen first, so that every
 * voter sees who stands behind it and asks its clock as this node did.
 */
function topOf(d: StepDraft, usable: readonly Claimed[], named: readonly RoundChange[]): Hash | null {
  const counts = (hash: Hash) => named.filter(({ preparedHash }) => preparedHash === hash).length;
  let top: RoundChange | undefined;
  for (const { change } of usable) {
    if (change.preparedHash === null) continue;
    if (d.env.policy.mode !== 'bft' && counts(change.preparedHash) >= d.env.quorum.commit) return change.preparedHash;
    if (!top || change.preparedRound > top.preparedRound) top = change;
  }
  return top?.preparedHash ?? null;
}

/**
 * So many members prepared what this node holds invalid that no quorum is without one: validity itself is in dispute.
 */
function diverge(d: StepDraft): void {
  const { record, judgements } = d.state;
  const bad = judgements.find((j) => j.verdict === 'bad');
  set(d, { halted: 'DIVERGED' });
  announce(d, { name: 'Diverged', height: record.height, docketHash: bad?.docketHash ?? '', code: bad?.code ?? '' });
}

/**
 * L3. A paused proposer gives its round away at once, but only the first one: if all were paused, rounds would spin.
 */
function yieldRound(d: StepDraft): void {
  if (d.state.work && d.state.record.round === 0 && d.env.roster.validators.length > 1) moveTo(d, 1);
}

function ask(d: StepDraft, windowMs: number): void {
  const { state } = d;
  const { height, round } = state.record;
  // In a later round a quorum asked for progress, so one of them has work even if this node has none.
  if ((!state.work && round === 0) || state.building?.round === round) return;
  set(d, { building: { round, again: false, empty: false } });
  d.effects.push({ type: 'build', height, round, windowMs });
}

/** L4. Proposal, record and own vote are one write; then it goes out, and this seat's vote counts like any other. */
function propose(d: StepDraft, docket: Docket, choice: Choice): void {
  const { record, tip } = d.state;
  const { height, round } = record;
  const { justification, prepared } = choice;
  const prepare = signVote(d, { height, round, docketHash: docket.hash }, 'PREPARE');
  const proposal: Proposal = { docket, round, prepare, justification, prepared, parent: tip.certificate };
  promise(d, { proposal: { docketHash: docket.hash, round, prepare, justification, prepared } });
  accept(d, proposal);
  send(d, others(d.env), { type: 'proposal', proposal });
  const { commitVote } = d.state.record;
  addVote(d, prepare);
  countPrepares(d, prepare);
  if (commitVote?.round === round && addVote(d, commitVote)) countCommits(d, commitVote);
}
