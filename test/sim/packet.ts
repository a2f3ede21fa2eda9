// What nodes say to each other in the simulation: consensus messages, requests for bodies and dockets with their answers, offers of transactions,
// and heads. The same conversation that the mesh has.
import type { PeerService } from '../../actors/mesh/ports.js';
import type { Message } from '../../core/consensus/types.js';
import type { DocketRange, Frame, HeadClaim } from '../../core/mesh/frames.js';
import type { Docket, Hash, SealedDocket } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';

export type Packet =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'want-body'; readonly height: number; readonly docketHash: Hash }
  | { readonly type: 'body'; readonly docket: Docket }
  | { readonly type: 'want-docket'; readonly height: number }
  | { readonly type: 'offer'; readonly transactions: readonly Transaction[] }
  | { readonly type: 'head'; readonly height: number }
  // The production mesh speaks in these.
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'ask'; readonly id: string; readonly question: Question }
  | { readonly type: 'answer'; readonly id: string; readonly answer: Answer };

export type Question =
  | { readonly type: 'dockets'; readonly range: DocketRange }
  | { readonly type: 'heads'; readonly which: Parameters<PeerService['heads']>[1] };

/** Nothing for what is refused. */
export interface Answer {
  readonly items: readonly SealedDocket[] | readonly HeadClaim[] | undefined;
}
