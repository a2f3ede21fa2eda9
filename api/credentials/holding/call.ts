// On whose behalf a wallet asks issuers: the caller of an operation, or the owner of a wallet that the node acts for by
// itself. Rights are judged before.
import type { Caller } from '../../auth/caller.js';

export interface HoldingCall<Deps> {
  readonly deps: Deps;
  /** Whose turn requests take, and whose trust lists count. */
  readonly caller: Pick<Caller, 'organisationId' | 'subject'>;
  /** A trace-id, which events carry. */
  readonly trace: string;
}
