// Delivers in a rehearsal what was sealed for roles until a time or an action: each role what it sent, as its node does
// on any register, before the next step is done.
import { isFailure } from '../../core/base/result.js';
import { hasSeals } from '../../core/blueprint/plan/seals.js';
import type { Rehearsal, RehearsalLine } from '../../storage/tables/workflow/rehearsals.js';
import type { Workflow } from '../workflow/ports.js';
import { actingAs } from './cast.js';
import { line } from './telling.js';
import type { Planned } from './walk.js';

export interface RehearsalDeliveryPorts {
  readonly clock: { now(): number };
  readonly workflow: Pick<Workflow, 'move' | 'instance'>;
}

/** Lines about what was delivered, and what was not: their number is bounded by the roles of the draft. */
export async function deliverOpened(
  { clock, workflow }: RehearsalDeliveryPorts,
  { rehearsal, planned }: { readonly rehearsal: Rehearsal; readonly planned: Planned | undefined },
  waitMs: number,
): Promise<readonly RehearsalLine[]> {
  if (!planned || !hasSeals(planned.definition)) return [];
  const { sandboxRegisterId: registerId, instanceId } = rehearsal;
  const view = await workflow.instance(registerId, instanceId);
  if (isFailure(view) || view.owed.length === 0) return [];
  const lines: RehearsalLine[] = [];
  for (const role of rehearsal.roles) {
    const by = actingAs(rehearsal, role);
    if (!by) continue;
    const sent = await workflow.move('Delivery', { registerId, instanceId, by, automatic: true, waitMs });
    if (isFailure(sent)) lines.push(line(clock.now(), 'Info', `${role} delivers nothing: ${sent.issue.message}`));
    else if (sent.sent.length > 0) {
      const to = [...new Set(sent.sent.map((outcome) => outcome.role))].join(', ');
      lines.push(line(clock.now(), 'Delivered', `${role} delivers to ${to} what was sealed until now.`));
    }
  }
  return lines;
}
