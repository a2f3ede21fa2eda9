// Puts disclosures where their digests stand (RFC 9901 section 7.1). No digest may stand in two places, no disclosure
// may be without a place, and none may bring a claim that is there: else two readers could see different claims.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { CREDENTIAL_DEPTH_MAX } from '../../base/limits/ledger/credentials.js';
import { ALGORITHM, NEVER_DISCLOSED } from '../claim-names.js';
import { need } from '../fault.js';
import { DIGESTS, type DisclosedClaim, ELEMENT } from './disclosure.js';

/** The default of RFC 9901 section 4.1.1, and the one that is taken. */
export const SHA256 = 'sha-256';
export type ClaimPath = readonly (string | number)[];

export interface Unfolded {
  /** Without digests and their algorithm. */
  readonly claims: JsonObject;
  /** The place of each disclosure. */
  readonly places: ReadonlyMap<string, ClaimPath>;
}

/** The claims of a signed payload with those of the disclosures. Throws a fault where one of the rules is broken. */
export function unfold(payload: JsonObject, disclosures: readonly DisclosedClaim[]): Unfolded {
  need(Object.hasOwn(payload, ALGORITHM) ? payload[ALGORITHM] === SHA256 : true, `Digests are other than ${SHA256}.`);
  const tree = new DisclosureTree(disclosures);
  const { [ALGORITHM]: _, ...claims } = tree.object(payload, []);
  for (const { digest } of disclosures) need(tree.places.has(digest), 'A disclosure has no digest.');
  return {
    claims,
    places: new Map(disclosures.map(({ text, digest }) => [text, tree.places.get(digest) as ClaimPath])),
  };
}

class DisclosureTree {
  /** Of the digests that were met and have a disclosure. */
  readonly places = new Map<string, ClaimPath>();
  readonly #disclosures: ReadonlyMap<string, DisclosedClaim>;
  readonly #met = new Set<string>();

  constructor(disclosures: readonly DisclosedClaim[]) {
    this.#disclosures = new Map(disclosures.map((disclosure) => [disclosure.digest, disclosure]));
    need(this.#disclosures.size === disclosures.length, 'A disclosure comes twice.');
  }

  object(source: JsonObject, path: ClaimPath): JsonObject {
    need(!Object.hasOwn(source, ELEMENT), `A member is named ${ELEMENT}.`);
    const digests: Json = Object.hasOwn(source, DIGESTS) ? (source[DIGESTS] as Json) : [];
    need(Array.isArray(digests), `A member ${DIGESTS} is not a list.`);
    const members = new Map<string, Json>();
    const isShallow = path.length < CREDENTIAL_DEPTH_MAX;
    for (const name of Object.keys(source)) {
      if (name === DIGESTS) continue;
      const value = source[name] as Json;
      // A path is for lists and objects alone.
      const isPlain = isShallow && (typeof value !== 'object' || value === null);
      members.set(name, isPlain ? value : this.#value(value, [...path, name]));
    }
    for (const digest of digests as readonly Json[]) {
      const { name, value } = this.#takeDisclosure(digest) ?? {};
      if (value === undefined) continue;
      need(name !== undefined, 'A disclosure of an element stands for a member.');
      need(!members.has(name), 'A disclosure names a member that is there.', name);
      need(path.length > 0 || !NEVER_DISCLOSED.has(name), 'A disclosure has a claim that is never one.', name);
      members.set(name, this.#placeValue(digest as string, value, [...path, name]));
    }
    // A member may be named __proto__: it becomes one, and nothing else.
    return Object.fromEntries(members);
  }

  #value(value: Json, path: ClaimPath): Json {
    need(path.length <= CREDENTIAL_DEPTH_MAX, `Claims nest deeper than ${CREDENTIAL_DEPTH_MAX} levels.`);
    if (typeof value !== 'object' || value === null) return value;
    return isObject(value) ? this.object(value, path) : this.#list(value as readonly Json[], path);
  }

  #list(items: readonly Json[], path: ClaimPath): Json {
    const shown: Json[] = [];
    for (const item of items) {
      const place = [...path, shown.length];
      if (!isObject(item) || !Object.hasOwn(item, ELEMENT)) {
        shown.push(this.#value(item, place));
        continue;
      }
      need(Object.keys(item).length === 1, `An element has more than ${ELEMENT}.`);
      const digest = item[ELEMENT] as Json;
      const { name, value } = this.#takeDisclosure(digest) ?? {};
      if (value === undefined) continue;
      need(name === undefined, 'A disclosure of a member stands for an element.', name);
      shown.push(this.#placeValue(digest as string, value, place));
    }
    return shown;
  }

  /** The disclosure of a digest; undefined where it was not shown, or is a decoy. */
  #takeDisclosure(digest: Json): DisclosedClaim | undefined {
    need(typeof digest === 'string', 'A digest is not a text.');
    need(!this.#met.has(digest), 'A digest comes twice.');
    this.#met.add(digest);
    return this.#disclosures.get(digest);
  }

  #placeValue(digest: string, value: Json, place: ClaimPath): Json {
    this.places.set(digest, place);
    return this.#value(value, place);
  }
}
