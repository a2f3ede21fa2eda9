// Puts bodies right that no seal would ever delete: those of the height that is being decided get onto its list again,
// the others go. The register is closed meanwhile, and stays so while it is damaged. Rows that a vote may have promised
// are never deleted.
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { deleteBodyOps, relistOps, strayBodies } from '../../storage/repair/stray-bodies.js';
import type { PatchPorts } from './patch.js';

/** A synced batch a body, so that a crash loses none. Resolves with true: a survey after it finds no more of them. */
export async function putStraysRight({ reg }: RegisterRecord, ports: PatchPorts): Promise<true> {
  const { kv, journal, turn, isCancelled: cancelled } = ports;
  // The last writes of the register until it was closed have to be on the disk, where the walk looks.
  await journal.whenDrained();
  for await (const { height, h8, isOpen } of strayBodies(kv, reg, turn)) {
    if (cancelled()) break;
    await journal.commit(isOpen ? await relistOps(kv, reg, height) : await deleteBodyOps(kv, { reg, height, h8 }));
  }
  return true;
}
