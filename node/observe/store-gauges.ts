// The gauges of the store and its disk.

import type { DiskReserve } from '../../storage/engine/reserve.js';
import type { Store } from '../../storage/open.js';
import type { Metrics } from './metrics.js';

export function storeGauges(
  metrics: Pick<Metrics, 'gauge'>,
  { journal, kv }: Pick<Store, 'journal' | 'kv'>,
  reserve: Pick<DiskReserve, 'free' | 'isLow'>,
): void {
  metrics.gauge({
    name: 'ledger_journal_backlog_bytes',
    help: 'Bytes of operations that wait for a synced batch.',
    read: () => journal.waitingBytes,
  });
  metrics.gauge({
    name: 'ledger_store_bytes',
    help: 'Bytes of the tables of the store, roughly; the last 64 MiB that were written are in none yet.',
    read: () => kv.sizeBytes?.() ?? 0,
  });
  metrics.gauge({
    name: 'ledger_disk_free_bytes',
    help: 'Bytes that may still be written to the disk of the store.',
    read: () => reserve.free?.bytes ?? 0,
  });
  metrics.gauge({
    name: 'ledger_disk_free_inodes',
    help: 'Files that may still be made on the disk of the store; 0 where it does not say.',
    read: () => reserve.free?.files ?? 0,
  });
  metrics.gauge({
    name: 'ledger_disk_low',
    help: '1 while the disk is nearly full and this node only reads.',
    read: () => (reserve.isLow ? 1 : 0),
  });
}
