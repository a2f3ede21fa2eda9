// A wallet that waits for issuers: the driver of a node over the stores of a world, and its time.
import { DeferredDriver } from '../../../../actors/credentials/deferred-driver.js';
import { pollPending } from '../../../../api/credentials/holding/deferred.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import type { World } from '../../world/world.js';

export class WaitingWallet {
  private readonly timers = new VirtualClock();
  private driver: DeferredDriver | undefined;

  constructor(private readonly world: World) {}

  /** Another start of the node, where it ran before. */
  async start(): Promise<void> {
    await this.driver?.stop();
    const { deps } = this.world;
    const { timers } = this;
    this.driver = new DeferredDriver({
      clock: {
        now: () => deps.clock.now(),
        steady: () => timers.steady(),
        setTimer: (run, ms) => timers.setTimer(run, ms),
      },
      ...{ log: deps.log, announcements: deps.announcements, pending: deps.credentials.pending },
      poll: (row) => pollPending(deps, row),
    });
    await this.driver.start();
    await timers.settle();
  }

  /** Time passes, and what is due then is done. */
  async pass(ms: number): Promise<void> {
    this.world.advance(ms);
    await this.timers.advance(ms);
  }

  get waiting(): number {
    return this.driver?.waiting ?? 0;
  }

  async stop(): Promise<void> {
    await this.driver?.stop();
  }
}
