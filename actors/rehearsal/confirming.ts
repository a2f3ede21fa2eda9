// Confirms in a rehearsal what others have to confirm: each role by its own wallet, as soon as the run is sealed. The
// sight of the confirmers is rehearsed, and not whether they agree. A role that is not held yet stays silent, as on any
// register.
import { isFailure } from '../../core/base/result.js';
import { waitingRuns } from '../../core/blueprint/instance/branches.js';
import { instanceAt } from '../../core/instance/rows.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Rehearsal, RehearsalLine } from '../../storage/tables/workflow/rehearsals.js';
import type { Ledger } from '../ledger-port.js';
import type { Workflow } from '../workflow/ports.js';
import { actingAs } from './cast.js';
import { line } from './telling.js';

export interface ConfirmingPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly clock: { now(): number };
  readonly ledger: Pick<Ledger, 'register'>;
  readonly workflow: Pick<Workflow, 'move'>;
}

/** Lines about what was not confirmed: their number is bounded by the roles of the draft. */
export async function confirmWaiting(
  { chain, clock, ledger, workflow }: ConfirmingPorts,
  rehearsal: Rehearsal,
  waitMs: number,
): Promise<readonly RehearsalLine[]> {
  const { sandboxRegisterId: registerId, instanceId } = rehearsal;
  const reg = ledger.register(registerId)?.reg;
  const instance = reg === undefined ? undefined : instanceAt(chain.view(reg), instanceId);
  const lines: RehearsalLine[] = [];
  for (const { txId: transactionId, missing } of instance ? waitingRuns(instance) : [])
    for (const role of missing) {
      const by = actingAs(rehearsal, role);
      if (!by) continue;
      const ask = { accept: true, registerId, instanceId, by, role, transactionId, waitMs };
      const made = await workflow.move('Confirmation', ask);
      if (isFailure(made)) lines.push(line(clock.now(), 'Info', `${role} does not confirm it: ${made.issue.message}`));
    }
  return lines;
}
