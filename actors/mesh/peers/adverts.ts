// The offers of this node to a peer: the registers that the peer may follow, with their tips. It offers nothing that a
// peer may not know of.
import { isFailure } from '../../../core/base/result.js';
import type { Advert } from '../../../core/mesh/frames.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { MeshLedger } from '../ports.js';
import type { Rosters } from './rosters.js';

/** Registers listed to one peer. */
const ADVERTS_MAX = 1000;

export interface AdvertsPorts {
  readonly ledger: Pick<MeshLedger, 'registers' | 'state'>;
  readonly rosters: Pick<Rosters, 'isOffered'>;
}

export function advertsFor({ ledger, rosters }: AdvertsPorts, peerId: string): readonly Advert[] {
  const offered = ledger.registers().filter((record) => rosters.isOffered(record, peerId));
  return offered.slice(0, ADVERTS_MAX).flatMap((record) => advertOf(ledger, record));
}

/** Empty for a register that is not open here. */
function advertOf(ledger: Pick<MeshLedger, 'state'>, record: RegisterRecord): readonly Advert[] {
  const state = ledger.state(record.id);
  if (isFailure(state)) return [];
  const { id: registerId, genesisHash, name, description, isFullReplica, advertise: isPublic } = record;
  return [{ registerId, genesisHash, name, description, height: state.height, isFullReplica, isPublic }];
}
