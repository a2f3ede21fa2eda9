// Replicas as clients see them.
import type { Static } from 'typebox';
import type { ReplicaView } from '../../actors/mesh/mesh.js';
import type { SubscriptionView, SyncHealth } from '../schemas/registers/peer.js';
import { isoTime } from './transactions.js';

/** A replica that does not move for this long, and is not at its tip, is stale (reference-facts 4.2.7). */
const STALE_MS = 10_000;

/** `transactions` are those of the dockets that are here. */
export function subscriptionView(replica: ReplicaView, transactions: number): Static<typeof SubscriptionView> {
  return {
    registerId: replica.registerId,
    mode: 'full-replica',
    syncState: replica.state,
    lastSyncedDocketVersion: replica.height,
    lastSyncedTransactionVersion: transactions,
    totalDocketsInChain: Math.max(replica.height, replica.targetHeight) + 1,
    syncProgressPercent: progressOf(replica),
    canParticipateInValidation: replica.isSeated && replica.state === 'synced',
    isReceiving: replica.providers.length > 0,
    lastSyncAt: timeOrNull(replica.lastSyncMs),
    consecutiveFailures: replica.failures,
    errorMessage: replica.lastError ?? null,
  };
}

export function syncView(replica: ReplicaView, nowMs: number): Static<typeof SyncHealth>['registers'][number] {
  const quietMs = nowMs - (replica.lastSyncMs ?? 0);
  return {
    registerId: replica.registerId,
    status: replica.state,
    currentDocket: replica.height,
    targetDocket: replica.targetHeight,
    progressPercent: progressOf(replica),
    docketsProcessed: replica.dockets,
    lastError: replica.lastError ?? null,
    isStale: replica.state !== 'synced' && quietMs > STALE_MS,
  };
}

/** The worst state of any. */
export function worstState(replicas: readonly ReplicaView[]): ReplicaView['state'] {
  if (replicas.some(({ state }) => state === 'stalled')) return 'stalled';
  return replicas.some(({ state }) => state === 'recovering') ? 'recovering' : 'synced';
}

export function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined || ms === 0 ? null : isoTime(ms);
}

/** 0 to 100 with one decimal. */
function progressOf({ height, targetHeight }: ReplicaView): number {
  if (height >= targetHeight) return 100;
  return Math.floor((1000 * (height + 1)) / (targetHeight + 1)) / 10;
}
