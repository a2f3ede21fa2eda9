// What nodes say to each other in the simulation: frames of the mesh, and calls with their answers.
import type { PeerService } from '../../actors/mesh/ports.js';
import type { Advert, DocketRange, Frame, HeadClaim, SubmitAnswer } from '../../core/mesh/frames.js';
import type { SealedDocket } from '../../core/register/types.js';

export type Packet =
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'ask'; readonly id: string; readonly question: Question }
  | { readonly type: 'answer'; readonly id: string; readonly answer: Answer }
  | Part;

/** A piece of a range that is answered in several packets. */
export interface Part {
  readonly type: 'part';
  readonly id: string;
  /** From 0; they may come in another order. */
  readonly index: number;
  readonly items: readonly SealedDocket[];
  readonly isLast: boolean;
}

export type Question =
  | { readonly type: 'dockets'; readonly range: DocketRange }
  | { readonly type: 'heads'; readonly which: Parameters<PeerService['heads']>[1] }
  | { readonly type: 'submit'; readonly ask: Parameters<PeerService['submit']>[1] }
  | { readonly type: 'adverts' };

/** Nothing for what is refused. */
export interface Answer {
  readonly items:
    | readonly SealedDocket[]
    | readonly HeadClaim[]
    | readonly Advert[]
    | readonly SubmitAnswer[]
    | undefined;
}

/** The registers that a packet tells its receiver of. A question shows only what its sender knows already. */
export function named(packet: Packet): readonly string[] {
  if (packet.type === 'ask') return [];
  if (packet.type === 'frame') {
    const { frame } = packet;
    if (frame.type === 'digest') return [];
    return [
      frame.type === 'head' ? frame.head.registerId : frame.type === 'fork' ? frame.proof.registerId : frame.registerId,
    ];
  }
  const items = packet.type === 'part' ? packet.items : (packet.answer.items ?? []);
  return items.flatMap((item) =>
    'docket' in item && item.docket && !('registerId' in item)
      ? [item.docket.header.registerId]
      : 'registerId' in item
        ? [item.registerId]
        : [],
  );
}
