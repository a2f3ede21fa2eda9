// The leaf of a copy in the tree whose root an Issuance seals (docs/hashes.md, section 14). It covers what the issuer
// says of the holder. The key, the place in a status list and the link come after the seal, so they are left out.
import { toBase64Url } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { dateTimeText } from '../cbor/members.js';
import { ALGORITHM } from '../claim-names.js';
import type { SecurityObject } from '../mdoc/security-object.js';
import { DIGESTS } from '../sd-jwt/disclosure.js';

/** Members of the signed part that a leaf does not cover. */
const LATER: ReadonlySet<string> = new Set([DIGESTS, ALGORITHM, 'iss', 'iat', 'cnf', 'status']);

/** 32 bytes. `digests` are those of the first level of the payload, without that of the link. */
export function sdJwtLeaf(payload: JsonObject, digests: readonly string[]): Uint8Array {
  const clear = Object.fromEntries(Object.entries(payload).filter(([name]) => !LATER.has(name)));
  return hash('issued', 'dc+sd-jwt', canonical(clear), [...digests].sort().join(','));
}

/** 32 bytes. `digests` are without the name space of the link. */
export function mdocLeaf({
  docType,
  validUntilMs,
  digests,
}: Pick<SecurityObject, 'docType' | 'validUntilMs' | 'digests'>): Uint8Array {
  const byName = [...digests].map(([nameSpace, ids]): readonly [string, Json] => [
    nameSpace,
    Object.fromEntries([...ids].map(([id, digest]) => [String(id), toBase64Url(digest)])),
  ]);
  const stated = { digests: Object.fromEntries(byName), docType, validUntil: dateTimeText(validUntilMs) };
  return hash('issued', 'mso_mdoc', canonical(stated));
}
