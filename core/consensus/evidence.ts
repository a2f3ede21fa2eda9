// Proofs of misbehaviour: two signed objects that no honest validator signs together (docs/protocol.md 9).
// Self-contained, so that a docket's annex and an offline reader can judge them. Pure.
import { type Issue, issue } from '../base/issue.js';
import type { Certificate, Hash } from '../model/register.js';
import { seatOf } from '../register/roster.js';
import { type CertificateScope, certificateProblems, type Verify } from './certificate.js';
import { roundChangeDigest, voteDigest } from './digest.js';
import type { RoundChange, Vote } from './types.js';

export type ConsensusEvidence =
  | { readonly kind: 'DuplicateVote'; readonly voter: Hash; readonly votes: readonly [Vote, Vote] }
  | {
      readonly kind: 'DuplicateRoundChange';
      readonly voter: Hash;
      readonly changes: readonly [RoundChange, RoundChange];
    }
  | { readonly kind: 'LyingRoundChange'; readonly voter: Hash; readonly vote: Vote; readonly change: RoundChange }
  | { readonly kind: 'ConflictingCertificates'; readonly certificates: readonly [Certificate, Certificate] };

/** True if both are approvals of one kind, height and round for different dockets. */
export function isDuplicateVote(a: Vote, b: Vote): boolean {
  return (
    a.approve &&
    b.approve &&
    a.voter === b.voter &&
    a.kind === b.kind &&
    a.height === b.height &&
    a.round === b.round &&
    a.docketHash !== b.docketHash
  );
}

/** True if one member made two different claims for one round. */
export function isDuplicateRoundChange(a: RoundChange, b: RoundChange): boolean {
  return (
    a.voter === b.voter &&
    a.height === b.height &&
    a.round === b.round &&
    (a.preparedRound !== b.preparedRound || a.preparedHash !== b.preparedHash)
  );
}

/** True if the round change conceals a COMMIT vote of its own sender in an earlier round. */
export function isLyingRoundChange(vote: Vote, change: RoundChange): boolean {
  return (
    vote.approve &&
    vote.kind === 'COMMIT' &&
    vote.voter === change.voter &&
    vote.height === change.height &&
    vote.round < change.round &&
    change.preparedRound < vote.round
  );
}

/** EVIDENCE_INVALID for every reason why the evidence does not prove its accusation; empty when it does. */
export function evidenceProblems(evidence: ConsensusEvidence, scope: CertificateScope, verify: Verify): Issue[] {
  const wrong = (path: string, message: string) => issue('EVIDENCE_INVALID', path, message);
  const { kind } = evidence;
  if (kind === 'ConflictingCertificates') {
    const [a, b] = evidence.certificates;
    if (a.kind === 'PREPARE' || a.kind !== b.kind || a.height !== b.height || a.docketHash === b.docketHash)
      return [wrong('/certificates', 'The certificates do not conflict.')];
    return evidence.certificates.flatMap((each) => {
      // A genesis is attested by its own hash, and a member attests one for an id: two of them contradict each other.
      const of = each.kind === 'GENESIS' ? { ...scope, genesisHash: each.docketHash } : scope;
      return certificateProblems(each, of, verify);
    });
  }
  const holds =
    kind === 'DuplicateVote'
      ? isDuplicateVote(...evidence.votes)
      : kind === 'DuplicateRoundChange'
        ? isDuplicateRoundChange(...evidence.changes)
        : isLyingRoundChange(evidence.vote, evidence.change);
  if (!holds) return [wrong('', 'The two objects do not contradict each other.')];
  const objects =
    kind === 'DuplicateVote'
      ? evidence.votes
      : kind === 'DuplicateRoundChange'
        ? evidence.changes
        : [evidence.vote, evidence.change];
  return objects.flatMap((object, i) => {
    const seat = scope.roster.validators[seatOf(scope.roster, evidence.voter)];
    const digest = 'kind' in object ? voteDigest(object) : roundChangeDigest(object);
    const bound =
      seat !== undefined &&
      object.voter === evidence.voter &&
      object.registerId === scope.registerId &&
      object.genesisHash === scope.genesisHash;
    if (bound && verify(seat.consensusKey, digest, object.signature)) return [];
    return [wrong(`/${i}`, 'The object is not signed by the accused for this register.')];
  });
}
