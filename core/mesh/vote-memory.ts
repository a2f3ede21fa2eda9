// Whether this node has forgotten votes that it cast: a peer shows one, and the durable record says what is known here.
// Finds restored images and a second copy of the node as far as peers remember (docs/protocol.md 12). Pure; a peer
// cannot make it up, because what it shows is signed with our own key.
import type { Verify } from '../consensus/certificate.js';
import { voteDigest } from '../consensus/digest.js';
import type { ConsensusRecord, Vote } from '../consensus/types.js';
import type { Hash } from '../model/register.js';

/** The votes of this node on one register, as far as it knows them. */
export interface OwnVotes {
  readonly registerId: string;
  readonly genesisHash: Hash;
  /** The seat that votes here now; votes of an earlier key bind no member any more. */
  readonly validatorId: Hash;
  /** Ed25519 public key of that seat, 64 hex digits. */
  readonly consensusKey: string;
  /** Height of the sealed tip, queued seals included. */
  readonly headHeight: number;
  /** Undefined for a seat that never voted above the head. */
  readonly record: Pick<ConsensusRecord, 'height' | 'round' | 'prepareVote' | 'commitVote' | 'proposal'> | undefined;
}

/**
 * `rolled-back` when one of the votes is ours, holds us to something and is not remembered: its height or round is
 * beyond the record, or the record has no such vote for its docket. Votes below the tip, in rounds that were given up,
 * of other keys, rejections and forgeries say nothing.
 */
export function judgeVotes(seen: readonly Vote[], ours: OwnVotes, verify: Verify): 'fine' | 'rolled-back' {
  return seen.some((vote) => isOurs(vote, ours) && isForgotten(vote, ours) && isSigned(vote, ours, verify))
    ? 'rolled-back'
    : 'fine';
}

function isOurs(vote: Vote, ours: OwnVotes): boolean {
  return (
    vote.approve &&
    vote.voter === ours.validatorId &&
    vote.registerId === ours.registerId &&
    vote.genesisHash === ours.genesisHash
  );
}

function isForgotten(vote: Vote, { record, headHeight }: OwnVotes): boolean {
  if (vote.height <= headHeight) return false;
  if (!record || vote.height > record.height) return true;
  if (vote.height < record.height || vote.round < record.round) return false;
  if (vote.round > record.round) return true;
  // A proposer's PREPARE vote is kept with its proposal: in majority mode it is its only one.
  const known = vote.kind === 'PREPARE' ? [record.prepareVote, record.proposal?.prepare] : [record.commitVote];
  return !known.some((own) => own?.round === vote.round && own.docketHash === vote.docketHash);
}

function isSigned(vote: Vote, ours: OwnVotes, verify: Verify): boolean {
  const { signature, ...unsigned } = vote;
  return verify(ours.consensusKey, voteDigest(unsigned), signature);
}
