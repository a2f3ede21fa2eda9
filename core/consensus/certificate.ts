// Certificates: made from votes, checked for shape inside the reducer, and checked with every signature for replication
// and offline evidence. Pure; the only judge of how many voters are enough is register/roster.ts.
import { isHex } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import type { Certificate, ConsensusPolicy, Hash, Roster } from '../model/register.js';
import { type Quorum, quorum, rosterHashOf, seatOf } from '../register/roster.js';
import { genesisAttestationDigest, voteDigest } from './digest.js';
import type { Vote, VoteKind } from './types.js';

export interface CertificateScope {
  readonly registerId: string;
  readonly genesisHash: Hash;
  /** The roster entitled to decide the certificate's height. */
  readonly roster: Roster;
  readonly policy: Pick<ConsensusPolicy, 'mode'>;
}

/** True if the hex signature over the digest is of the hex Ed25519 key. */
export type Verify = (publicKey: string, digest: Uint8Array, signature: string) => boolean;

/** A signature to verify before a message is believed. */
export interface SignedClaim {
  readonly publicKey: string;
  readonly digest: Uint8Array;
  readonly signature: string;
}

/**
 * Everything that can be wrong with a certificate, as CERTIFICATE_INVALID with the path of the member at fault; empty
 * when it proves its docket. A GENESIS certificate needs round 0, height 0 and all members; a PREPARE one is judged by
 * count only (whether the round's proposer signed it is judged by `isPrepared`).
 */
export function certificateProblems(certificate: Certificate, scope: CertificateScope, verify: Verify): Issue[] {
  const thresholds = quorum(scope.policy.mode, scope.roster.validators.length);
  const shape = shapeProblem(certificate, {
    size: scope.roster.validators.length,
    rosterHash: rosterHashOf(scope.roster),
    quorum: thresholds,
  });
  if (shape) return [shape];
  if (certificate.kind === 'GENESIS' && certificate.docketHash !== scope.genesisHash)
    return [issue('CERTIFICATE_INVALID', '/docketHash', 'Another genesis is attested.')];
  const issues: Issue[] = [];
  certificateClaims(certificate, scope).forEach((claim, i) => {
    if (!verify(claim.publicKey, claim.digest, claim.signature))
      issues.push(issue('CERTIFICATE_INVALID', `/signatures/${i}/signature`, 'The signature is not of this voter.'));
  });
  return issues;
}

/** The signatures of a certificate whose shape is right: public key, digest and signature of each voter. */
export function certificateClaims(certificate: Certificate, scope: Omit<CertificateScope, 'policy'>): SignedClaim[] {
  const genesis =
    certificate.kind === 'GENESIS' ? genesisAttestationDigest(scope.registerId, certificate.docketHash) : undefined;
  return certificate.signatures.flatMap(({ voterIndex, signature }) => {
    const seat = scope.roster.validators[voterIndex];
    if (!seat) return [];
    const digest = genesis ?? voteDigest(approval(certificate, scope, seat.validatorId));
    return [{ publicKey: seat.consensusKey, digest, signature }];
  });
}

export interface CertificateShape {
  readonly size: number;
  readonly rosterHash: Hash;
  readonly quorum: Quorum;
}

/**
 * The problem that shows without looking at a signature: roster, count, order, range; undefined where there is none.
 */
export function shapeProblem(certificate: Certificate, shape: CertificateShape): Issue | undefined {
  const { kind, signatures } = certificate;
  const wrong = (path: string, message: string) => issue('CERTIFICATE_INVALID', path, message);
  if (certificate.rosterHash !== shape.rosterHash) return wrong('/rosterHash', 'Another roster is named.');
  if (kind === 'GENESIS' && (certificate.height !== 0 || certificate.round !== 0))
    return wrong('/kind', 'Genesis is height 0 and round 0.');
  if (kind !== 'GENESIS' && certificate.height === 0) return wrong('/kind', 'Height 0 is attested, not voted.');
  const need = kind === 'GENESIS' ? shape.size : kind === 'COMMIT' ? shape.quorum.commit : shape.quorum.prepare;
  if (signatures.length < need) return wrong('/signatures', `${need} voters are needed.`);
  let last = -1;
  for (const { voterIndex, signature } of signatures) {
    if (!Number.isInteger(voterIndex) || voterIndex <= last || voterIndex >= shape.size)
      return wrong('/signatures', 'Voters are distinct seats in ascending order.');
    if (!isHex(signature, 64)) return wrong('/signatures', 'A signature is 128 hex digits.');
    last = voterIndex;
  }
  return undefined;
}

/** The certificate of approving votes that agree on kind, height, round and hash. Votes of one voter count once. */
export function certificateOf(votes: readonly Vote[], roster: Roster): Certificate {
  const first = votes[0] as Vote;
  const bySeat = new Map(votes.map((vote) => [seatOf(roster, vote.voter), vote.signature]));
  return {
    kind: first.kind,
    height: first.height,
    round: first.round,
    docketHash: first.docketHash,
    rosterHash: first.rosterHash,
    signatures: [...bySeat].sort(([a], [b]) => a - b).map(([voterIndex, signature]) => ({ voterIndex, signature })),
  };
}

/**
 * True for a vote that only approves or only rejects. A certificate keeps no code, so that the signature of an
 * approval with one would prove nothing in it; a rejection says why.
 */
export function isOneAnswer({ approve, code }: Pick<Vote, 'approve' | 'code'>): boolean {
  return approve === (code === '');
}

/** The vote whose digest a voter of the certificate signed. */
function approval(
  certificate: Certificate,
  scope: { readonly registerId: string; readonly genesisHash: Hash },
  voter: Hash,
): Omit<Vote, 'signature'> {
  return {
    kind: certificate.kind as VoteKind,
    registerId: scope.registerId,
    genesisHash: scope.genesisHash,
    height: certificate.height,
    round: certificate.round,
    docketHash: certificate.docketHash,
    rosterHash: certificate.rosterHash,
    voter,
    approve: true,
    code: '',
  };
}
