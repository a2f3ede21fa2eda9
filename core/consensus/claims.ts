// Claims that must be verified before a message becomes an input: every signature that the reducer will rely on, as a
// list that a driver can verify in parallel, and then its body. A message that cannot be verified under the roster of
// this height is not believed. Pure.

import { type Issue, issue } from '../base/issue.js';
import { VALIDATORS_MAX } from '../base/limits/ledger/consensus.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Certificate, Docket, Hash, Roster } from '../model/register.js';
import { checkBody } from '../register/docket.js';
import { seatOf } from '../register/roster.js';
import { certificateClaims, isOneAnswer, type SignedClaim } from './certificate.js';
import { roundChangeDigest, voteDigest } from './digest.js';
import { heightOf } from './handlers/receive.js';
import type { Env, Message, RoundChange, Tip, Vote } from './types.js';

/** The body that a message carries; null when it carries none. */
function docketOf(message: Message): Docket | null {
  if (message.type === 'proposal') return message.proposal.docket;
  return message.type === 'decided' ? message.docket : null;
}

/**
 * Why the body of a message is not the one that its header commits to: DOCKET_HASH_MISMATCH and its kin from checkBody.
 * To be asked once the signatures hold: to hash up to 10 MiB is work that only a seat may cause. Of another
 * height than this one and the next no body is kept, and of a decision only at this one.
 */
export function bodyProblem(message: Message, tip: Pick<Tip, 'height'>): Issue | undefined {
  const ahead = heightOf(message) - tip.height;
  const isLooked = ahead === 1 || (ahead === 2 && message.type !== 'decided');
  const docket = isLooked ? docketOf(message) : null;
  return docket ? checkBody(docket)[0] : undefined;
}

/**
 * The signatures to verify, or why the message is dropped: CERTIFICATE_INVALID (another register, genesis or roster, an
 * unknown voter, too many members, an approval with a code). Messages of an earlier height and of one further than the
 * next are only hints about their sender and claim nothing; a second certificate for the tip is verified under the
 * roster that decided it.
 */
export function claimsOf(message: Message, tip: Tip, env: Env): Result<readonly SignedClaim[]> {
  const height = heightOf(message);
  const current = tip.height + 1;
  if (height < current) return message.type === 'decided' ? conflict(message.certificate, tip, env) : [];
  if (height > current + 1) return [];
  const here = {
    registerId: env.registerId,
    genesisHash: env.genesisHash,
    roster: env.roster,
    rosterHash: env.rosterHash,
  };
  switch (message.type) {
    case 'vote':
      return collect([claimOfSigner(message.vote, env, voteDigest)]);
    case 'round-change':
      return collect([
        claimOfSigner(message.change, env, roundChangeDigest),
        claimsOfCertificate(message.prepared, here),
      ]);
    case 'prepared':
      return collect([claimsOfCertificate(message.certificate, here)]);
    case 'decided':
      // Of the next height it only tells that its sender is ahead: the reducer asks and does not keep it.
      return height === current ? collect([claimsOfCertificate(message.certificate, here)]) : [];
    default: {
      const { prepare, justification, prepared, parent } = message.proposal;
      if (justification.length > VALIDATORS_MAX)
        return fail(claimIssue('/proposal/justification', 'More round changes than validators.'));
      const parts = [
        claimOfSigner(prepare, env, voteDigest),
        ...justification.map((change) => claimOfSigner(change, env, roundChangeDigest)),
        claimsOfCertificate(prepared, here),
      ];
      // The certificate of the tip is known; at the next height it is the one that decides this height.
      if (height > current) parts.push(claimsOfCertificate(parent, here));
      return collect(parts);
    }
  }
}

interface ClaimScope {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly roster: Roster;
  readonly rosterHash: Hash;
}

/** Only a certificate for another docket at the height of the tip says anything new. */
function conflict(certificate: Certificate, tip: Tip, env: Env): Result<readonly SignedClaim[]> {
  if (certificate.height !== tip.height || certificate.docketHash === tip.hash) return [];
  if (!env.previous) return fail(claimIssue('/certificate', 'The roster of the head is not known here.'));
  const { roster, rosterHash } = env.previous;
  return collect([
    claimsOfCertificate(certificate, { registerId: env.registerId, genesisHash: env.genesisHash, roster, rosterHash }),
  ]);
}

function claimOfSigner<T extends Vote | RoundChange>(
  object: T,
  env: Env,
  digestOf: (object: T) => Uint8Array,
): Result<SignedClaim[]> {
  // Verified votes are noted by the register that they name.
  if (object.registerId !== env.registerId || object.genesisHash !== env.genesisHash)
    return fail(claimIssue('/registerId', 'It was signed for another register, or another genesis of this one.'));
  const seat = env.roster.validators[seatOf(env.roster, object.voter)];
  if (!seat || object.rosterHash !== env.rosterHash)
    return fail(claimIssue('/voter', 'The signer is not of the roster of this height.'));
  if ('code' in object && !isOneAnswer(object))
    return fail(claimIssue('/code', 'An approval has a code, or a rejection has none.'));
  return [{ publicKey: seat.consensusKey, digest: digestOf(object), signature: object.signature }];
}

function claimsOfCertificate(certificate: Certificate | null, place: ClaimScope): Result<SignedClaim[]> {
  if (certificate === null) return [];
  const { rosterHash, signatures } = certificate;
  if (rosterHash !== place.rosterHash || signatures.length > place.roster.validators.length)
    return fail(claimIssue('/certificate', 'The certificate is not of the roster of this height.'));
  const claims = certificateClaims(certificate, place);
  return claims.length === signatures.length ? claims : fail(claimIssue('/certificate', 'A voter has no seat.'));
}

function collect(parts: readonly Result<SignedClaim[]>[]): Result<readonly SignedClaim[]> {
  const claims: SignedClaim[] = [];
  for (const part of parts) {
    if (isFailure(part)) return part;
    claims.push(...part);
  }
  return claims;
}

function claimIssue(path: string, message: string): Issue {
  return issue('CERTIFICATE_INVALID', path, message);
}
