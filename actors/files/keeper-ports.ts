// Ports of the keeper of files: the sealed chain, the chunks on disk and the peers that may have others. Types only.
import type { Clock, Log } from '../../core/base/ports.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { FileChunks } from '../../storage/tables/workflow/file-chunks.js';
import type { FileClaims } from '../../storage/tables/workflow/file-claims.js';
import type { AnnouncementHub } from '../announcements.js';
import type { Ledger } from '../ledger-port.js';
import type { ChunkPeers } from './ports.js';

export interface FileKeeperPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly announcements: AnnouncementHub;
  readonly ledger: Pick<Ledger, 'registers' | 'register' | 'receipt' | 'state'>;
  readonly chain: Pick<ChainStore, 'iterate' | 'transaction'>;
  readonly chunks: FileChunks;
  readonly claims: FileClaims;
  commit(ops: readonly KvOp[]): Promise<void>;
  /** Undefined while there is no mesh. */
  peers(): ChunkPeers | undefined;
  /** Whether a node keeps all files of the register, because it has a seat there: this one, or the peer. */
  isKept(registerId: string, peerId?: string): boolean;
}
