// Takes credentials of an issuer of OpenID4VCI 1.0 for a wallet: its documents, a token, a proof of each key, the
// copies, each verified before one is kept. All that the offer names comes, now or later, or nothing is kept.
import { COPIES_ASKED } from '../../../core/base/limits/node/wallets.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { KeyDemand } from '../../../core/credentials/holding/attesting.js';
import { type GivenKeys, withAsked, withKeys } from '../../../core/credentials/holding/head.js';
import type { FoundOffer, OfferedType } from '../../../core/credentials/holding/metadata.js';
import type { PendingCredential, ReceivedOffer } from '../../../core/credentials/holding/pending.js';
import { draftKeyProof, readCredentials } from '../../../core/credentials/holding/token.js';
import { p256Jwk, p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { attestKeys } from '../wallet-maker.js';
import { type AskedKey, verifyCopies } from './copies.js';
import { copyPath, HOLDER_PATH, holderPoint, type SigningCall, signAtPath } from './holder-keys.js';
import { IssuerSession } from './issuer-session.js';
import { type KeepCall, type KeptAlso, type KeptContent, keepCredentials } from './keeping.js';
import { answerInvalid, readAs } from './remote.js';
import { CredentialVerifier, type VerifierCall } from './verifying.js';
import { addPendingOps, type DeferredAsk, pendingRow, tellPending } from './waiting.js';

/** The right to the keys of the wallet is judged before. */
export type ReceiveCall = SigningCall & VerifierCall & KeepCall;

interface Receiving {
  readonly call: ReceiveCall;
  readonly wallet: Wallet;
  readonly offered: FoundOffer;
  readonly session: IssuerSession;
  readonly verifier: CredentialVerifier;
  readonly how: TakenHow;
  /** First numbers of the keys that it asks with, and that nothing else may ask with meanwhile. */
  readonly asking: number[];
}

/** How an offer is taken that no caller waits for. */
export interface TakenHow {
  /** Joins the commit of what came. */
  readonly also?: KeptAlso;
  /** Keys of copies that were given before, for the one type of the offer; `store` is for the commit of new ones. */
  readonly keys?: {
    readonly before: GivenKeys | undefined;
    readonly store: (keys: GivenKeys) => readonly KvOp[];
  };
}

interface TakenCredential {
  readonly content: KeptContent;
  readonly notificationId: string | undefined;
}

/**
 * ISSUER_REFUSED, ISSUER_ANSWER_INVALID, CREDENTIAL_REFUSED, REGISTER_BEHIND, QUOTA_EXCEEDED, and the codes of outgoing
 * requests.
 */
export async function receiveCredentials(
  call: ReceiveCall,
  wallet: Wallet,
  {
    offered,
    txCode,
    how,
  }: { readonly offered: FoundOffer; readonly txCode: string | undefined; readonly how?: TakenHow },
): Promise<Result<ReceivedOffer>> {
  const session = await IssuerSession.open(call, offered, txCode);
  return isFailure(session) ? session : takeOffered(call, wallet, { offered, session, ...(how && { how }) });
}

/** With the token of the session. */
export async function takeOffered(
  call: ReceiveCall,
  wallet: Wallet,
  {
    offered,
    session,
    how = {},
  }: { readonly offered: FoundOffer; readonly session: IssuerSession; readonly how?: TakenHow },
): Promise<Result<ReceivedOffer>> {
  const receiving = { call, wallet, offered, session, verifier: new CredentialVerifier(call), how, asking: [] };
  return takeAll(receiving).finally(() => endAsking(receiving));
}

async function takeAll(receiving: Receiving): Promise<Result<ReceivedOffer>> {
  const { call, wallet, offered, session, how, asking } = receiving;
  const taken: TakenCredential[] = [];
  const pending: PendingCredential[] = [];
  for (const [id, type] of offered.types) {
    const credential = await takeOne(receiving, id, type);
    if (isFailure(credential)) {
      await notifyAll(session, taken, 'credential_failure');
      return credential;
    }
    if ('content' in credential) taken.push(credential);
    else pending.push(pendingRow(call, wallet, { session, deferred: credential }));
  }
  const contents = taken.map(({ content }) => content);
  const ops = () => {
    const [waiting, more] = [addPendingOps(call.deps, wallet.address, pending), how.also?.ops?.() ?? []];
    return isFailure(waiting) ? waiting : isFailure(more) ? more : [...waiting, ...more];
  };
  const kept = await keepCredentials(call, wallet, { contents, also: { ...how.also, ops, answered: asking } });
  await notifyAll(session, taken, isFailure(kept) ? 'credential_failure' : 'credential_accepted');
  if (isFailure(kept)) return kept;
  if (pending.length > 0) tellPending(call, wallet.address);
  return { kept, pending };
}

async function takeOne(
  receiving: Receiving,
  id: string,
  type: OfferedType,
): Promise<Result<TakenCredential | DeferredAsk>> {
  const { session } = receiving;
  const paths = await copyPaths(receiving, id);
  const proofs = await proofsOf(receiving, type, paths);
  if (isFailure(proofs)) return proofs;
  const answer = await session.requestCredential(id, proofs.shown);
  if (isFailure(answer)) return answer;
  const given = readAs(() => readCredentials(answer));
  if (isFailure(given)) return given;
  const keys = proofs.keys.map(({ path, thumbprint }) => ({ path, thumbprint }));
  if ('transactionId' in given)
    return session.endpoints.deferredEndpoint === undefined
      ? answerInvalid('The issuer has the credential later, and no endpoint for that.')
      : { ...given, keys, type };
  const { credentialType } = type;
  const content = await verifyCopies(receiving.verifier, { given, keys, credentialType });
  if (!isFailure(content)) return { content, notificationId: given.notificationId };
  if (given.notificationId !== undefined) await session.notify(given.notificationId, 'credential_failure');
  return content;
}

/**
 * A key of its own for each copy of a batch; numbers are stored as given before one is used. Keys that brought nothing
 * of the issuer and type are used again: it may have given copies for them.
 */
async function copyPaths(receiving: Receiving, typeId: string): Promise<readonly string[]> {
  const { call, wallet, offered, asking, how } = receiving;
  const { keys } = how;
  const count = Math.min(offered.metadata.batchSize, COPIES_ASKED);
  if (count === 1) return [HOLDER_PATH];
  if (keys?.before !== undefined) return pathsOf({ ...keys.before, count: Math.min(keys.before.count, count) });
  const { commit, credentials } = call.deps;
  const head = credentials.kept.head(wallet.address);
  const given: GivenKeys = { first: head.nextKey, count };
  if (keys !== undefined) {
    await commit([credentials.kept.putHead(wallet.address, withKeys(head, count)), ...keys.store(given)]);
    return pathsOf(given);
  }
  const { issuer } = offered.metadata;
  const isFree = (first: number) => !credentials.keysInUse.has(useOf(wallet, first));
  const before = head.asked?.find((each) => each.issuer === issuer && each.typeId === typeId && isFree(each.first));
  const { first } = before ?? given;
  asking.push(first);
  credentials.keysInUse.add(useOf(wallet, first));
  if (before !== undefined) return pathsOf({ first, count: Math.min(before.count, count) });
  await commit([credentials.kept.putHead(wallet.address, withAsked(head, { issuer, typeId, count }))]);
  return pathsOf(given);
}

function endAsking({ call, wallet, asking }: Receiving): void {
  for (const first of asking) call.deps.credentials.keysInUse.delete(useOf(wallet, first));
}

const useOf = ({ address }: Wallet, first: number) => `${address} ${first}`;

function pathsOf({ first, count }: GivenKeys): readonly string[] {
  return Array.from({ length: count }, (_, i) => copyPath(first + i));
}

/** Keys that copies may be bound to, and what shows that the wallet has them. */
interface KeyProofs {
  readonly keys: readonly AskedKey[];
  readonly shown: { readonly jwt: readonly string[] } | { readonly attestation: readonly string[] };
}

async function proofsOf(
  receiving: Receiving,
  { keyAttestation }: OfferedType,
  paths: readonly string[],
): Promise<Result<KeyProofs>> {
  const nonce = await receiving.session.freshNonce();
  if (isFailure(nonce)) return nonce;
  if (keyAttestation !== undefined) return attestedProofs(receiving, keyAttestation, { paths, nonce: nonce.text });
  const proofs: KeyProof[] = [];
  for (const path of paths) {
    const proof = await proofAt(receiving, path, { nonce: nonce.text });
    if (isFailure(proof)) return proof;
    proofs.push(proof);
  }
  return { keys: proofs, shown: { jwt: proofs.map(({ proof }) => proof) } };
}

/** All keys by one word of the maker (OpenID4VCI 1.0 appendix D), beside a proof of the first where that is taken. */
async function attestedProofs(
  receiving: Receiving,
  { takesProof }: KeyDemand,
  { paths, nonce }: { readonly paths: readonly string[]; readonly nonce: string | undefined },
): Promise<Result<KeyProofs>> {
  const { call, wallet } = receiving;
  const points: Uint8Array[] = [];
  for (const path of paths) {
    const point = await holderPoint(call, wallet, path);
    if (isFailure(point)) return point;
    points.push(point);
  }
  const attestation = await attestKeys(call, { keys: points.map(p256Jwk), nonce });
  if (isFailure(attestation)) return attestation;
  const keys = paths.map((path, i) => ({ path, thumbprint: p256Thumbprint(points[i] as Uint8Array) }));
  if (!takesProof) return { keys, shown: { attestation: [attestation] } };
  const first = await proofAt(receiving, paths[0] as string, { nonce, attestation });
  return isFailure(first) ? first : { keys, shown: { jwt: [first.proof] } };
}

interface KeyProof extends AskedKey {
  readonly proof: string;
}

async function proofAt(
  { call, wallet, offered }: Receiving,
  path: string,
  shown: { readonly nonce: string | undefined; readonly attestation?: string },
): Promise<Result<KeyProof>> {
  let thumbprint = '';
  const proof = await signAtPath(call, { wallet, path }, (jwk, point) => {
    thumbprint = p256Thumbprint(point);
    const atSeconds = Math.floor(call.deps.clock.now() / 1000);
    return draftKeyProof({ jwk, audience: offered.metadata.issuer, atSeconds, ...shown });
  });
  return isFailure(proof) ? proof : { path, proof, thumbprint };
}

/** A courtesy: that an issuer does not hear it changes nothing here. */
async function notifyAll(
  session: IssuerSession,
  taken: readonly TakenCredential[],
  event: 'credential_accepted' | 'credential_failure',
): Promise<void> {
  for (const { notificationId } of taken) if (notificationId !== undefined) await session.notify(notificationId, event);
}
