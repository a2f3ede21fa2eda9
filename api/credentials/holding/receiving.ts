// Takes credentials of an issuer of OpenID4VCI 1.0 for a wallet, with a pre-authorised code: its documents, a token, a
// proof of each key, the copies, each verified before one is kept. All that the offer names comes, or nothing is kept.
import { issue } from '../../../core/base/issue.js';
import { COPIES_ASKED } from '../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { withKeys } from '../../../core/credentials/holding/head.js';
import type { KeptCredential, SealedCopy } from '../../../core/credentials/holding/kept.js';
import type { OfferedType } from '../../../core/credentials/holding/metadata.js';
import { draftKeyProof, type MetCredentials, readCredentials } from '../../../core/credentials/holding/token.js';
import { p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { copyPath, HOLDER_PATH, type HolderCall, signAtPath } from './holder-keys.js';
import type { IssuerCall } from './issuer-keys.js';
import { IssuerSession } from './issuer-session.js';
import { type KeepCall, type KeptContent, keepCredentials } from './keeping.js';
import type { FoundOffer } from './offers.js';
import { answerInvalid, readAs } from './remote.js';
import { CredentialVerifier } from './verifying.js';

export type ReceiveCall = HolderCall & IssuerCall & KeepCall;

interface Receiving {
  readonly call: ReceiveCall;
  readonly wallet: Wallet;
  readonly offered: FoundOffer;
  readonly session: IssuerSession;
  readonly verifier: CredentialVerifier;
}

interface TakenCredential {
  readonly content: KeptContent;
  readonly notificationId: string | undefined;
}

/** ISSUER_REFUSED, ISSUER_ANSWER_INVALID, CREDENTIAL_REFUSED, QUOTA_EXCEEDED, and the codes of outgoing requests. */
export async function receiveCredentials(
  call: ReceiveCall,
  wallet: Wallet,
  { offered, txCode }: { readonly offered: FoundOffer; readonly txCode: string | undefined },
): Promise<Result<readonly KeptCredential[]>> {
  const session = await IssuerSession.open(call, offered, txCode);
  if (isFailure(session)) return session;
  const receiving = { call, wallet, offered, session, verifier: new CredentialVerifier(call) };
  const taken: TakenCredential[] = [];
  for (const [id, type] of offered.types) {
    const credential = await takeOne(receiving, id, type);
    if (isFailure(credential)) {
      await notifyAll(session, taken, 'credential_failure');
      return credential;
    }
    taken.push(credential);
  }
  const contents = taken.map(({ content }) => content);
  const kept = await keepCredentials(call, wallet, contents);
  await notifyAll(session, taken, isFailure(kept) ? 'credential_failure' : 'credential_accepted');
  return kept;
}

async function takeOne(receiving: Receiving, id: string, type: OfferedType): Promise<Result<TakenCredential>> {
  const { session } = receiving;
  const paths = await copyPaths(receiving);
  const proofs = await proofsOf(receiving, paths);
  if (isFailure(proofs)) return proofs;
  const answer = await session.requestCredential(id, { jwt: proofs.map(({ proof }) => proof) });
  if (isFailure(answer)) return answer;
  const given = readAs(() => readCredentials(answer));
  if (isFailure(given)) return given;
  const content = await verifyCopies(receiving, { given, keys: proofs, type });
  if (!isFailure(content)) return { content, notificationId: given.notificationId };
  if (given.notificationId !== undefined) await session.notify(given.notificationId, 'credential_failure');
  return content;
}

/** A key of its own for each copy of a batch; numbers are stored as given before one is used. */
async function copyPaths({ call, wallet, offered }: Receiving): Promise<readonly string[]> {
  const count = Math.min(offered.metadata.batchSize, COPIES_ASKED);
  if (count === 1) return [HOLDER_PATH];
  const { commit, credentials } = call.deps;
  const head = credentials.kept.head(wallet.address);
  await commit([credentials.kept.putHead(wallet.address, withKeys(head, count))]);
  return Array.from({ length: count }, (_, i) => copyPath(head.nextKey + i));
}

interface KeyProof {
  readonly path: string;
  readonly proof: string;
  readonly thumbprint: string;
}

async function proofsOf(
  { call, wallet, offered, session }: Receiving,
  paths: readonly string[],
): Promise<Result<readonly KeyProof[]>> {
  const nonce = await session.freshNonce();
  if (isFailure(nonce)) return nonce;
  const proofs: KeyProof[] = [];
  for (const path of paths) {
    let thumbprint = '';
    const proof = await signAtPath(call, { wallet, path }, (jwk, point) => {
      thumbprint = p256Thumbprint(point);
      const atSeconds = Math.floor(call.deps.clock.now() / 1000);
      return draftKeyProof({ jwk, audience: offered.metadata.issuer, atSeconds, nonce: nonce.text });
    });
    if (isFailure(proof)) return proof;
    proofs.push({ path, proof, thumbprint });
  }
  return proofs;
}

/** Each copy is good, of the type that was offered, and bound to a key that was asked for, no two to one. */
async function verifyCopies(
  { verifier }: Receiving,
  {
    given,
    keys,
    type,
  }: { readonly given: MetCredentials; readonly keys: readonly KeyProof[]; readonly type: OfferedType },
): Promise<Result<KeptContent>> {
  const left = new Map(keys.map(({ thumbprint, path }) => [thumbprint, path]));
  const copies: SealedCopy[] = [];
  let first: KeptContent['verified'] | undefined;
  for (const text of given.texts) {
    const verified = await verifier.verify(text);
    if (isFailure(verified)) return verified;
    const { holderKey, credentialType } = verified.content;
    if (credentialType !== type.credentialType) return answerInvalid('The credential is of another type than offered.');
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

/** A courtesy: that an issuer does not hear it changes nothing here. */
async function notifyAll(
  session: IssuerSession,
  taken: readonly TakenCredential[],
  event: 'credential_accepted' | 'credential_failure',
): Promise<void> {
  for (const { notificationId } of taken) if (notificationId !== undefined) await session.notify(notificationId, event);
}
