// The offer of a credential of a run between two nodes: that of its recipient asks, that of its issuer answers. The
// wallet of the recipient signs the question for one asking node and a minute; the wallet that sealed the Issuance
// signs the answer to it. So neither is of any use to another node. Pure: it verifies no signature.
import { fromBase64, fromUtf8, toBase64, utf8 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { canonical, hasOnly, isObject, type Json, type JsonObject, parseJsonText } from '../../base/json.js';
import { RUN_OFFER_ASK_MS } from '../../base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { isFar } from '../../base/time/elapsed.js';
import { addressOf } from '../../crypto/keys/address.js';
import { isSignatureAlgorithm } from '../../crypto/signing/algorithms.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { CREDENTIAL_FORMAT_NAMES, type IssuedFormat } from '../issuing/formats.js';

/** The subject of such a question (actors/wallet-asks). */
export const RUN_OFFER = 'run-offer';

/** With the key, so that a wallet without a participant record is known by its address alone. */
export interface KeyedSignature {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

export interface UnsignedAsk {
  readonly credentialId: string;
  /** Address of the recipient. */
  readonly wallet: string;
  readonly atMs: number;
}

export interface RunOfferAsk extends UnsignedAsk {
  readonly signature: KeyedSignature;
}

/** The place of a question: the link between the nodes proves who asks, and no message states it. */
export interface AskedPlace {
  readonly registerId: string;
  /** Address of the wallet that sealed the Issuance. */
  readonly issuer: string;
  /** Peer id of the asking node. */
  readonly from: string;
}

/** The answer: the canonical JSON of a ToldOffer. */
export interface SignedRunOffer {
  readonly offer: string;
  readonly signature: KeyedSignature;
}

export interface ToldOffer {
  readonly offerId: string;
  readonly credentialType: string;
  readonly format: IssuedFormat;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly credentialOfferUri: string;
  readonly preAuthorizedCode: string;
  readonly txCode?: string;
}

/** The 32 bytes that the wallet of the recipient signs. */
export function askDigest({ credentialId, wallet, atMs }: UnsignedAsk, { registerId, issuer, from }: AskedPlace) {
  return hash('run-offer-ask', registerId, credentialId, wallet, String(atMs), from, issuer);
}

/** The 32 bytes that the wallet of the Issuance signs. */
export function answerDigest(asked: Uint8Array, offer: string): Uint8Array {
  return hash('run-offer-answer', asked, offer);
}

/** Also where the clock of the asking node is ahead. */
export function isStale({ atMs }: Pick<UnsignedAsk, 'atMs'>, nowMs: number): boolean {
  return isFar(atMs, nowMs, RUN_OFFER_ASK_MS);
}

/** Undefined where the key is not that of the wallet. */
export function signatureOf(
  wallet: string,
  { algorithm, publicKey, signature }: KeyedSignature,
  digest: Uint8Array,
): SignatureTask | undefined {
  return addressOf(algorithm, publicKey) === wallet ? { algorithm, publicKey, digest, signature } : undefined;
}

export function askBytes({ signature, ...ask }: RunOfferAsk): Uint8Array {
  return utf8(canonical({ ...ask, signature: signatureJson(signature) }));
}

/** BODY_INVALID. */
export function readAsk(bytes: Uint8Array): Result<RunOfferAsk> {
  const json = objectIn(bytes, ['credentialId', 'wallet', 'atMs', 'signature']);
  const signature = json && readSignature(json['signature']);
  const { credentialId, wallet, atMs } = json ?? {};
  const isAsk = typeof credentialId === 'string' && typeof wallet === 'string' && Number.isSafeInteger(atMs);
  if (!isAsk || signature === undefined) return fail(issue('BODY_INVALID', '', 'This is not a question for an offer.'));
  return { credentialId, wallet, atMs: atMs as number, signature };
}

export function answerBytes({ offer, signature }: SignedRunOffer): Uint8Array {
  return utf8(canonical({ offer, signature: signatureJson(signature) }));
}

/** Undefined for what is not an answer. */
export function readAnswer(bytes: Uint8Array): SignedRunOffer | undefined {
  const json = objectIn(bytes, ['offer', 'signature']);
  const signature = json && readSignature(json['signature']);
  const offer = json?.['offer'];
  return typeof offer === 'string' && signature !== undefined ? { offer, signature } : undefined;
}

export function offerText(offer: ToldOffer): string {
  return canonical(offer as unknown as JsonObject);
}

const TEXTS = ['offerId', 'credentialType', 'credentialOfferUri', 'preAuthorizedCode'];
const TIMES = ['createdAtMs', 'expiresAtMs'];
/** A wallet opens it: another scheme would have a program of the person's choose another thing. */
const SCHEME = 'openid-credential-offer://?';

/** Undefined for a text that is not an offer, or leads to no wallet. */
export function readToldOffer(text: string): ToldOffer | undefined {
  const json = objectIn(utf8(text), [...TEXTS, ...TIMES, 'format', 'txCode']);
  if (json === undefined) return undefined;
  const areTexts = TEXTS.every((name) => typeof json[name] === 'string');
  const areTimes = TIMES.every((name) => Number.isSafeInteger(json[name]));
  const isCoded = json['txCode'] === undefined || typeof json['txCode'] === 'string';
  const isKnown = CREDENTIAL_FORMAT_NAMES.some((name) => name === json['format']);
  const isForWallet = String(json['credentialOfferUri']).startsWith(SCHEME);
  const isOffer = areTexts && areTimes && isCoded && isKnown && isForWallet;
  return isOffer ? (json as unknown as ToldOffer) : undefined;
}

function objectIn(bytes: Uint8Array, members: readonly string[]): JsonObject | undefined {
  let text: string;
  try {
    text = fromUtf8(bytes);
  } catch {
    return undefined;
  }
  const json = parseJsonText(text);
  return !isFailure(json) && isObject(json) && hasOnly(json, members) ? json : undefined;
}

function signatureJson({ algorithm, publicKey, signature }: KeyedSignature): JsonObject {
  return { algorithm, publicKey: toBase64(publicKey), signature: toBase64(signature) };
}

function readSignature(json: Json | undefined): KeyedSignature | undefined {
  if (!isObject(json) || !hasOnly(json, ['algorithm', 'publicKey', 'signature'])) return undefined;
  const { algorithm } = json;
  const [publicKey, signature] = [bytesIn(json['publicKey']), bytesIn(json['signature'])];
  if (!isSignatureAlgorithm(algorithm) || publicKey === undefined || signature === undefined) return undefined;
  return { algorithm, publicKey, signature };
}

function bytesIn(json: unknown): Uint8Array | undefined {
  return typeof json === 'string' ? fromBase64(json) : undefined;
}
