// Measurements of trust lists, of which some are fresh, and of certificates of organisations: what became of those that
// came.
import { Counter, type Registry } from 'prom-client';
import type { CertificatePorts } from '../../../actors/trust/organisation-certificates.js';
import type { TrustListPorts } from '../../../actors/trust/trust-lists.js';
import type { TrustListRows } from '../../../storage/tables/trust/trust-lists.js';
import type { Reading } from '../readings.js';

export interface TrustMetrics {
  readonly countOutcome: TrustListPorts['countOutcome'];
  readonly countCertificate: CertificatePorts['countOutcome'];
}

export function trustMetrics(registry: Registry): TrustMetrics {
  const taken = new Counter({
    name: 'ledger_trust_lists_read_total',
    help: 'Trust lists that came or were fetched, by outcome: taken, refused, unreachable.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const certificates = new Counter({
    name: 'ledger_trust_certificates_total',
    help: 'Certificates for organisations by provenance (Internal, Imported) and outcome: taken, or refused for a reason.',
    labelNames: ['provenance', 'outcome', 'reason'],
    registers: [registry],
  });
  return {
    countOutcome: (outcome) => taken.inc({ outcome }),
    countCertificate: (provenance, outcome, reason) => certificates.inc({ provenance, outcome, reason }),
  };
}

export function trustGauge(rows: Pick<TrustListRows, 'counts'>, now: () => number): Reading {
  return {
    name: 'ledger_trust_lists',
    help: 'Trust lists of all organisations, by freshness.',
    labels: ['freshness'],
    read: () => Object.entries(rows.counts(now())).map(([freshness, value]) => ({ labels: { freshness }, value })),
  };
}
