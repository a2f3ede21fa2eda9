// The audit paths of dockets in the history of a later one, as evidence has them.
import { setImmediate as turn } from 'node:timers/promises';
import { fromHex } from '../../core/base/bytes.js';
import { pathBy, verifyInclusion } from '../../core/base/merkle.js';
import type { DocketHeader } from '../../core/model/register.js';
import { StoreError } from '../../storage/engine/fault.js';
import type { ApiDeps } from '../deps/deps.js';

/** Paths found before others have a turn. */
const TURN_PATHS = 32;

/** For heights below the head. A row that the disk has spoilt is found here and not given away. */
export async function pathsTo(
  chain: Pick<ApiDeps['chain'], 'docket' | 'history'>,
  reg: number,
  { head, heights }: { readonly head: DocketHeader; readonly heights: readonly number[] },
): Promise<ReadonlyMap<number, Uint8Array[]>> {
  const { height: size, historyRoot, registerId } = head;
  const nodes = chain.history(reg);
  const paths = new Map<number, Uint8Array[]>();
  for (const [i, height] of heights.entries()) {
    if (i % TURN_PATHS === TURN_PATHS - 1) await turn();
    if (height === size) continue;
    const path = pathBy(nodes, height, size);
    const docket = chain.docket(reg, height);
    if (!docket || !verifyInclusion(fromHex(docket.hash), height, size, path, fromHex(historyRoot)))
      throw new StoreError('STORE_DAMAGED', `The stored history of register ${registerId} is damaged.`);
    paths.set(height, path);
  }
  return paths;
}
