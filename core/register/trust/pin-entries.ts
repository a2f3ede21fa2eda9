// Entries of a pin, of what a person has: anchors as DER, or an issuer with its keys as JWK. Pure.
import { sha256Hex } from '../../base/hash.js';
import type { JsonObject } from '../../base/json.js';
import { keysOfSet, spkiOfJwk } from '../../crypto/keys/issuer-address.js';
import { type PinnedKey, sortedEntries } from './pin.js';

/** SHA-256 of each DER, in their order and each once. */
export function anchorEntries(ders: readonly Uint8Array[]): readonly string[] {
  return sortedEntries(ders.map(sha256Hex));
}

/** An entry for each key of the set, or of the one key; undefined where one is not a public key of P-256. */
export function keyEntries(issuer: string, document: JsonObject): readonly PinnedKey[] | undefined {
  const keys = ('keys' in document ? keysOfSet(document) : [document]).map(spkiOfJwk);
  if (keys.includes(undefined)) return undefined;
  return sortedEntries(keys.map((spki) => ({ issuer, key: sha256Hex(spki as Uint8Array) })));
}
