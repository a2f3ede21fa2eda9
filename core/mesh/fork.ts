// A split chain, judged: whether two certificates prove it, who signed both, and who can be proven to have lied. Pure.
// It resolves nothing: which branch goes on is for people to decide.
import { type Issue, issue } from '../base/issue.js';
import type { MemberEvidence } from '../chain/annex.js';
import type { CertificateScope, Verify } from '../consensus/certificate.js';
import { evidenceProblems, isLyingRoundChange } from '../consensus/evidence.js';
import type { RoundChange, Vote, VoteKind } from '../consensus/types.js';
import type { Certificate, Hash } from '../model/register.js';
import { docketHash, headerProblem } from '../register/docket.js';
import { seatOf } from '../register/roster.js';
import type { ForkProof } from './frames.js';

/**
 * Why the proof proves no fork of the scope's register: EVIDENCE_INVALID for another register, two certificates that
 * agree or a header that is not of its certificate; CERTIFICATE_INVALID for a certificate that does not hold under the
 * scope's roster. Empty when it does.
 */
export function forkProofProblems(proof: ForkProof, scope: CertificateScope, verify: Verify): Issue[] {
  const wrong = (path: string, message: string) => [issue('EVIDENCE_INVALID', path, message)];
  if (proof.registerId !== scope.registerId) return wrong('/registerId', 'The proof is of another register.');
  for (const [i, header] of proof.headers.entries()) {
    if (header === null) continue;
    const { height, docketHash: hash } = proof.certificates[i] as Certificate;
    if (headerProblem(header) || header.height !== height || docketHash(header) !== hash)
      return wrong(`/headers/${i}`, 'The header is not of its certificate.');
  }
  const evidence = { kind: 'ConflictingCertificates', certificates: proof.certificates } as const;
  return evidenceProblems(evidence, scope, verify);
}

/**
 * A split that people settled: of the two dockets of this height one is the ledger, and the branch of the other was
 * given up.
 */
export interface SettledFork {
  readonly height: number;
  readonly accepted: Hash;
  readonly abandoned: Hash;
}

/**
 * True for a proof whose dockets were both before people when they settled a split of this height: a further docket
 * makes another one.
 */
export function isSettledBy(settled: readonly SettledFork[], proof: ForkProof): boolean {
  const known = settled.filter(({ height }) => height === forkHeight(proof));
  return (
    known.length > 0 &&
    proof.certificates.every(({ docketHash: hash }) =>
      known.some(({ accepted, abandoned }) => hash === accepted || hash === abandoned),
    )
  );
}

/**
 * The height at which two dockets were decided. The chain may have split below it: then the two headers name two
 * parents.
 */
export function forkHeight(proof: ForkProof): number {
  return proof.certificates[0].height;
}

/**
 * Height of the last docket that both branches surely share, or null when the headers show that they parted earlier.
 */
export function commonHeight(proof: ForkProof): number | null {
  const [a, b] = proof.headers;
  if (a && b && a.prevHash !== b.prevHash) return null;
  return forkHeight(proof) - 1;
}

/**
 * Members that signed both certificates, in roster order. In one round every one of them lied; in two rounds honest
 * members may be among them, and `attributeFork` tells who is not.
 */
export function signersOfBoth(proof: ForkProof, scope: Pick<CertificateScope, 'roster'>): readonly Hash[] {
  const [a, b] = proof.certificates.map((item) => new Set(item.signatures.map((entry) => entry.voterIndex)));
  return scope.roster.validators.flatMap((seat, i) => (a?.has(i) && b?.has(i) ? [seat.validatorId] : []));
}

/**
 * The lies that made the fork, each proven by itself: two votes of one round. Where the branches were decided in two
 * rounds, a round change of the later one that conceals its sender's vote in the earlier one (amnesia).
 * `justifications` are the round changes that the nodes of both branches stored with their docket; those that do not
 * verify are passed over. Empty when what is stored does not reach back to the lie.
 */
export function attributeFork(
  proof: ForkProof,
  scope: CertificateScope,
  given: { readonly justifications: readonly RoundChange[]; readonly verify: Verify },
): readonly MemberEvidence[] {
  const [early, late] = [...proof.certificates].sort((a, b) => a.round - b.round) as [Certificate, Certificate];
  const rows =
    early.round === late.round
      ? signersOfBoth(proof, scope).map((voter): MemberEvidence => {
          const votes = [voteIn(early, scope, voter), voteIn(late, scope, voter)] as const;
          return { kind: 'DuplicateVote', voter, votes };
        })
      : concealments(early, scope, given.justifications);
  return rows.filter((evidence) => evidenceProblems(evidence, scope, given.verify).length === 0);
}

/** A lie for each member: nodes may have stored the same round change. */
function concealments(
  early: Certificate,
  scope: CertificateScope,
  justifications: readonly RoundChange[],
): readonly MemberEvidence[] {
  const signers = new Set(early.signatures.map((entry) => scope.roster.validators[entry.voterIndex]?.validatorId));
  const byKey = new Map<Hash, MemberEvidence>();
  for (const change of justifications) {
    const { voter } = change;
    if (!signers.has(voter) || byKey.has(voter)) continue;
    const vote = voteIn(early, scope, voter);
    if (isLyingRoundChange(vote, change)) byKey.set(voter, { kind: 'LyingRoundChange', voter, vote, change });
  }
  return [...byKey.values()];
}

/** The vote that a signer of the certificate cast, with its signature. */
function voteIn(certificate: Certificate, scope: CertificateScope, voter: Hash): Vote {
  const seat = seatOf(scope.roster, voter);
  const { kind, height, round, docketHash: hash, rosterHash, signatures } = certificate;
  return {
    kind: kind as VoteKind,
    registerId: scope.registerId,
    genesisHash: scope.genesisHash,
    height,
    round,
    docketHash: hash,
    rosterHash,
    voter,
    approve: true,
    code: '',
    signature: signatures.find((entry) => entry.voterIndex === seat)?.signature ?? '',
  };
}
