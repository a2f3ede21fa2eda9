// The votes of a height: those of members are kept and counted, and those of this seat are signed. It makes
// certificates of distinct members of the roster, and never commits without the proof that a quorum prepared.
import { ROUNDS_AHEAD_MAX } from '../../base/limits/ledger/consensus.js';
import type { Hash } from '../../model/register.js';
import { seatOf } from '../../register/roster.js';
import { certificateOf } from '../certificate.js';
import { voteDigest } from '../digest.js';
import {
  accuse,
  announce,
  bodyOf,
  fetchBody,
  isActive,
  judge,
  keepBody,
  persist,
  promise,
  type StepDraft,
  send,
  set,
} from '../draft.js';
import { isPrepared, others, proposerAt } from '../environment.js';
import { isDuplicateVote, isLyingRoundChange } from '../evidence.js';
import type { ConsensusRecord, PCert, Proposal, Vote, VoteKind } from '../types.js';
import { conclude } from './on-decided.js';

/**
 * V1. Keeps the first vote of a member for each kind and round; an approval may follow a rejection. False when the vote
 * contradicts one that is kept (its member is accused) or is outside the window.
 */
export function addVote(d: StepDraft, vote: Vote): boolean {
  const { votes, record, changes } = d.state;
  if (vote.round > record.round + ROUNDS_AHEAD_MAX) return false;
  const kept = votes.find((v) => v.voter === vote.voter && v.kind === vote.kind && v.round === vote.round);
  if (kept && isDuplicateVote(kept, vote)) {
    accuse(d, { kind: 'DuplicateVote', voter: vote.voter, votes: [kept, vote] });
    return false;
  }
  const lie = changes.find(({ change }) => isLyingRoundChange(vote, change));
  if (lie) accuse(d, { kind: 'LyingRoundChange', voter: vote.voter, vote, change: lie.change });
  if (kept && (kept.approve || !vote.approve)) return true;
  const window = votes.filter((v) => v !== kept && v.round >= record.round - ROUNDS_AHEAD_MAX);
  set(d, { votes: [...window, vote] });
  return true;
}

/** A vote of this seat, signed. With a code it is a rejection. */
export function signVote(
  d: StepDraft,
  about: Pick<Vote, 'height' | 'round' | 'docketHash'>,
  kind: VoteKind,
  code = '',
): Vote {
  const { registerId, genesisHash, rosterHash, self } = d.env;
  const { height, round, docketHash } = about;
  const voter = self as Hash;
  const approve = code === '';
  const vote = { kind, registerId, genesisHash, height, round, docketHash, rosterHash, voter, approve, code };
  return { ...vote, signature: d.env.sign(voteDigest(vote)) };
}

/** The approvals that this seat signed in a round. */
export function votesIn(record: ConsensusRecord, round: number): Vote[] {
  return [record.prepareVote, record.commitVote].filter((vote) => vote !== null && vote.round === round) as Vote[];
}

/**
 * P6. Promises the round and the value: record and body in one write. Majority commits at once, because one proposal
 * signed by the only proposer of the round is already unique; bft prepares first. Sends nothing.
 */
export function accept(d: StepDraft, proposal: Proposal): void {
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
  announce(d, { name: 'Proposed', height: prepare.height, round, docket });
}

/** The highest prepared value that this seat cannot take back. */
function firmOf({ firm, prepared }: ConsensusRecord): PCert | null {
  return firm === undefined ? prepared : firm;
}

/**
 * V2. The proposer of the current round turns enough PREPARE votes into the certificate that starts the second phase
 * (bft only).
 */
export function countPrepares(d: StepDraft, vote: Vote): void {
  const { record, tip } = d.state;
  const collects = d.env.policy.mode === 'bft' && proposerAt(tip, vote.round, d.env) === d.env.self;
  if (!collects || vote.round !== record.round || record.commitVote?.round === vote.round) return;
  const votes = approvals(d, vote);
  if (votes.length < d.env.quorum.prepare) return;
  const certificate = certificateOf(votes, d.env.roster);
  if (isPrepared(certificate, tip, d.env)) onPrepared(d, certificate, vote.voter);
}

/** V3. Enough COMMIT votes of one round for one docket decide it, in whatever round this node is. */
export function countCommits(d: StepDraft, vote: Vote): void {
  if (!isActive(d)) return;
  const votes = approvals(d, vote);
  if (votes.length >= d.env.quorum.commit)
    conclude(d, { certificate: certificateOf(votes, d.env.roster), from: vote.voter, collected: true });
}

/** C1 of ../algorithm.md: a quorum prepared the docket, so this member may commit to it. */
export function onPrepared(d: StepDraft, certificate: PCert, from: Hash): void {
  const { tip, record } = d.state;
  if (!isActive(d) || d.env.policy.mode !== 'bft' || certificate.round < record.round) return;
  if (!isPrepared(certificate, tip, d.env)) return;
  const { round, docketHash } = certificate;
  const proposer = proposerAt(tip, round, d.env);
  if (record.commitVote?.round === round) {
    if (record.commitVote.docketHash === docketHash && proposer !== d.env.self)
      send(d, [proposer], { type: 'vote', vote: record.commitVote });
    return;
  }
  const docket = bodyOf(d, docketHash);
  if (!docket) {
    set(d, { preparing: certificate });
    fetchBody(d, docketHash, from);
    return;
  }
  // A quorum judged the clock already, and a re-proposal is never judged by it.
  const { verdict } = judge(d, docket, 'never');
  if (verdict === 'asked') set(d, { preparing: certificate });
  if (verdict !== 'good') return;
  const commitVote = signVote(d, { height: record.height, round, docketHash }, 'COMMIT');
  set(d, { preparing: null });
  promise(d, { round, prepared: certificate, commitVote });
  persist(d, docket);
  if (proposer !== d.env.self) {
    send(d, [proposer], { type: 'vote', vote: commitVote });
    return;
  }
  send(d, others(d.env), { type: 'prepared', certificate });
  if (addVote(d, commitVote)) countCommits(d, commitVote);
}

/** Approvals by distinct seats of the roster that agree with `like` on kind, round and docket. */
export function approvals(d: StepDraft, like: Vote): Vote[] {
  const seen = new Set<Hash>();
  return d.state.votes.filter((vote) => {
    const counts =
      vote.approve &&
      vote.kind === like.kind &&
      vote.round === like.round &&
      vote.docketHash === like.docketHash &&
      vote.rosterHash === d.env.rosterHash &&
      seatOf(d.env.roster, vote.voter) >= 0 &&
      !seen.has(vote.voter);
    if (counts) seen.add(vote.voter);
    return counts;
  });
}
