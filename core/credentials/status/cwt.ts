// Status tokens as CWT (draft-ietf-oauth-status-list section 5.2), which credentials of the mdoc format have.
import { STATUS_TOKEN_MAX } from '../../base/limits/ledger/credentials.js';
import { membersOf, valueAs } from '../cbor/members.js';
import { readCbor } from '../cbor/read.js';
import { type CborValue, TAG_SIGN1, TaggedItem } from '../cbor/value.js';
import { writeCbor } from '../cbor/write.js';
import { draftSign1, type HeaderRules, type Sign1, sign1Of } from '../cose/sign1.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import type { StatusList } from './bits.js';
import type { StatusToken } from './token.js';

export const STATUS_CWT = 'application/statuslist+cwt';
/** Where its key is may be protected or not; a key id says nothing to a reader of chains. */
const HEADERS: HeaderRules = { protected: ['alg', 'type', 'kid', 'x5chain'], unprotected: ['kid', 'x5chain'] };
/** Labels of claims: RFC 8392 section 4, and section 14.4 of the draft. */
const CLAIMS = { sub: 2, exp: 4, nbf: 5, iat: 6, list: 65533, ttl: 65534 };
const SHAPE = { sub: 'text', exp: 'count?', nbf: 'count?', iat: 'count', list: 'map', ttl: 'count?' } as const;
const LIST = { bits: 'count', lst: 'bytes', aggregation_uri: 'text?' } as const;

export interface StatusCwt extends StatusToken {
  readonly sign1: Sign1;
}

/**
 * Throws a fault on bytes of something else, and on more than `max`: what evidence may have, when it is absent. Says
 * nothing of its signature.
 */
export function readStatusCwt(bytes: Uint8Array, max: number = STATUS_TOKEN_MAX): StatusCwt {
  const value = readCbor(bytes, 'The status token', max);
  need(value instanceof TaggedItem && value.tag === TAG_SIGN1, 'The status token is not a COSE_Sign1 with its tag.');
  const sign1 = sign1Of(value.value, 'The status token', HEADERS);
  need(sign1.type === STATUS_CWT, `The status token is not of the type ${STATUS_CWT}.`);
  const payload = readCbor(valueAs(sign1.payload, 'bytes', 'The payload of the status token'), 'The claims', max);
  const { sub, exp, nbf, iat, list, ttl } = membersOf(payload, 'The status token', {
    ...{ shape: SHAPE, keys: CLAIMS },
    isOpen: true,
  });
  need(nbf === undefined, 'The status token has nbf, which it does not take.');
  need(ttl !== 0, 'The status token has a ttl that is not positive.');
  const { bits, lst } = membersOf(list, 'The status list', { shape: LIST });
  return {
    ...{ sign1, subject: sub, issuedAtMs: iat * 1000, bits, compressed: lst },
    ...(exp !== undefined && { expiresAtMs: exp * 1000 }),
    ...(ttl !== undefined && { keptForMs: ttl * 1000 }),
  };
}

export interface StatusCwtContent {
  readonly uri: string;
  readonly list: StatusList;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  readonly ttlSeconds: number;
  /** DER, the leaf first, without the anchor. */
  readonly chain: readonly Uint8Array[];
  /** Of the key, for readers that find it at the address of its issuer. */
  readonly keyId?: string;
}

/** A status token, for the key of the leaf. `deflate` makes zlib data. */
export function draftStatusCwt(
  content: StatusCwtContent,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Draft<Uint8Array> {
  const { uri, list, issuedAtSeconds, expiresAtSeconds, ttlSeconds, chain, keyId } = content;
  const claims = new Map<number, CborValue>([
    [CLAIMS.sub, uri],
    [CLAIMS.iat, issuedAtSeconds],
    [CLAIMS.exp, expiresAtSeconds],
    [CLAIMS.ttl, ttlSeconds],
    [CLAIMS.list, new Map(Object.entries({ bits: list.bits, lst: deflate(list.bytes) }))],
  ]);
  const { toSign, finish } = draftSign1({
    ...{ payload: writeCbor(claims), type: STATUS_CWT, chain },
    ...(keyId !== undefined && { keyId }),
  });
  return { toSign, finish: (signature) => writeCbor(new TaggedItem(TAG_SIGN1, finish(signature))) };
}
