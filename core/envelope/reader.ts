// A reader of an instance that looks for values which others kept back or miscalculated.
import type { Definition } from '../blueprint/definition/types.js';
import type { Plan } from '../blueprint/plan/planned.js';

/** The reader, and the definition by which it reads. */
export interface Reader {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly walletAddress: string;
  /**
   * Only some actions of the instance are read: nothing that needs earlier ones is recomputed. These are the wallets
   * that hold its roles now, by participant id.
   */
  readonly partOf?: Readonly<Record<string, string>>;
}
