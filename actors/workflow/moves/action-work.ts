// How much a move is, known before anything of it is sealed.
import { charactersIn } from '../../../core/envelope/cells/seal.js';
import { fieldsTextOf } from '../../../core/envelope/seal.js';
import type { Received } from '../../../core/envelope/sealed-group.js';
import type { ActionWork } from '../asks/actions.js';
import type { SealingAsk } from '../sealing/sealer.js';
import type { UnsealedMove } from '../sealing/signing.js';
import type { PlannedPlace } from './place.js';
import { nextActionsOf } from './repeats.js';

function targetsIn({ routing }: UnsealedMove['metadata']): Parameters<typeof nextActionsOf>[1] {
  if (!routing) return [];
  return 'next' in routing ? routing.next.map((actionId) => ({ actionId })) : routing.nextActions;
}

/** The work of a move, told before it is sealed. */
export function workOf(
  { header, metadata }: UnsealedMove,
  plan: PlannedPlace['plan'],
  sealing: SealingAsk['sealing'],
): ActionWork {
  const groups: readonly Received[] = sealing.groups;
  return {
    instanceId: header.instanceId,
    recipients: new Set(groups.flatMap(({ recipients }) => recipients.map(({ walletAddress }) => walletAddress))).size,
    groups: groups.length,
    bytes: sizeOf(sealing),
    nextActions: nextActionsOf(plan, targetsIn(metadata)),
  };
}

function sizeOf(sealing: SealingAsk['sealing']): number {
  if ('classes' in sealing) return charactersIn(sealing.classes);
  // The sender's group stands first, and has all the data.
  return sealing.groups[0] ? fieldsTextOf(sealing.groups[0]).length : 0;
}
