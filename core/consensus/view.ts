// A view of the height that is being decided, in the words of the specification (docs/protocol.md 1): for people and
// programs that watch. Sealed dockets and their votes are read from the chain; nothing here is durable, and nothing
// decides by it.
import type { Certificate, Hash } from '../model/register.js';
import { isSeated, proposerAt } from './environment.js';
import { initial, isBusy } from './state.js';
import type { ConsensusRecord, Env, State, Tip, Vote, VoteKind } from './types.js';

/** Sealed is what the chain serves; the other four states of a docket are these. */
export type CandidateState = 'Init' | 'Proposed' | 'Accepted' | 'Rejected';

export interface CandidateVote {
  readonly validatorId: Hash;
  readonly kind: VoteKind;
  readonly decision: 'Approve' | 'Reject';
  /** Why it was rejected; '' for an approval. */
  readonly code: string;
  readonly round: number;
  readonly docketHash: Hash;
}

export interface ConsensusView {
  /** The height that is being decided. */
  readonly height: number;
  readonly round: number;
  /** The validator whose turn it is to propose in this round. */
  readonly leader: Hash;
  readonly state: CandidateState;
  /** Null while nothing is proposed in this round. */
  readonly docketHash: Hash | null;
  /** Votes of this height that are held here, oldest round first. */
  readonly votes: readonly CandidateVote[];
  /** Somebody has something to decide: rounds go on. */
  readonly busy: boolean;
  /** The seat of this node, or null for one that only observes. */
  readonly self: Hash | null;
}

/** Of a register in memory. */
export function consensusView(state: State, env: Env): ConsensusView {
  const { record, tip } = state;
  return {
    height: record.height,
    round: record.round,
    leader: proposerAt(tip, record.round, env),
    ...candidate(state, env),
    votes: heldVotes(state)
      .sort((a, b) => a.round - b.round)
      .map(voteView),
    busy: isBusy(state),
    self: isSeated(env) ? env.self : null,
  };
}

/**
 * Of a register that is not in memory: what its durable record says. `record` undefined: its seat never promised
 * anything.
 */
export function restingView(record: ConsensusRecord | undefined, tip: Tip, env: Env): ConsensusView {
  const fresh = initial(tip);
  return consensusView(record ? { ...fresh, record } : fresh, env);
}

/** Of a height whose docket is decided and on its way to the disk: not sealed before it is there. */
export function decidedView(certificate: Certificate, env: Pick<Env, 'roster' | 'self'>, leader: Hash): ConsensusView {
  const { height, round, docketHash } = certificate;
  const votes = certificate.signatures.flatMap(({ voterIndex }): CandidateVote[] => {
    const validatorId = env.roster.validators[voterIndex]?.validatorId;
    return validatorId === undefined
      ? []
      : [{ validatorId, kind: 'COMMIT', decision: 'Approve', code: '', round, docketHash }];
  });
  return { height, round, leader, state: 'Accepted', docketHash, votes, busy: true, self: env.self };
}

function candidate(state: State, env: Env): Pick<ConsensusView, 'state' | 'docketHash'> {
  if (state.decided) return { state: 'Accepted', docketHash: state.decided.docketHash };
  const docketHash = proposedHash(state, env);
  if (docketHash === null) return { state: 'Init', docketHash };
  return { state: isRejected(state, env, docketHash) ? 'Rejected' : 'Proposed', docketHash };
}

/**
 * The docket that was proposed in the round that runs: by this node, to it, or as the vote of the round's leader tells.
 */
function proposedHash({ record, tip, pending, votes }: State, env: Env): Hash | null {
  const { round, proposal, prepareVote, commitVote } = record;
  const leader = proposerAt(tip, round, env);
  const facts = votes.find((vote) => vote.round === round && vote.voter === leader && vote.approve);
  const held = [proposal, prepareVote, commitVote].find((promise) => promise?.round === round);
  return held?.docketHash ?? (pending?.round === round ? pending.docket.hash : (facts?.docketHash ?? null));
}

/** Invalid here, or by the signed word of so many that no quorum is without one of them. */
function isRejected({ record, votes, judgements }: State, { quorum }: Env, docketHash: Hash): boolean {
  const against = votes.filter(
    (vote) => !vote.approve && vote.round === record.round && vote.docketHash === docketHash,
  );
  const isBad = judgements.some((item) => item.docketHash === docketHash && item.verdict === 'bad');
  return isBad || new Set(against.map(({ voter }) => voter)).size >= quorum.join;
}

/** The votes of others, and the last ones of this seat, which it keeps apart. */
function heldVotes({ votes, record }: State): Vote[] {
  const own = [record.proposal?.prepare, record.prepareVote, record.commitVote].filter((vote) => vote != null);
  const missing = own.filter((mine, i) => ![...votes, ...own.slice(0, i)].some((vote) => isSame(vote, mine)));
  return [...votes, ...missing];
}

function isSame(a: Vote, b: Vote): boolean {
  return a.kind === b.kind && a.round === b.round && a.voter === b.voter;
}

function voteView({ voter, kind, approve, code, round, docketHash }: Vote): CandidateVote {
  return { validatorId: voter, kind, decision: approve ? 'Approve' : 'Reject', code, round, docketHash };
}
