// How often in a row a register met damage soon after it was opened as sound: what a driver meets and no survey sees
// would be repaired and met again without end. It counts and tells how long to wait; what is done about it is the
// registry's.
import type { Clock } from '../../core/base/ports.js';
import { RESTART_POLICY } from '../supervisor.js';

/** A register that was open or could be for so long has put what went before behind it. */
const SOUND_MS = 60 * 60 * 1000;
/** Before the second repair, doubled for each that follows: a survey reads all of the register. */
const PAUSE_MS = 5000;

interface Relapse {
  count: number;
  /** Undefined until it is opened again. */
  openSinceMs: number | undefined;
}

/** `known`: it is closed for it already. `too-often`: another repair would change nothing. */
export type Met = { readonly pauseMs: number } | 'known' | 'too-often';

export class RepairBackoff {
  private readonly clock: Pick<Clock, 'steady'>;
  /** Registers of this node that met damage since it started. */
  private readonly byId = new Map<string, Relapse>();

  constructor(clock: Pick<Clock, 'steady'>) {
    this.clock = clock;
  }

  /**
   * The register meets damage. As many repairs follow each other as the supervisor allows restarts; the count begins
   * anew after `too-often`.
   */
  countDamage(registerId: string): Met {
    const relapse = this.byId.get(registerId) ?? { count: 0, openSinceMs: this.clock.steady() };
    this.byId.set(registerId, relapse);
    if (relapse.openSinceMs === undefined) return 'known';
    if (this.clock.steady() - relapse.openSinceMs >= SOUND_MS) relapse.count = 0;
    relapse.count++;
    relapse.openSinceMs = undefined;
    if (relapse.count <= RESTART_POLICY.restartsMax)
      return { pauseMs: relapse.count === 1 ? 0 : PAUSE_MS * 2 ** (relapse.count - 2) };
    relapse.count = 0;
    return 'too-often';
  }

  /** The register is opened: nothing of it is known to be damaged. */
  opens(registerId: string): void {
    const relapse = this.byId.get(registerId);
    if (relapse) relapse.openSinceMs ??= this.clock.steady();
  }
}
