// Status tokens as JWT (draft-ietf-oauth-status-list section 5.1), and the claim `status` that leads to one (6.2).
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { hasOnly, isObject, type JsonObject } from '../../base/json.js';
import { STATUS_TOKEN_MAX } from '../../base/limits/ledger/credentials.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { draftJws, headerOf, type Jws, type NamedIssuer, readJws } from '../jose/jws.js';
import type { StatusList } from './bits.js';
import type { StatusPlace, StatusToken } from './token.js';

const TYPE = 'statuslist+jwt';

export interface StatusJwt extends StatusToken {
  readonly jws: Jws;
}

/**
 * Throws a fault on a text that is not a status token, or longer than `max`: what evidence may have, when it is absent.
 * Says nothing of its signature.
 */
export function readStatusJwt(text: string, max: number = STATUS_TOKEN_MAX): StatusJwt {
  need(text.length <= max, `Expected a status token of at most ${max} characters.`);
  const jws = readJws(text, [TYPE]);
  const { sub, iat, exp, ttl, nbf, status_list: list } = jws.payload;
  need(typeof sub === 'string' && typeof iat === 'number', 'The status token has no sub, or no iat.');
  for (const date of [exp, nbf])
    need(date === undefined || typeof date === 'number', 'The status token has an exp or nbf that is not a number.');
  need(ttl === undefined || (typeof ttl === 'number' && ttl > 0), 'The status token has a ttl that is not positive.');
  need(isObject(list) && typeof list.lst === 'string', 'The status token has no status_list with lst.');
  const compressed = fromBase64Url(list.lst);
  need(compressed !== undefined, 'The status list is not canonical base64url.');
  return {
    ...{ jws, subject: sub, issuedAtMs: iat * 1000, bits: list.bits, compressed },
    ...(nbf !== undefined && { notBeforeMs: (nbf as number) * 1000 }),
    ...(exp !== undefined && { expiresAtMs: (exp as number) * 1000 }),
    ...(ttl !== undefined && { keptForMs: ttl * 1000 }),
  };
}

/** The place in the claim `status`; undefined where there is none. Throws a fault on a status of another kind. */
export function statusPlaceIn({ status }: JsonObject): StatusPlace | undefined {
  if (status === undefined) return undefined;
  // Another mechanism would have a word too, and is not read here.
  const list = hasOnly(status, ['status_list']) ? status.status_list : undefined;
  need(isObject(list), 'The claim status is not a status_list alone.');
  const { idx, uri } = list;
  need(Number.isSafeInteger(idx) && (idx as number) >= 0, 'The claim status has no idx.');
  need(typeof uri === 'string' && uri !== '', 'The claim status has no uri.');
  return { uri, index: idx as number };
}

export interface StatusContent {
  readonly uri: string;
  readonly list: StatusList;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  readonly ttlSeconds: number;
  readonly issuer: NamedIssuer;
}

/** A status token, for the key of its issuer. `deflate` makes zlib data; level 6 is meant (docs/decisions/0198). */
export function draftStatusJwt(content: StatusContent, deflate: (bytes: Uint8Array) => Uint8Array): Draft<string> {
  const { uri, list, issuedAtSeconds, expiresAtSeconds, ttlSeconds, issuer } = content;
  return draftJws(headerOf(TYPE, issuer), {
    ...{ sub: uri, iat: issuedAtSeconds, exp: expiresAtSeconds, ttl: ttlSeconds },
    status_list: { bits: list.bits, lst: toBase64Url(deflate(list.bytes)) },
  });
}
