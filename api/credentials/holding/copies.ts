// Copies of a credential that an issuer gave, verified before one is kept: each is good, of the type that was asked
// for, and bound to a key of the request, no two to one.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { SealedCopy } from '../../../core/credentials/holding/kept.js';
import type { MetCredentials } from '../../../core/credentials/holding/token.js';
import { p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { KeptContent } from './keeping.js';
import { answerInvalid } from './remote.js';
import type { CredentialVerifier } from './verifying.js';

/** A key that a copy may be bound to: its place in the wallet, and how the copy names it. */
export interface AskedKey {
  readonly path: string;
  readonly thumbprint: string;
}

export interface GivenCopies {
  readonly given: MetCredentials;
  readonly keys: readonly AskedKey[];
  readonly credentialType: string;
}

/** ISSUER_ANSWER_INVALID, and what `CredentialVerifier.verify` refuses. */
export async function verifyCopies(
  verifier: CredentialVerifier,
  { given, keys, credentialType }: GivenCopies,
): Promise<Result<KeptContent>> {
  const left = new Map(keys.map(({ thumbprint, path }) => [thumbprint, path]));
  const copies: SealedCopy[] = [];
  let first: KeptContent['verified'] | undefined;
  for (const text of given.texts) {
    const verified = await verifier.verify(text);
    if (isFailure(verified)) return verified;
    const { holderKey, credentialType: type } = verified.content;
    if (type !== credentialType) return answerInvalid('The credential is of another type than offered.');
    const thumbprint = holderKey === undefined ? '' : p256Thumbprint(holderKey);
    const path = left.get(thumbprint);
    if (path === undefined) return answerInvalid('A copy is bound to no key of this request, or two are to one.');
    left.delete(thumbprint);
    copies.push({ text, path });
    first ??= verified;
    if (first.issuer.name !== verified.issuer.name) return answerInvalid('The copies are of several issuers.');
  }
  return first === undefined
    ? fail(issue('ISSUER_ANSWER_INVALID', '', 'The issuer gave no copy.'))
    : { verified: first, copies };
}
