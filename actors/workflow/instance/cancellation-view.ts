// Cancellation of an instance as its reader is shown it: the terms of its definition, and who agreed so far. It reads
// no clock and decides nothing.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import { termsOf, tooLate } from '../../../core/blueprint/instance/cancelling.js';
import type { CancellationTerms } from '../../../core/blueprint/plan/cancellation.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import type { CancellationConsent, Instance } from '../../../core/blueprint/state/instance.js';
import type { HeldNow } from '../../../core/instance/people/holders.js';
import { wordsNow } from '../../../core/moves/cancellation/cancellation.js';

export interface CancellationView extends Omit<CancellationTerms, 'voted' | 'isDefault'> {
  /** The action that is complete, so that the instance cannot be cancelled any more. */
  readonly endedBy?: number;
  /** When it was asked for, where others have to agree still. */
  readonly askedMs?: number;
  /** The consents that count now. */
  readonly consents: readonly (CancellationConsent & { readonly role: string })[];
}

interface Cancellable {
  readonly row: Instance;
  readonly plan: Plan | undefined;
  readonly definition: Definition | undefined;
}

/** Undefined in an instance that has ended, and while it is left to the opener alone because nothing is stated. */
export function cancellationIn(
  { row, plan, definition }: Cancellable,
  { held, nowMs }: { readonly held: HeldNow; readonly nowMs: number },
): CancellationView | undefined {
  if (!plan || !definition || !['Active', 'Disputed'].includes(row.state)) return undefined;
  const terms = termsOf(plan, row);
  const { voted: _, isDefault, ...shown } = terms;
  if (isDefault && !terms.consent) return undefined;
  const endedBy = tooLate(terms, row);
  const { asked, consents } = wordsNow({ definition, instance: row, held, atMs: nowMs });
  return {
    ...shown,
    ...(endedBy !== undefined && { endedBy }),
    ...(asked && { askedMs: asked.atMs }),
    consents: Object.entries(consents).map(([role, { atMs, wallet }]) => ({ role, atMs, wallet })),
  };
}
