// A wallet that waits for issuers: the driver of a node over the stores of a world, and its time.
import { DeferredDriver, type PollOutcome } from '../../../../actors/credentials/deferred-driver.js';
import { pollPending } from '../../../../api/credentials/holding/deferred.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import type { World } from '../../world/world.js';

export class WaitingWallet {
  private readonly timers = new VirtualClock();
  private driver: DeferredDriver | undefined;
  /** Under way: a library encrypts outside of the event loop. */
  private readonly polls = new Set<Promise<PollOutcome>>();

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
      poll: (row) => this.track(pollPending(deps, row)),
    });
    await this.driver.start();
    await timers.settle();
  }

  /** Time passes, and what is due then is done. */
  async pass(ms: number): Promise<void> {
    this.world.advance(ms);
    await this.timers.advance(ms);
    while (this.polls.size > 0) {
      await Promise.allSettled(this.polls);
      await this.timers.settle();
    }
  }

  private track(poll: Promise<PollOutcome>): Promise<PollOutcome> {
    this.polls.add(poll);
    void poll.finally(() => this.polls.delete(poll));
    return poll;
  }

  get waiting(): number {
    return this.driver?.waiting ?? 0;
  }

  async stop(): Promise<void> {
    await this.driver?.stop();
  }
}
