// Input family: proposals, and the judgement they wait for. The rule that keeps a chosen value chosen is `justify`:
// nothing here may accept a proposal around it.
import { ROUNDS_AHEAD_MAX } from '../../base/limits/ledger/consensus.js';
import type { TimeRule } from '../../register/docket-time.js';
import { seatOf } from '../../register/roster.js';
import { accuse, bodyOf, isActive, judge, keepBody, type StepDraft, send, set } from '../draft.js';
import { isPrepared, others, proposerAt } from '../environment.js';
import { isDuplicateVote } from '../evidence.js';
import { extendsHead, isClaimSound, timeRuleOf } from '../proposal-rules.js';
import type { Proposal, RoundChange } from '../types.js';
import { countRejections } from './on-vote.js';
import { accept, addVote, signVote, votesIn } from './votes.js';

/** P1 to P6 of ../algorithm.md. Called again with the same proposal when its judgement arrives. */
export function onProposal(d: StepDraft, proposal: Proposal): void {
  if (!isActive(d) || !isWellFormed(d, proposal)) return;
  const { docket, round, prepare } = proposal;
  // P2. A promise above this round was given: no vote.
  if (round < d.state.record.round) return;
  // A justified proposal may be far ahead; only its vote is not kept then, so that rounds cannot fill memory.
  if (round <= d.state.record.round + ROUNDS_AHEAD_MAX && !addVote(d, prepare)) return;
  // P3. A vote of this round is repeated, never changed.
  const mine = ownVoteAt(d, round);
  if (mine) {
    if (mine.docketHash === docket.hash) repeat(d, proposal);
    else accuseProposer(d, proposal);
    return;
  }
  // P4.
  const time = justify(d, proposal);
  if (!time) return;
  // P5.
  const judgement = judge(d, docket, time);
  if (judgement.verdict === 'asked') {
    if (!d.state.pending || d.state.pending.round <= round) set(d, { pending: proposal });
    return;
  }
  if (judgement.verdict === 'bad') {
    refuse(d, proposal, judgement.code);
    return;
  }
  accept(d, proposal);
  if (proposal.prepare.voter !== d.env.self) answer(d, proposal);
}

/** P1. Signed by the proposer of the round for this docket, and the docket extends the tip under this roster. */
export function isWellFormed(d: StepDraft, proposal: Proposal): boolean {
  const { prepare, docket, round } = proposal;
  return (
    prepare.kind === 'PREPARE' &&
    prepare.approve &&
    prepare.round === round &&
    prepare.docketHash === docket.hash &&
    prepare.voter === proposerAt(d.state.tip, round, d.env) &&
    extendsHead(d, docket)
  );
}

/**
 * P4. Round 0 needs nothing; a later round needs round changes of a quorum, and carries the highest prepared value
 * among them with its proof. Only when none of them prepared anything may the proposer bring a docket of its own. Gives
 * how far the clock judges it.
 */
export function justify(d: StepDraft, proposal: Proposal): TimeRule | undefined {
  const { docket, round, prepare, justification, prepared } = proposal;
  const own = docket.header.proposer === prepare.voter && prepared === null;
  if (round === 0) return own && justification.length === 0 ? 'fresh' : undefined;
  if (!isQuorumFor(d, justification, round)) return undefined;
  const best = justification.reduce((a, b) => (b.preparedRound > a.preparedRound ? b : a));
  if (best.preparedRound < 0) return own ? 'fresh' : undefined;
  const proven =
    docket.hash === best.preparedHash &&
    prepared?.round === best.preparedRound &&
    prepared.docketHash === best.preparedHash &&
    isPrepared(prepared, d.state.tip, d.env);
  return proven ? timeRuleOf(d, docket, justification) : undefined;
}

/** A quorum of members that gave up the rounds before this one, each once. */
export function isQuorumFor(d: StepDraft, justification: readonly RoundChange[], round: number): boolean {
  const voters = new Set(justification.map((change) => change.voter));
  return (
    voters.size === justification.length &&
    voters.size >= d.env.quorum.commit &&
    justification.every((change) => isChangeTo(d, change, round))
  );
}

/** A round change into this round of this height, by a member of its roster. */
export function isChangeTo({ env, state }: StepDraft, change: RoundChange, round: number): boolean {
  return (
    change.round === round &&
    change.height === state.record.height &&
    change.rosterHash === env.rosterHash &&
    change.genesisHash === env.genesisHash &&
    change.registerId === env.registerId &&
    isClaimSound(change) &&
    seatOf(env.roster, change.voter) >= 0
  );
}

/** The approval of this seat in a round, if any: the one that a second proposal of the round would contradict. */
function ownVoteAt(d: StepDraft, round: number) {
  const { prepareVote, commitVote } = d.state.record;
  return [prepareVote, commitVote].find((vote) => vote?.round === round);
}

function accuseProposer(d: StepDraft, proposal: Proposal): void {
  const seat = seatOf(d.env.roster, proposal.prepare.voter);
  const { prepared } = d.state.record;
  const first = prepared?.round === proposal.round && prepared.signatures.find((entry) => entry.voterIndex === seat);
  if (!prepared || !first) return;
  const vote = { ...proposal.prepare, docketHash: prepared.docketHash, signature: first.signature };
  if (isDuplicateVote(vote, proposal.prepare))
    accuse(d, { kind: 'DuplicateVote', voter: vote.voter, votes: [vote, proposal.prepare] });
}

/** The vote goes to the proposer, who collects. */
function answer(d: StepDraft, proposal: Proposal): void {
  const { prepareVote, commitVote } = d.state.record;
  const vote = d.env.policy.mode === 'bft' ? prepareVote : commitVote;
  if (vote) send(d, [proposal.prepare.voter], { type: 'vote', vote });
}

function repeat(d: StepDraft, proposal: Proposal): void {
  if (proposal.prepare.voter === d.env.self) return;
  if (!bodyOf(d, proposal.docket.hash)) keepBody(d, proposal.docket);
  for (const vote of votesIn(d.state.record, proposal.round)) send(d, [proposal.prepare.voter], { type: 'vote', vote });
}

/**
 * A rejection goes to everybody: enough of them end the attempt before its timer does. It changes no promise, so
 * nothing is persisted.
 */
function refuse(d: StepDraft, proposal: Proposal, code: string): void {
  set(d, { pending: null });
  const kind = d.env.policy.mode === 'bft' ? 'PREPARE' : 'COMMIT';
  const vote = signVote(d, proposal.prepare, kind, code);
  send(d, others(d.env), { type: 'vote', vote });
  if (addVote(d, vote)) countRejections(d, vote);
}
