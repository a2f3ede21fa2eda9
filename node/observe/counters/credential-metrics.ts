// Measurements of credentials: requests of wallets for them, and answers of wallets, by what came of them.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { CredentialDriver } from '../../../actors/credentials/credential-driver.js';
import type { DeferredDriver } from '../../../actors/credentials/deferred-driver.js';
import type { KeptMetrics } from '../../../actors/workflow/kept/keeper.js';
import type { CredentialMetrics } from '../../../api/deps/credentials.js';
import type { GateMetrics } from '../../../api/deps/gates.js';
import type { VerifierMetrics } from '../../../api/deps/verifier.js';
import type { StatusLists } from '../../../storage/tables/credentials/status-lists.js';
import type { Reading } from '../readings.js';

export function credentialMetrics(registry: Registry): CredentialMetrics & VerifierMetrics & GateMetrics & KeptMetrics {
  const issued = new Counter({
    name: 'ledger_credentials_issued_total',
    help: 'Requests of wallets for credentials: issued, deferred until their issuance is sealed, or refused.',
    labelNames: ['format', 'outcome'],
    registers: [registry],
  });
  const presented = new Counter({
    name: 'ledger_credentials_presented_total',
    help: 'Answers to requests for presentations, by the side that this node is. A verifier: Verified, Refused, or Declined by the holder. A holder: Submitted, Refused or Denied.',
    labelNames: ['role', 'outcome'],
    registers: [registry],
  });
  const gates = new Counter({
    name: 'ledger_gates_total',
    help: 'Credentials shown at gates of prepared actions: admitted, refused, or declined by the holder. Evidence verified: what a verifier of this node judged.',
    labelNames: ['evidence', 'outcome'],
    registers: [registry],
  });
  const gateTime = new Histogram({
    name: 'ledger_gate_seconds',
    help: 'Seconds to judge one credential at a gate, without the fetch of its status.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1],
    registers: [registry],
  });
  const evidence = new Counter({
    name: 'ledger_gates_evidence_total',
    help: 'Asks of the node of a sender for kept evidence of a gate: fetched; away, or false where it is other evidence than what is sealed, after which it is asked for again.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    countEvidence: (outcome) => evidence.inc({ outcome }),
    countGate: (evidence, outcome) => gates.inc({ evidence, outcome }),
    observeGate: (seconds) => gateTime.observe(seconds),
    countIssued: (format, outcome) => issued.inc({ format, outcome }),
    countPresented: (role: string, outcome: string) => presented.inc({ role, outcome }),
  };
}

/** Of credentials that runs of workflows owe. */
export function issuingGauges(issuing: Pick<CredentialDriver, 'figures'>): readonly Reading[] {
  return [
    {
      name: 'ledger_credentials_owed',
      help: 'Credentials that sealed actions issue and whose issuance is not sealed yet.',
      read: () => issuing.figures.issuing,
    },
    {
      name: 'ledger_credentials_status_behind_seconds',
      help: 'For how long a status list has been behind the ledger; 0 where none is.',
      read: () => issuing.figures.behindMs / 1000,
    },
  ];
}

/** Each list is closed at half full, and has its quarter: they grow with what is issued. */
export function statusListGauge(lists: Pick<StatusLists, 'count'>): Reading {
  return {
    name: 'ledger_credentials_status_lists',
    help: 'Status lists of all organisations of this node, closed ones too.',
    read: () => lists.count(),
  };
}

/** Of credentials that issuers have later. */
export function pendingGauge(deferred: Pick<DeferredDriver, 'waiting'>): Reading {
  return {
    name: 'ledger_credentials_pending',
    help: 'Credentials that wallets of this node wait for, because their issuers have them later.',
    read: () => deferred.waiting,
  };
}
