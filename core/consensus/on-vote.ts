// Input family: votes and prepare certificates. Counts distinct members of the roster, and makes certificates from them; it never counts a
// message twice and never commits without the proof that a quorum prepared.
import { ROUNDS_AHEAD_MAX } from '../base/limits.js';
import { seatOf } from '../register/roster.js';
import type { Hash } from '../register/types.js';
import { certificateOf } from './certificate.js';
import { voteDigest } from './digest.js';
import {
  accuse,
  announce,
  bodyOf,
  type Draft,
  fetchBody,
  isActive,
  judge,
  persist,
  promise,
  send,
  set,
} from './draft.js';
import { isPrepared, others, proposerAt } from './environment.js';
import { isDuplicateVote, isLyingRoundChange } from './evidence.js';
import { conclude } from './on-decided.js';
import { moveTo } from './on-round-change.js';
import type { ConsensusRecord, PCert, Vote, VoteKind } from './types.js';

/** V1 to V4 of README.md. */
export function onVote(d: Draft, vote: Vote): void {
  if (!isActive(d) || !addVote(d, vote)) return;
  if (!vote.approve) countRejections(d, vote);
  else if (vote.kind === 'PREPARE') countPrepares(d, vote);
  else countCommits(d, vote);
}

/**
 * V1. Keeps the first vote of a member for each kind and round; an approval may follow a rejection. False when the vote contradicts one that
 * is kept (its member is accused) or is outside the window.
 */
export function addVote(d: Draft, vote: Vote): boolean {
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

/** V2. The proposer of the current round turns enough PREPARE votes into the certificate that starts the second phase (bft only). */
export function countPrepares(d: Draft, vote: Vote): void {
  const { record, tip } = d.state;
  const collects = d.env.policy.mode === 'bft' && proposerAt(tip, vote.round, d.env) === d.env.self;
  if (!collects || vote.round !== record.round || record.commitVote?.round === vote.round) return;
  const votes = approvals(d, vote);
  if (votes.length < d.env.quorum.prepare) return;
  const certificate = certificateOf(votes, d.env.roster);
  if (isPrepared(certificate, tip, d.env)) onPrepared(d, certificate, vote.voter);
}

/** V3. Enough COMMIT votes of one round for one docket decide it, in whatever round this node is. */
export function countCommits(d: Draft, vote: Vote): void {
  if (!isActive(d)) return;
  const votes = approvals(d, vote);
  if (votes.length >= d.env.quorum.commit)
    conclude(d, { certificate: certificateOf(votes, d.env.roster), from: vote.voter, collected: true });
}

/** V4. So many rejections that no quorum is left. Beyond one attempt of each member the timer paces the rounds. */
export function countRejections(d: Draft, vote: Vote): void {
  const { record, votes } = d.state;
  if (vote.round !== record.round || vote.round >= d.env.roster.validators.length) return;
  const against = votes.filter((v) => !v.approve && v.round === vote.round && v.docketHash === vote.docketHash);
  if (new Set(against.map((v) => v.voter)).size < d.env.quorum.join) return;
  const { height, round, docketHash, code } = vote;
  announce(d, { name: 'Rejected', height, round, docketHash, code });
  moveTo(d, round + 1);
}

/** C1 of README.md: a quorum prepared the docket, so this member may commit to it. */
export function onPrepared(d: Draft, certificate: PCert, from: Hash): void {
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

/** A vote of this seat, signed. With a code it is a rejection. */
export function signVote(
  d: Draft,
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
export function voted(record: ConsensusRecord, round: number): Vote[] {
  return [record.prepareVote, record.commitVote].filter((vote) => vote !== null && vote.round === round) as Vote[];
}

/** Approvals by distinct seats of the roster that agree with `like` on kind, round and docket. */
function approvals(d: Draft, like: Vote): Vote[] {
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
