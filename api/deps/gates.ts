// The ports of actions that wait for their credentials.
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import type { PreparedActions } from '../../storage/tables/credentials/prepared-actions.js';
import type { OpenCounts } from '../presenting/counts.js';

export interface GateMetrics {
  /** Of one gate: a presentation that was judged, or that its holder declined. */
  countGate(evidence: 'sealed' | 'public' | 'kept' | 'verified', outcome: 'admitted' | 'refused' | 'declined'): void;
  observeGate(seconds: number): void;
}

export interface GatePart {
  readonly prepared: PreparedActions;
  /** Prepared actions of each account. */
  readonly open: OpenCounts;
  readonly secrets: TextCipher;
  readonly metrics: GateMetrics | null;
}

export interface ApiGates {
  readonly gates: GatePart;
}
