// The inputs of a consensus reducer. The driver turns the world into these and feeds them one at a time; algorithm.md
// lists its duties.

import type { Certificate, Docket, Hash } from '../model/register.js';
import type { TimeRule } from '../register/docket-time.js';
import type { Message } from './types.js';

export type ConsensusInput =
  /**
   * Signatures (claims.ts) and bodies (checkBody) are verified before. `from` is the validator at the other end of the
   * link.
   */
  | { readonly type: 'receive'; readonly message: Message; readonly from: Hash }
  /** Answer to `check`. `code` is '' when ok. */
  | {
      readonly type: 'checked';
      readonly docketHash: Hash;
      readonly time: TimeRule;
      readonly ok: boolean;
      readonly code: string;
    }
  /** Answer to `build`: null when there is nothing to put into a docket. */
  | { readonly type: 'built'; readonly height: number; readonly round: number; readonly docket: Docket | null }
  /** Answer to a `fetch` of a body; checkBody passed. */
  | { readonly type: 'body'; readonly docket: Docket }
  | { readonly type: 'work'; readonly on: boolean }
  | { readonly type: 'timer'; readonly height: number; readonly round: number }
  /** `to`: only what that member may have missed; the timer goes on. */
  | { readonly type: 'resend'; readonly to?: Hash }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** A docket from replication whose certificate, body and state were verified against this tip. */
  | { readonly type: 'adopt'; readonly docket: Docket; readonly certificate: Certificate }
  /**
   * The seal is folded into the register state and `env` is that of the next height; also the first input after a
   * start.
   */
  | { readonly type: 'next' };
