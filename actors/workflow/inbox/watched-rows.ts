// Reads of rows of the inbox that note of which register a row is damaged. They decide nothing about it.
import { StoreError } from '../../../storage/engine/fault.js';
import type { ListPorts } from './inbox-lists.js';

/** The reads, and the local numbers of the registers with a damaged row, as they are met. */
export function watchedRows(rows: ListPorts['rows']): {
  readonly rows: ListPorts['rows'];
  readonly damaged: ReadonlySet<number>;
} {
  const damaged = new Set<number>();
  const watch = async <R>(reg: number, work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError) damaged.add(reg);
      throw error;
    }
  };
  return {
    damaged,
    rows: {
      instances: (reg, ids) => watch(reg, () => rows.instances(reg, ids)),
      listedPlaces: (list, limit, before) => watch(list.reg, () => rows.listedPlaces(list, limit, before)),
      pendingOf: (wallet, reg, limit) => watch(reg, () => rows.pendingOf(wallet, reg, limit)),
      waitingRegisters: (wallet, limit) => rows.waitingRegisters(wallet, limit),
    },
  };
}
