// The seeds of the classes that hold data, drawn before a credential is shown: the root over them is in the nonce that
// a holder signs (docs/hashes.md, section 14). Recipients do not change it, so that an action is encrypted anew for
// others under the same nonce.
import { assert } from '../../base/assert.js';
import { fromBase64Url, toBase64Url, toHex } from '../../base/bytes.js';
import { canonical } from '../../base/json.js';
import { keyStream, twoKeys } from '../../crypto/keys/expand.js';
import { type CellText, classOf, placeOf, type RunPlace, rootOf, SEED_BYTES } from './root.js';

/** An action with its classes, without those of its gates or with them. */
export interface SeededAction {
  readonly run: RunPlace;
  readonly classes: readonly SeededClass[];
}

interface SeededClass {
  readonly gate?: string;
  readonly cells: readonly CellText[];
}

/** Base64url, one for each class that holds no gate, in their order. `entropy` is 32 bytes, used for nothing else. */
export function seedsOf({ run, classes }: SeededAction, entropy: Uint8Array): readonly string[] {
  return drawSeeds('quorate:gate-seeds', { run, classes: dataIn(classes) }, entropy);
}

/** The same of the classes that hold a gate: drawn before the seal where a verifier signs for the root. */
export function gateSeedsOf({ run, classes }: SeededAction, entropy: Uint8Array): readonly string[] {
  return drawSeeds('quorate:verified-seeds', { run, classes: gatesIn(classes) }, entropy);
}

function drawSeeds(label: string, { run, classes }: SeededAction, entropy: Uint8Array): readonly string[] {
  assert(entropy.length >= 32, 'seeds take 32 bytes of entropy or more');
  // No part has a control character, so that no two contents share a text.
  let text = `${label}\u001f${toHex(placeOf(run))}`;
  for (const { cells } of classes)
    for (const { pointer, value } of cells) text += `\u001f${canonical(pointer)}\u001f${value}`;
  const [key] = twoKeys(entropy, text);
  const stream = keyStream(key, classes.length * SEED_BYTES);
  return classes.map((_, i) => toBase64Url(stream.subarray(i * SEED_BYTES, (i + 1) * SEED_BYTES)));
}

/** The hashes of all classes, in their order. */
export function classHashesOf(
  { run, classes }: SeededAction,
  { seeds, gateSeeds }: { readonly seeds: readonly string[]; readonly gateSeeds: readonly string[] },
): readonly Uint8Array[] {
  const place = placeOf(run);
  const [next, nextOfGate] = [seeds.values(), gateSeeds.values()];
  return classes.map(({ cells, gate }) => {
    const { value = '' } = (gate === undefined ? next : nextOfGate).next();
    return classOf(place, seedAt([value], 0), cells);
  });
}

/** 32 bytes: the root over the classes that hold no gate. */
export function dataRootOf({ run, classes }: SeededAction, seeds: readonly string[]): Uint8Array {
  const place = placeOf(run);
  const data = dataIn(classes);
  assert(seeds.length === data.length, 'each class that holds data has a seed');
  const hashes = data.map(({ cells }, i) => classOf(place, seedAt(seeds, i), cells));
  return rootOf(place, hashes);
}

/** The seed at a place, which this program made. */
export function seedAt(seeds: readonly string[], place: number): Uint8Array {
  const seed = fromBase64Url(seeds[place] ?? '');
  assert(seed?.length === SEED_BYTES, 'a seed has 32 bytes');
  return seed;
}

function dataIn(classes: readonly SeededClass[]): readonly SeededClass[] {
  return classes.filter(({ gate }) => gate === undefined);
}

function gatesIn(classes: readonly SeededClass[]): readonly SeededClass[] {
  return classes.filter(({ gate }) => gate !== undefined);
}
