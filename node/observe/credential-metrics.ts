// Measurements of credentials: requests of wallets for them, and answers of wallets, by what came of them.
import { Counter, type Registry } from 'prom-client';
import type { CredentialMetrics } from '../../api/deps/credentials.js';
import type { VerifierMetrics } from '../../api/deps/verifier.js';

export function credentialMetrics(registry: Registry): CredentialMetrics & VerifierMetrics {
  const issued = new Counter({
    name: 'ledger_credentials_issued_total',
    help: 'Requests of wallets for credentials: issued, or refused.',
    labelNames: ['format', 'outcome'],
    registers: [registry],
  });
  const presented = new Counter({
    name: 'ledger_credentials_presented_total',
    help: 'Answers to requests for presentations, by the side that this node is. A verifier: Verified, Refused, or Declined by the holder. A holder: Submitted, Refused or Denied.',
    labelNames: ['role', 'outcome'],
    registers: [registry],
  });
  return {
    countIssued: (format, outcome) => issued.inc({ format, outcome }),
    countPresented: (role: string, outcome: string) => presented.inc({ role, outcome }),
  };
}
