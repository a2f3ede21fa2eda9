// Measurements of trust lists: what became of those that came, and how many are fresh.
import { Counter, type Registry } from 'prom-client';
import type { TrustListPorts } from '../../actors/trust/trust-lists.js';
import type { TrustListRows } from '../../storage/tables/trust/trust-lists.js';
import type { Reading } from './readings.js';

export interface TrustMetrics {
  readonly countOutcome: TrustListPorts['countOutcome'];
}

export function trustMetrics(registry: Registry): TrustMetrics {
  const taken = new Counter({
    name: 'ledger_trust_lists_read_total',
    help: 'Trust lists that came or were fetched, by outcome: taken, refused, unreachable.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { countOutcome: (outcome) => taken.inc({ outcome }) };
}

export function trustGauge(rows: Pick<TrustListRows, 'counts'>, now: () => number): Reading {
  return {
    name: 'ledger_trust_lists',
    help: 'Trust lists of all organisations, by freshness.',
    labels: ['freshness'],
    read: () => Object.entries(rows.counts(now())).map(([freshness, value]) => ({ labels: { freshness }, value })),
  };
}
