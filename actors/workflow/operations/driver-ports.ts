// Ports of the driver of operations to the node. Types only.
import type { Clock, Log } from '../../../core/base/ports.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { FileClaims } from '../../../storage/tables/workflow/file-claims.js';
import type { OperationStore } from '../../../storage/tables/workflow/operations.js';
import type { Ledger } from '../../ledger-port.js';
import type { Announcements } from '../../ports.js';
import type { ActionWay } from '../moves/action/way.js';
import type { Workflow } from '../ports.js';
import type { RightsPorts } from './operation-rights.js';

export interface OperationMetrics {
  /** An operation that has ended, and how long after it was asked. */
  onFinished(outcome: 'completed' | 'failed', seconds: number): void;
}

export interface OperationPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: OperationStore;
  readonly journal: Pick<Journal, 'commit'>;
  /**
   * An operation claims the files that it was asked to send under its own id. It does so until its transaction has
   * claimed them or it has ended otherwise.
   */
  readonly claims: Pick<FileClaims, 'add' | 'release'>;
  readonly workflow: Pick<Workflow, 'carry' | 'moving'>;
  readonly ledger: Pick<Ledger, 'register' | 'receipt' | 'submit' | 'state' | 'seat'>;
  readonly rights: Omit<RightsPorts, 'clock'>;
  readonly announcements: Announcements;
  /** Seals without keeping the event loop busy. */
  readonly seal: NonNullable<ActionWay['encrypt']>;
  readonly metrics: OperationMetrics | null;
}
