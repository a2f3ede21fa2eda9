// The issuer's side (RFC 9901 section 4): takes claims apart into a signed part and disclosures, inside before outside,
// so that a disclosure may have digests of its own. Digests are sorted, so that their order says nothing.
import { toBase64Url } from '../../base/bytes.js';
import { isObject, type Json, type JsonObject, nestsWithin } from '../../base/json.js';
import { CREDENTIAL_DEPTH_MAX, PRESENTATION_CLAIMS_MAX } from '../../base/limits/ledger/credentials.js';
import { NEVER_DISCLOSED } from '../claim-names.js';
import { need } from '../fault.js';
import { DIGESTS, digestOf, disclosureOf, ELEMENT } from './disclosure.js';
import { type AskedPath, below } from './paths.js';
import { SHA256 } from './unfold.js';

export interface Blinding {
  /** Claims and elements that the holder may keep to itself; a path that leads nowhere does nothing. */
  readonly disclosable: readonly AskedPath[];
  /** Decoys in each object that has digests, so that their number does not say how many claims there are. */
  readonly decoys: number;
  /** 16 fresh random bytes (RFC 9901 section 9.3). */
  readonly salt: () => Uint8Array;
}

export interface Blinded {
  readonly payload: JsonObject;
  readonly disclosures: readonly string[];
}

/** Throws a fault on claims that no reader would take. They come from strict JSON. */
export function blind(claims: JsonObject, blinding: Blinding): Blinded {
  need(nestsWithin(claims, CREDENTIAL_DEPTH_MAX - 1), `Claims nest deeper than ${CREDENTIAL_DEPTH_MAX - 1} levels.`);
  const never = blinding.disclosable.find(([name]) => NEVER_DISCLOSED.has(String(name)));
  need(never === undefined, 'The claim is never disclosed.', never?.join('/'));
  const maker = new Maker(blinding);
  const payload = maker.object(claims, blinding.disclosable);
  need(maker.disclosures.length <= PRESENTATION_CLAIMS_MAX, `There are over ${PRESENTATION_CLAIMS_MAX} disclosures.`);
  return {
    payload: maker.disclosures.length === 0 ? payload : { ...payload, _sd_alg: SHA256 },
    disclosures: maker.disclosures,
  };
}

class Maker {
  readonly disclosures: string[] = [];
  readonly #blinding: Blinding;

  constructor(blinding: Blinding) {
    this.#blinding = blinding;
  }

  object(source: JsonObject, paths: readonly AskedPath[]): JsonObject {
    const clear: [string, Json][] = [];
    const digests: string[] = [];
    const rests = byStep(paths);
    for (const name of Object.keys(source)) {
      need(name !== DIGESTS && name !== ELEMENT, NAMED_ALIKE, name);
      const rest = rests.get(name) ?? NOWHERE;
      const made = this.#value(source[name] as Json, rest);
      if (isHere(rest)) digests.push(this.#digest(name, made));
      else clear.push([name, made]);
    }
    if (digests.length > 0) {
      for (let i = 0; i < this.#blinding.decoys; i++) digests.push(digestOf(this.#salt()));
      clear.push([DIGESTS, digests.sort()]);
    }
    return Object.fromEntries(clear);
  }

  #value(value: Json, paths: readonly AskedPath[]): Json {
    if (isObject(value)) return this.object(value, paths);
    if (!Array.isArray(value)) return value;
    return (value as readonly Json[]).map((item, i) => {
      const rest = below(paths, i);
      const made = this.#value(item, rest);
      return isHere(rest) ? { [ELEMENT]: this.#digest(undefined, made) } : made;
    });
  }

  #digest(name: string | undefined, value: Json): string {
    const text = disclosureOf(this.#salt(), name, value);
    this.disclosures.push(text);
    return digestOf(text);
  }

  #salt(): string {
    return toBase64Url(this.#blinding.salt());
  }
}

const NOWHERE: readonly AskedPath[] = [];
const NAMED_ALIKE = `A claim is named ${DIGESTS} or ${ELEMENT}.`;

/** The rest of each path, by its first step: looked up for each member instead of compared with each. */
function byStep(paths: readonly AskedPath[]): ReadonlyMap<AskedPath[number], readonly AskedPath[]> {
  const rests = new Map<AskedPath[number], AskedPath[]>();
  for (const path of paths) {
    const [step] = path;
    if (step === undefined) continue;
    const known = rests.get(step);
    const rest = path.slice(1);
    if (known === undefined) rests.set(step, [rest]);
    else known.push(rest);
  }
  return rests;
}

const isHere = (paths: readonly AskedPath[]) => paths.some(({ length }) => length === 0);
