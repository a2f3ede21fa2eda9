// Cancellation of an instance as its reader is shown it: the terms of its definition, and who agreed so far. It reads
// no clock and decides nothing.

import { consentsAt, stillCounts, tooLate } from '../../../core/blueprint/instance/cancelling.js';
import type { CancellationTerms } from '../../../core/blueprint/plan/cancellation.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import type { CancellationConsent, Instance } from '../../../core/blueprint/state/instance.js';

export interface CancellationView extends Omit<CancellationTerms, 'voted'> {
  /** The action that is complete, so that the instance cannot be cancelled any more. */
  readonly endedBy?: number;
  /** When it was asked for, where others have to agree still. */
  readonly askedMs?: number;
  /** Those that count now. */
  readonly consents: readonly (CancellationConsent & { readonly role: string })[];
}

/** Undefined in an instance that has ended, and where the definition leaves it to the opener. */
export function cancellationIn(row: Instance, plan: Plan | undefined, nowMs: number): CancellationView | undefined {
  const terms = plan?.cancellation;
  if (!terms || row.language !== 2 || !['Active', 'Disputed'].includes(row.state)) return undefined;
  const { voted: _, ...shown } = terms;
  const endedBy = tooLate(terms, row);
  const { cancelling } = row;
  const askedMs = cancelling?.askedMs;
  return {
    ...shown,
    ...(endedBy !== undefined && { endedBy }),
    ...(stillCounts(askedMs, nowMs) && { askedMs: askedMs as number }),
    consents: consentsAt(cancelling, nowMs).map(([role, consent]) => ({ role, ...consent })),
  };
}
