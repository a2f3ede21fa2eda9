// Evidence of gates that no envelope has: a hash of its class is sealed, and the class goes from node to node. A class
// counts where it gives that hash, so that a reader cannot be told anything else. Pure.
import { equalBytes, fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { isObject, type Json, parseJsonText } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import type { CellValue } from '../layout/values.js';
import type { CellEncryption } from './encrypt.js';
import type { ExpectedGroup, OpenedCells, OpenedClass } from './open.js';
import { cellText, classOf, HASH_BYTES, placeOf, SEED_BYTES } from './root.js';

/** The kept classes of a run, by their gates; plain JSON. */
export type KeptGates = Readonly<Record<string, KeptClass>>;

export interface KeptClass {
  /** Base64url. */
  readonly seed: string;
  /** `[value]` or `[]` for each cell of the class, in their order. */
  readonly cells: readonly Json[];
}

/** The part of a run that its sender keeps: each kept class whose gate was shown something. */
export function evidenceIn({ classes, gateSeeds = [] }: Pick<CellEncryption, 'classes' | 'gateSeeds'>): KeptGates {
  const gates = classes.filter(({ gate }) => gate !== undefined);
  return Object.fromEntries(
    gates.flatMap(({ gate = '', isKept, cells }, i) => {
      const isShown = isKept === true && cells.some(({ value }) => value !== '');
      const values = cells.map(({ value }) => JSON.parse(`[${value}]`) as Json);
      return isShown ? [[gate, { seed: gateSeeds[i] ?? '', cells: values }]] : [];
    }),
  );
}

/** Undefined for anything else than kept classes, as another node sent it. */
export function readKept(text: string): KeptGates | undefined {
  const value = parseJsonText(text);
  if (isFailure(value) || !isObject(value)) return undefined;
  const isEach = Object.values(value).every(
    (item) => isObject(item) && typeof item.seed === 'string' && Array.isArray(item.cells),
  );
  return isEach ? (value as unknown as KeptGates) : undefined;
}

/** The cells of a wallet with the kept classes that it reads, as far as they give the sealed hashes of the run. */
export function withKept(
  given: OpenedCells,
  { run, layout, kept = [], hashed }: ExpectedGroup,
  gates: KeptGates | undefined,
): OpenedCells {
  if (gates === undefined || kept.length === 0) return given;
  const place = hashed?.placeOf(run) ?? placeOf(run);
  const read = kept.flatMap((at): readonly OpenedClass[] => {
    const { gate = '', cells = [] } = layout.classes[at] ?? {};
    const own = Object.hasOwn(gates, gate) ? gates[gate] : undefined;
    const [seed, values] = [fromBase64Url(own?.seed ?? ''), valuesIn(own?.cells ?? [], cells.length)];
    const hash = given.hashes[at];
    if (seed?.length !== SEED_BYTES || values === undefined || hash?.length !== HASH_BYTES) return [];
    const texts = cells.map(({ pointer }, i) => cellText(pointer, values[i], []));
    const isSealed = equalBytes(classOf(place, seed, texts), hash);
    return isSealed ? [{ class: at, seed, values }] : [];
  });
  if (read.length === 0) return given;
  const classes = [...given.classes, ...read].sort((a, b) => a.class - b.class);
  return { ...given, classes };
}

/** The kept classes among the cells of a wallet, by their gates. */
export function evidenceOf({ classes }: OpenedCells, { layout, kept = [] }: ExpectedGroup): KeptGates {
  const own = classes.filter((item) => kept.includes(item.class));
  return Object.fromEntries(
    own.map(({ class: at, seed, values }) => {
      const cells = values.map((value) => (value === undefined ? [] : [value]));
      return [layout.classes[at]?.gate ?? '', { seed: toBase64Url(seed), cells }];
    }),
  );
}

function valuesIn(list: readonly Json[], length: number): readonly CellValue[] | undefined {
  const isEach = list.length === length && list.every((item) => Array.isArray(item) && item.length <= 1);
  return isEach ? (list as readonly (readonly Json[])[]).map(([value]) => value) : undefined;
}
