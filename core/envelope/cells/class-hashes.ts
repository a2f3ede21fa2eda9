// The hashes of the classes of one run, found once for all readers that one node hosts. A hash is given again only to a
// reader that has the same seed and the same cells itself, so that it discloses nothing. A sender that sealed something
// else to one of them is found out as before. For one round of checks: it holds what was opened.
import { compareBytes } from '../../base/bytes.js';
import { type CellText, classOf, placeOf, type RunPlace } from './root.js';

interface Known {
  /** Where it stands: `placeOf`. */
  readonly run: Uint8Array;
  readonly seed: Uint8Array;
  readonly cells: readonly CellText[];
  readonly hash: Uint8Array;
}

export class ClassHashes {
  /** By place of the class: a run has at most CELL_CLASSES_MAX. Of readers with different cells the last one stays. */
  private readonly known = new Map<number, Known>();
  private placed: { readonly run: RunPlace; readonly place: Uint8Array } | undefined;

  /** `placeOf`, found once while the same run is given. */
  placeOf(run: RunPlace): Uint8Array {
    if (this.placed?.run !== run) this.placed = { run, place: placeOf(run) };
    return this.placed.place;
  }

  /** `classOf`, of the class at a place of the layout. */
  of(at: number, { run, seed, cells }: Omit<Known, 'hash'>): Uint8Array {
    const known = this.known.get(at);
    const isPlaced = known !== undefined && compareBytes(known.run, run) === 0;
    if (isPlaced && compareBytes(known.seed, seed) === 0 && isAlike(known.cells, cells)) return known.hash;
    const hash = classOf(run, seed, cells);
    this.known.set(at, { run, seed, cells, hash });
    return hash;
  }
}

function isAlike(a: readonly CellText[], b: readonly CellText[]): boolean {
  return a.length === b.length && a.every((item, i) => isCell(item, b[i] as CellText));
}

function isCell(a: CellText, b: CellText): boolean {
  return a.pointer === b.pointer && a.value === b.value && a.manifests.join() === b.manifests.join();
}
