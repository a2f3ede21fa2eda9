// What nodes say to each other in the simulation: frames of the mesh, and calls with their answers.
import type { PeerService } from '../../actors/mesh/ports.js';
import type { Advert, DocketRange, Frame, HeadClaim } from '../../core/mesh/frames.js';
import type { SealedDocket } from '../../core/register/types.js';

export type Packet =
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'ask'; readonly id: string; readonly question: Question }
  | { readonly type: 'answer'; readonly id: string; readonly answer: Answer };

export type Question =
  | { readonly type: 'dockets'; readonly range: DocketRange }
  | { readonly type: 'heads'; readonly which: Parameters<PeerService['heads']>[1] }
  | { readonly type: 'adverts' };

/** Nothing for what is refused. */
export interface Answer {
  readonly items: readonly SealedDocket[] | readonly HeadClaim[] | readonly Advert[] | undefined;
}
