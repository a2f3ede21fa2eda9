// Registers that have something new to look at, taken a few at a time. Each waits a moment, so that what comes together
// is looked at together. It holds names only, each once: at most as many as the node has registers.
import type { Clock, Timer } from '../../core/base/ports.js';

export interface FollowerPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly delayMs: number;
  /** Registers at one time. */
  readonly most: number;
  /** Brings a register up to date. */
  readonly run: (registerId: string) => Promise<void>;
  /** Damaged rows are repaired by others; the next docket tries again. */
  readonly onFailed: (registerId: string, err: unknown) => void;
}

export class RegisterFollower {
  private readonly ports: FollowerPorts;
  /** In the order in which they came. */
  private readonly names = new Set<string>();
  private timer: Timer | undefined;
  private runs = 0;
  private stopped = false;

  constructor(ports: FollowerPorts) {
    this.ports = ports;
  }

  /** Registers that wait. */
  get behind(): readonly string[] {
    return [...this.names];
  }

  follow(registerId: string): void {
    this.names.add(registerId);
    if (this.stopped || this.timer || this.runs >= this.ports.most) return;
    this.timer = this.ports.clock.setTimer(() => {
      this.timer = undefined;
      this.work();
    }, this.ports.delayMs);
  }

  forget(registerId: string): void {
    this.names.delete(registerId);
  }

  /** Begins nothing more; what runs ends by itself. */
  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
  }

  private work(): void {
    const { most, run, onFailed: failed } = this.ports;
    while (!this.stopped && this.runs < most) {
      const [registerId] = this.names;
      if (registerId === undefined) return;
      this.names.delete(registerId);
      this.runs += 1;
      void run(registerId)
        .catch((err: unknown) => failed(registerId, err))
        .then(() => {
          this.runs -= 1;
          this.work();
        });
    }
  }
}
