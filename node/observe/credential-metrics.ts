// Measurements of credentials that are issued: requests of wallets by what came of them.
import { Counter, type Registry } from 'prom-client';
import type { CredentialMetrics } from '../../api/deps/credentials.js';

export function credentialMetrics(registry: Registry): CredentialMetrics {
  const issued = new Counter({
    name: 'ledger_credentials_issued_total',
    help: 'Requests of wallets for credentials: issued, or refused.',
    labelNames: ['format', 'outcome'],
    registers: [registry],
  });
  return { countIssued: (format, outcome) => issued.inc({ format, outcome }) };
}
