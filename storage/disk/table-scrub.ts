// Watches the tables of an open store for damage. Where a start can set the damage aside, the node is to stop in good
// order, before LevelDB reads it and ends the process; what only the operator may give up is told and left.
import type { Worker } from 'node:worker_threads';
import type { Log } from '../../core/base/ports.js';
import { StoreError } from '../engine/fault.js';
import { startThread } from '../engine/thread.js';
import { damageMet } from '../engine/verify-file.js';
import { findLost } from './lost.js';
import { tableText } from './prepare.js';
import type { TableDamage } from './table-file.js';

export interface TableScrubPorts {
  readonly log: Log;
  /** The node has to stop; its next start sets the damage aside. */
  onFatal(error: Error): void;
}

interface Told {
  readonly bytes: number;
  readonly damage?: TableDamage;
}

export class TableScrub {
  private readonly worker: Worker;
  private readonly dir: string;
  private readonly ports: TableScrubPorts;
  private readonly damaged = new Set<string>();
  private counts = { tables: 0, bytes: 0 };

  constructor(dir: string, bytesPerSecond: number, ports: TableScrubPorts) {
    this.dir = dir;
    this.ports = ports;
    this.worker = startThread(new URL('./table-scrub-worker.js', import.meta.url), {
      workerData: { dir, bytesPerSecond },
    });
    this.worker.unref();
    this.worker.on('message', (sender: Told) => this.onTold(sender));
    this.worker.on('error', (err) => ports.log.error({ err }, 'The tables of the store are not verified any more.'));
  }

  get figures(): { readonly tables: number; readonly bytes: number; readonly damaged: readonly string[] } {
    return { ...this.counts, damaged: [...this.damaged] };
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private onTold({ bytes, damage }: Told): void {
    this.counts = { tables: this.counts.tables + 1, bytes: this.counts.bytes + bytes };
    if (!damage) return;
    const text = tableText(damage);
    if (this.damaged.has(text)) return;
    this.damaged.add(text);
    // The next start would not come to a table that is old.
    damageMet(this.dir);
    const { own } = findLost(damage.whole === undefined ? damage.blocks : [damage]);
    if (damage.whole === undefined && own.length === 0) {
      const message = `The table ${text} of the store is damaged. The node stops, and its next start sets the damage aside.`;
      this.ports.onFatal(new StoreError('STORE_DAMAGED', message));
      return;
    }
    this.ports.log.error(
      { table: text, rows: own.slice(0, 12) },
      'A table of the store is damaged that may hold rows of this node alone. Stop the node, run quorate check, and restore a backup.',
    );
  }
}
