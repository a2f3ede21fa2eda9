// Whether a proof of a split may stop a register here. Keys keep signing after governance has taken their seats, and
// heights of long ago cost nothing to sign: a proof that holds is not yet a reason to stop. Pure. It verifies no
// signature; `forkProofProblems` does.

import type { Certificate, ConsensusMode, Hash, Roster } from '../model/register.js';
import { quorum, rosterHashOf } from '../register/roster.js';
import { forkHeight } from './fork.js';
import type { ForkProof } from './frames.js';

/** The facts that this node knows when it judges a proof. */
export interface SayScope {
  /** Height of the tip here. */
  readonly head: number;
  /** The docket that is sealed here at the height of the proof; undefined above the head. */
  readonly sealed: Hash | undefined;
  /** The roster that the certificates of the proof name. */
  readonly signed: Roster;
  /** The roster that decides the next height, and how it counts. */
  readonly inForce: Roster;
  readonly mode: ConsensusMode;
  /** The roster of the proof decides still, or its last docket is not older than the trusting period. */
  readonly isTrusted: boolean;
  /** Up to this height people have agreed on the chain that is sealed here; -1 where they never had to. */
  readonly agreedHeight: number;
}

/**
 * True when the proof stops the register. It has to be about what is sealed here: one of its dockets is the one sealed
 * at that height, or both are for the next height under the roster that decides it. And each signer of the other docket
 * must have a say today. A signer counts only while its very key has a seat in the roster in force: a key that was
 * rekeyed or removed counts for nothing at once, because that is how owners answer a theft. Signers that still have
 * their seats have to be so many that no quorum can do without them: they could stop the register by silence as well. A
 * single one is enough where its roster decided within the trusting period: others may still build on what it signed. A
 * second genesis stops nothing: it is another register of this id (docs/protocol.md 11), and no vote of one counts in
 * the other.
 */
export function mayStop(proof: ForkProof, scope: SayScope): boolean {
  const height = forkHeight(proof);
  if (height === 0 || height <= scope.agreedHeight) return false;
  if (height > scope.head) return height === scope.head + 1 && isInForce(scope);
  const hashes = proof.certificates.map(({ docketHash }) => docketHash);
  if (scope.sealed === undefined || !hashes.includes(scope.sealed)) return false;
  return proof.certificates.some((item) => item.docketHash !== scope.sealed && hasSay(item, scope));
}

function hasSay(certificate: Certificate, scope: SayScope): boolean {
  if (isInForce(scope)) return true;
  const present = presentSigners(certificate, scope.signed, scope.inForce).length;
  const { join } = quorum(scope.mode, scope.inForce.validators.length);
  return present >= join || (present > 0 && scope.isTrusted);
}

/** Signers of a certificate of the roster `signed` whose keys have a seat in `inForce`. */
export function presentSigners(
  { signatures }: Pick<Certificate, 'signatures'>,
  signed: Roster,
  inForce: Roster,
): readonly Hash[] {
  const seats = new Set(inForce.validators.map(({ validatorId }) => validatorId));
  const signers = signatures.flatMap(({ voterIndex }) => signed.validators[voterIndex]?.validatorId ?? []);
  return signers.filter((validatorId) => seats.has(validatorId));
}

function isInForce({ signed, inForce }: SayScope): boolean {
  return rosterHashOf(signed) === rosterHashOf(inForce);
}
