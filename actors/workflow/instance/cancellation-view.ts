// Cancellation of an instance as its reader is shown it: the terms of its definition, and who agreed so far. It reads
// no clock and decides nothing.

import { consentsAt, stillCounts, termsOf, tooLate } from '../../../core/blueprint/instance/cancelling.js';
import type { CancellationTerms } from '../../../core/blueprint/plan/cancellation.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import type { CancellationConsent, Instance } from '../../../core/blueprint/state/instance.js';

export interface CancellationView extends Omit<CancellationTerms, 'voted' | 'isDefault'> {
  /** The action that is complete, so that the instance cannot be cancelled any more. */
  readonly endedBy?: number;
  /** When it was asked for, where others have to agree still. */
  readonly askedMs?: number;
  /** Those that count now. */
  readonly consents: readonly (CancellationConsent & { readonly role: string })[];
}

/** Undefined in an instance that has ended, and while it is left to the opener alone because nothing is stated. */
export function cancellationIn(row: Instance, plan: Plan | undefined, nowMs: number): CancellationView | undefined {
  if (!plan || row.language !== 2 || !['Active', 'Disputed'].includes(row.state)) return undefined;
  const terms = termsOf(plan, row);
  const { voted: _, isDefault, ...shown } = terms;
  if (isDefault && !terms.consent) return undefined;
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
