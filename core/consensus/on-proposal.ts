// Input family: proposals, and the judgement they wait for. The rule that keeps a chosen value chosen is `justified`: nothing here may accept
// a proposal around it.
import { ROUNDS_AHEAD_MAX } from '../base/limits.js';
import type { TimeRule } from '../register/docket-time.js';
import { seatOf } from '../register/roster.js';
import type { Docket } from '../register/types.js';
import {
  accuse,
  announce,
  bodyOf,
  type Draft,
  isActive,
  judge,
  keepBody,
  persist,
  promise,
  send,
  set,
} from './draft.js';
import { isPrepared, others, proposerAt } from './environment.js';
import { isDuplicateVote } from './evidence.js';
import { addVote, countRejections, signVote, voted } from './on-vote.js';
import type { ConsensusRecord, PCert, Proposal, RoundChange } from './types.js';

/** P1 to P6 of README.md. Called again with the same proposal when its judgement arrives. */
export function onProposal(d: Draft, proposal: Proposal): void {
  if (!isActive(d) || !isWellFormed(d, proposal)) return;
  const { docket, round, prepare } = proposal;
  // P2. A promise above this round was given: no vote.
  if (round < d.state.record.round) return;
  // A justified proposal may be far ahead; only its vote is not kept then, so that rounds cannot fill memory.
  if (round <= d.state.record.round + ROUNDS_AHEAD_MAX && !addVote(d, prepare)) return;
  // P3. What was voted for in this round is repeated, never changed.
  const mine = votedAt(d, round);
  if (mine) {
    if (mine.docketHash === docket.hash) repeat(d, proposal);
    else accuseProposer(d, proposal);
    return;
  }
  // P4.
  const time = justified(d, proposal);
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

/**
 * P6. Promises the round and the value: record and body in one write. Majority commits at once, because one proposal signed by the only
 * proposer of the round is already unique; bft prepares first. Sends nothing.
 */
export function accept(d: Draft, proposal: Proposal): void {
  const { docket, round, prepare, justification } = proposal;
  keepBody(d, docket);
  set(d, { pending: null, justification });
  if (d.env.policy.mode === 'bft') {
    promise(d, { round, prepareVote: prepare.voter === d.env.self ? prepare : signVote(d, prepare, 'PREPARE') });
  } else {
    const { height, docketHash, rosterHash, signature, voter } = prepare;
    const signatures = [{ voterIndex: seatOf(d.env.roster, voter), signature }];
    const prepared = { kind: 'PREPARE', height, round, docketHash, rosterHash, signatures } as const;
    // This seat's own vote for its own proposal leaves it in a certificate only.
    const firm = voter === d.env.self ? firmOf(d.state.record) : prepared;
    promise(d, { round, prepared, firm, commitVote: signVote(d, prepare, 'COMMIT') });
  }
  persist(d, docket);
  announce(d, { name: 'Proposed', height: prepare.height, round, docketHash: docket.hash });
}

/** P1. Signed by the proposer of the round for this docket, and the docket extends the head under this roster. */
function isWellFormed(d: Draft, proposal: Proposal): boolean {
  const { prepare, docket, round } = proposal;
  const { tip, record } = d.state;
  return (
    prepare.kind === 'PREPARE' &&
    prepare.approve &&
    prepare.round === round &&
    prepare.docketHash === docket.hash &&
    prepare.voter === proposerAt(tip, round, d.env) &&
    extendsHead(d, docket) &&
    docket.header.height === record.height
  );
}

/** True if the docket names this register, the head and the roster of this height. */
export function extendsHead(d: Draft, docket: Docket): boolean {
  const { header } = docket;
  return (
    header.registerId === d.env.registerId &&
    header.height === d.state.tip.height + 1 &&
    header.prevHash === d.state.tip.hash &&
    header.rosterHash === d.env.rosterHash
  );
}

/**
 * P4. Round 0 needs nothing; a later round needs round changes of a quorum, and carries the highest prepared value among them with its proof.
 * Only when none of them prepared anything may the proposer bring a docket of its own. Gives how far the clock judges it.
 */
function justified(d: Draft, proposal: Proposal): TimeRule | undefined {
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

/**
 * How far the clock judges a value that round changes bring back. In bft mode a quorum prepared it, and in majority mode a quorum of round changes may name it:
 * that is beyond any one clock. Where its builder alone names it nobody else's clock has seen it, so it is judged as a fresh one; its builder gives it up
 * soon if it is refused (R6). Else a clock besides its builder's passed it when it was fresh: it may be old by now.
 */
export function timeRuleOf(d: Draft, docket: Docket, changes: readonly RoundChange[]): TimeRule {
  if (d.env.policy.mode === 'bft') return 'never';
  const naming = changes.filter(({ preparedHash }) => preparedHash === docket.hash);
  if (naming.length >= d.env.quorum.commit) return 'never';
  return naming.every(({ voter }) => voter === docket.header.proposer) ? 'fresh' : 'again';
}

/** The highest prepared value that this seat cannot take back. */
function firmOf({ firm, prepared }: ConsensusRecord): PCert | null {
  return firm === undefined ? prepared : firm;
}

function isQuorumFor(d: Draft, justification: readonly RoundChange[], round: number): boolean {
  const { env, state } = d;
  const voters = new Set(justification.map((change) => change.voter));
  return (
    voters.size === justification.length &&
    voters.size >= env.quorum.commit &&
    justification.every(
      (change) =>
        change.round === round &&
        change.height === state.record.height &&
        change.rosterHash === env.rosterHash &&
        change.genesisHash === env.genesisHash &&
        change.registerId === env.registerId &&
        isClaimSound(change) &&
        seatOf(env.roster, change.voter) >= 0,
    )
  );
}

/** A claim names a round below its own and a hash, or neither. */
export function isClaimSound(change: RoundChange): boolean {
  const { preparedRound, preparedHash, round } = change;
  if (!Number.isInteger(preparedRound) || preparedRound < -1 || preparedRound >= round) return false;
  return preparedRound === -1 ? preparedHash === null : preparedHash !== null;
}

/** The approval of this seat in a round, if any: the one that a second proposal of the round would contradict. */
function votedAt(d: Draft, round: number) {
  const { prepareVote, commitVote } = d.state.record;
  return [prepareVote, commitVote].find((vote) => vote?.round === round);
}

function accuseProposer(d: Draft, proposal: Proposal): void {
  const seat = seatOf(d.env.roster, proposal.prepare.voter);
  const { prepared } = d.state.record;
  const first = prepared?.round === proposal.round && prepared.signatures.find((entry) => entry.voterIndex === seat);
  if (!prepared || !first) return;
  const vote = { ...proposal.prepare, docketHash: prepared.docketHash, signature: first.signature };
  if (isDuplicateVote(vote, proposal.prepare))
    accuse(d, { kind: 'DuplicateVote', voter: vote.voter, votes: [vote, proposal.prepare] });
}

/** The vote goes to the proposer, who collects. */
function answer(d: Draft, proposal: Proposal): void {
  const { prepareVote, commitVote } = d.state.record;
  const vote = d.env.policy.mode === 'bft' ? prepareVote : commitVote;
  if (vote) send(d, [proposal.prepare.voter], { type: 'vote', vote });
}

function repeat(d: Draft, proposal: Proposal): void {
  if (proposal.prepare.voter === d.env.self) return;
  if (!bodyOf(d, proposal.docket.hash)) keepBody(d, proposal.docket);
  for (const vote of voted(d.state.record, proposal.round)) send(d, [proposal.prepare.voter], { type: 'vote', vote });
}

/** A rejection goes to everybody: enough of them end the attempt before its timer does. It changes no promise, so nothing is persisted. */
function refuse(d: Draft, proposal: Proposal, code: string): void {
  set(d, { pending: null });
  const kind = d.env.policy.mode === 'bft' ? 'PREPARE' : 'COMMIT';
  const vote = signVote(d, proposal.prepare, kind, code);
  send(d, others(d.env), { type: 'vote', vote });
  if (addVote(d, vote)) countRejections(d, vote);
}
