// The files of the node: what is stored of them, the uploads that bring them, and the keeper that fetches what sealed
// actions name. Built before the mesh, which gives chunks to others; started after it, because it asks others.
import { FileKeeper } from '../../actors/files/keeper.js';
import type { ChunkPeers } from '../../actors/files/ports.js';
import type { Log } from '../../core/base/ports.js';
import type { Store } from '../../storage/open.js';
import type { FileChunks } from '../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../storage/tables/workflow/file-claims.js';
import { Uploads } from '../../storage/tables/workflow/uploads.js';
import type { Config } from '../config/schema.js';
import type { HealthPart } from '../observe/health.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock } from '../platform/clock.js';
import { diskRoomOf, FileRoom } from '../platform/file-room.js';
import type { OpenLedger } from './ledger.js';

export interface OpenFiles {
  readonly chunks: FileChunks;
  readonly uploads: Uploads;
  readonly claims: FileClaims;
  readonly keeper: FileKeeper;
}

export interface FilesInput {
  readonly config: Config;
  readonly store: Store;
  readonly chunks: FileChunks;
  readonly opened: OpenLedger;
  readonly log: Log;
  readonly metrics: Metrics | null;
  /** Where chunks may be had from; undefined with the mesh off. */
  peers(): ChunkPeers | undefined;
  /** Whether this node, or the peer, keeps all files of a register. */
  isKept(registerId: string, peerId?: string): boolean;
}

export function openFiles({ config, store, chunks, opened, log, metrics, peers, isKept }: FilesInput): OpenFiles {
  const { kv, journal } = store;
  const { ledger, chain, announcements } = opened;
  const free = () => diskRoomOf(config.node.dataDir)?.bytes;
  const room = new FileRoom({ clock: systemClock, chunks, free }, config.storage.filesBytesMax);
  const claims = new FileClaims(kv, journal, chunks);
  const ports = { clock: systemClock, log: log.child({ module: 'files' }), announcements, ledger, chain, chunks };
  const keeper = new FileKeeper({ ...ports, claims, commit: (ops) => journal.commit(ops), peers, isKept }, room);
  metrics?.gauge({
    name: 'ledger_files_stored_bytes',
    help: 'Bytes of sealed chunks of files, with uploads that no action names yet.',
    read: () => keeper.figures.storedBytes,
  });
  metrics?.gauge({
    name: 'ledger_files_fetched_total',
    help: 'Chunks of files fetched from other nodes since the start.',
    read: () => keeper.figures.fetched,
  });
  const uploads = new Uploads(kv, journal, {
    chunks,
    get bytesMax() {
      return room.bytesMax;
    },
  });
  metrics?.gauge({
    name: 'ledger_files_waiting_bytes',
    help: 'Bytes of uploads that no action names yet.',
    read: () => uploads.waitingBytes,
  });
  return { chunks, uploads, claims, keeper };
}

/** Degraded while files that the ledger names find no room. */
export function filesHealth(keeper: () => Pick<FileKeeper, 'figures'> | undefined): HealthPart {
  return {
    name: 'files',
    needed: false,
    check: () =>
      keeper()?.figures.isFull
        ? {
            status: 'degraded',
            reason:
              'The store of files is full: nothing is uploaded or fetched. Raise storage.filesBytesMax, or give the disk more room.',
          }
        : { status: 'healthy' },
    counts: () => ({ fileBytes: keeper()?.figures.storedBytes ?? 0, filesMissed: keeper()?.figures.missed ?? 0 }),
  };
}
