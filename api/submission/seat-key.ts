// The key that this node names for a new seat of its own. It judges no roster.

import type { ConsensusSigner } from '../../actors/ports.js';
import { keyForSeats } from '../../actors/register-replica/consensus-keys.js';
import type { ApiDeps } from '../deps/deps.js';

/**
 * The newest key, or another one where that may have lost votes in the register: a seat that signs nothing would only
 * raise the quorum, or found nothing.
 */
export async function seatKeyFor(
  { ledger, seatKeys }: Pick<ApiDeps, 'ledger' | 'seatKeys'>,
  registerId: string,
): Promise<ConsensusSigner> {
  return keyForSeats(seatKeys, (validatorId) => ledger.seating.fenceOf(registerId, validatorId));
}
