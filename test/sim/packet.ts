// What nodes say to each other in the simulation: consensus messages, requests for bodies and dockets with their answers, offers of transactions,
// and heads. The same conversation that the mesh has.
import type { Message } from '../../core/consensus/types.js';
import type { Docket, Hash } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';

export type Packet =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'want-body'; readonly height: number; readonly docketHash: Hash }
  | { readonly type: 'body'; readonly docket: Docket }
  | { readonly type: 'want-docket'; readonly height: number }
  | { readonly type: 'offer'; readonly transactions: readonly Transaction[] }
  | { readonly type: 'head'; readonly height: number };
