// The operations of a world: the real host on the world's memory store, encrypting in this thread.
import type { AnnouncementHub } from '../../../actors/announcements.js';
import { LocalEncrypter } from '../../../actors/workflow/encryption/encrypter.js';
import { OperationHost } from '../../../actors/workflow/operations/operations.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { FileChunks } from '../../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../../storage/tables/workflow/file-claims.js';
import { OperationStore } from '../../../storage/tables/workflow/operations.js';

export interface OperationsWorld
  extends Pick<ApiDeps, 'clock' | 'random' | 'log' | 'ledger' | 'workflow' | 'wallets' | 'tenants' | 'services'> {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly announcements: AnnouncementHub;
}

export function operationsPart(world: OperationsWorld): OperationHost {
  const { kv, journal, random, wallets, tenants, services } = world;
  const operations = new OperationHost({
    ...world,
    store: new OperationStore({ kv, queued: journal, random, key: new Uint8Array(32).fill(9) }),
    claims: new FileClaims(kv, journal, new FileChunks(kv, journal)),
    rights: { wallets, tenants, services },
    seal: (ask) => new LocalEncrypter(world).encrypt(ask),
    metrics: null,
  });
  operations.start();
  return operations;
}
