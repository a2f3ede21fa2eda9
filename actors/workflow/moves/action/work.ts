// How much a move is, known before anything of it is sealed.
import { charactersIn } from '../../../../core/envelope/cells/encrypt.js';
import type { EncryptionAsk } from '../../encryption/encrypter.js';
import type { MoveDraft } from '../../encryption/signing.js';
import type { PlannedPlace } from '../parts/place.js';
import type { ActionWork } from './ask.js';
import { nextActionsOf } from './repeats.js';

/** The work of a move, told before it is sealed. */
export function workOf(
  { header, metadata }: MoveDraft,
  plan: PlannedPlace['plan'],
  sealing: EncryptionAsk['sealing'],
): ActionWork {
  const { groups } = sealing;
  return {
    instanceId: header.instanceId,
    recipients: new Set(groups.flatMap(({ recipients }) => recipients.map(({ walletAddress }) => walletAddress))).size,
    groups: groups.length,
    bytes: charactersIn(sealing.classes),
    nextActions: nextActionsOf(
      plan,
      (metadata.routing?.next ?? []).map((actionId) => ({ actionId })),
    ),
  };
}
