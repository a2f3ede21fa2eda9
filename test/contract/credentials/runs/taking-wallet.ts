// A wallet that takes credentials of runs by itself: the driver of a node over the stores of a world, and its time.
import type { PollOutcome } from '../../../../actors/credentials/deferred-driver.js';
import { TakingDriver } from '../../../../actors/credentials/taking-driver.js';
import { type TakingDeps, takeByItself } from '../../../../api/credentials/holding/taking.js';
import type { TakingCredential } from '../../../../storage/tables/credentials/taking.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import type { World } from '../../world/world.js';
import { until } from './permits.js';

export class TakingWallet {
  private readonly timers = new VirtualClock();
  private driver: TakingDriver | undefined;
  /** What became of each try. */
  readonly outcomes: (PollOutcome | 'failed')[] = [];
  private underway = 0;

  constructor(private readonly world: World) {}

  /** Another start of the node, where it ran before. */
  async start(changed: Partial<TakingDeps> = {}): Promise<void> {
    await this.driver?.stop();
    const { deps } = this.world;
    const { timers } = this;
    this.driver = new TakingDriver({
      clock: { steady: () => timers.steady(), setTimer: (run, ms) => timers.setTimer(run, ms) },
      ...{ log: deps.log, announcements: deps.announcements, taking: deps.credentials.taking },
      take: (row) => this.track({ ...deps, peerId: () => 'self', ...changed }, row),
    });
    await this.driver.start();
  }

  /** Time passes, and what is due then is tried. */
  async pass(ms: number): Promise<void> {
    this.world.advance(ms);
    await this.timers.advance(ms);
    await this.settle();
  }

  /** Until no try is under way. */
  async settle(): Promise<void> {
    await until(() => this.underway === 0);
  }

  async stop(): Promise<void> {
    await this.driver?.stop();
  }

  private async track(deps: TakingDeps, row: TakingCredential): Promise<PollOutcome> {
    this.underway += 1;
    let outcome: PollOutcome | 'failed' = 'failed';
    try {
      outcome = await takeByItself(deps, row);
      return outcome;
    } finally {
      this.outcomes.push(outcome);
      this.underway -= 1;
    }
  }
}
