// The issuer's side (RFC 9901 section 4): takes claims apart into a signed part and disclosures, inside before outside,
// so that a disclosure may have digests of its own. Digests are sorted, so that their order says nothing.
import { isObject, type Json, type JsonObject, nestsWithin } from '../../base/json.js';
import { CREDENTIAL_DEPTH_MAX, PRESENTATION_CLAIMS_MAX } from '../../base/limits/ledger/credentials.js';
import { ALGORITHM, NEVER_DISCLOSED } from '../claim-names.js';
import { need } from '../fault.js';
import { DIGESTS, digestOf, disclosuresOf, ELEMENT, type SaltedClaim } from './disclosure.js';
import { type AskedPath, below } from './paths.js';
import { SHA256 } from './unfold.js';

export interface Blinding {
  /** Claims and elements that the holder may keep to itself; a path that leads nowhere does nothing. */
  readonly disclosable: readonly AskedPath[];
  /** Decoys in each object that has digests, so that their number does not say how many claims there are. */
  readonly decoys: number;
  /** A fresh one each time (salts.ts). */
  readonly salt: () => string;
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
  const payload = maker.root(claims);
  need(maker.disclosures.length <= PRESENTATION_CLAIMS_MAX, `There are over ${PRESENTATION_CLAIMS_MAX} disclosures.`);
  return { payload, disclosures: maker.disclosures };
}

class Maker {
  readonly disclosures: string[] = [];
  readonly #blinding: Blinding;

  constructor(blinding: Blinding) {
    this.#blinding = blinding;
  }

  root(claims: JsonObject): JsonObject {
    const members = this.#members(claims, this.#blinding.disclosable);
    if (this.disclosures.length > 0) members.push([ALGORITHM, SHA256]);
    return objectOf(members);
  }

  #members(source: JsonObject, paths: readonly AskedPath[]): Member[] {
    const clear: Member[] = [];
    const hidden: SaltedClaim[] = [];
    const steps = byStep(paths);
    for (const name of Object.keys(source)) {
      need(name !== DIGESTS && name !== ELEMENT, NAMED_ALIKE, name);
      const step = steps.get(name);
      const value = this.#value(source[name] as Json, step?.below ?? NOWHERE);
      if (step?.isHere) hidden.push({ salt: this.#blinding.salt(), name, value });
      else clear.push([name, value]);
    }
    if (hidden.length > 0) {
      const digests = this.#digests(hidden);
      for (let i = 0; i < this.#blinding.decoys; i++) digests.push(digestOf(this.#blinding.salt()));
      clear.push([DIGESTS, digests.sort()]);
    }
    return clear;
  }

  #value(value: Json, paths: readonly AskedPath[]): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (isObject(value)) return objectOf(this.#members(value, paths));
    return (value as readonly Json[]).map((item, i) => {
      const rest = below(paths, i);
      const made = this.#value(item, rest);
      if (!rest.some(({ length }) => length === 0)) return made;
      const [digest] = this.#digests([{ salt: this.#blinding.salt(), value: made }]);
      return { [ELEMENT]: digest as string };
    });
  }

  #digests(hidden: readonly SaltedClaim[]): string[] {
    const texts = disclosuresOf(hidden);
    this.disclosures.push(...texts);
    return texts.map(digestOf);
  }
}

type Member = [name: string, value: Json];

/** In the order that the signed text has: it is written faster so. Of two members of a name, the later one counts. */
function objectOf(members: Member[]): JsonObject {
  return Object.fromEntries(members.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)));
}

const NOWHERE: readonly AskedPath[] = [];
const NAMED_ALIKE = `A claim is named ${DIGESTS} or ${ELEMENT}.`;

/** A step of some paths: whether one of them ends there, and the rests of the others. */
interface TakenStep {
  isHere: boolean;
  readonly below: AskedPath[];
}

/** By their first step: looked up for each member instead of compared with each. */
function byStep(paths: readonly AskedPath[]): ReadonlyMap<AskedPath[number], TakenStep> {
  const steps = new Map<AskedPath[number], TakenStep>();
  for (const path of paths) {
    const [step] = path;
    if (step === undefined) continue;
    let taken = steps.get(step);
    if (taken === undefined) {
      taken = { isHere: false, below: [] };
      steps.set(step, taken);
    }
    if (path.length === 1) taken.isHere = true;
    else taken.below.push(path.slice(1));
  }
  return steps;
}
