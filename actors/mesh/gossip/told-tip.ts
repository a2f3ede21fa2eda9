// The tip of a register that peers told this node of: whether it is being fetched, is being sealed already, or is known
// by its certificate while no peer gives its dockets. It believes no peer: a height without a proof counts while its
// teller is asked for the first time.
import type { MeshReplication } from '../replication/replication.js';
import type { TipAnnouncer } from './tip-announcer.js';

export interface TipTellers {
  readonly tipAnnouncer: Pick<TipAnnouncer, 'coming' | 'proven'>;
  readonly replication: Pick<MeshReplication, 'toldHeight'>;
}

/** The highest such height; undefined where no linked peer is asked for any and none is proven. */
export function toldTip({ tipAnnouncer, replication }: TipTellers, registerId: string): number | undefined {
  const height = Math.max(
    tipAnnouncer.coming(registerId),
    replication.toldHeight(registerId),
    tipAnnouncer.proven.height(registerId),
  );
  return height < 0 ? undefined : height;
}
