// The queue before the reducer of one register, in the order in which it takes its inputs: bounded, and worked off in
// one drain for all that one turn of the event loop brings. It knows no input but an order of the operator.
import type { Clock } from '../../core/base/ports.js';
import { isOrder } from './build-window.js';
import type { LocalInput, ReceivedMessage } from './inbox.js';
import type { DocketPorts } from './ports.js';

export type DriverInput = LocalInput | ReceivedMessage;

/** Inputs that wait for a drain; beyond it the newest is dropped and counted (peers repeat what matters). */
export const INPUTS_MAX = 10_000;

export interface InputQueuePorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly metrics: Pick<NonNullable<DocketPorts['metrics']>, 'onDropped'> | null;
  /** Works off what waits: `begin`, `take` until nothing is left, `end`. */
  readonly drain: () => void;
}

export class InputQueue {
  private readonly ports: InputQueuePorts;
  private readonly inputs: DriverInput[] = [];
  private isScheduled = false;
  private isDraining = false;
  private isClosed = false;

  constructor(ports: InputQueuePorts) {
    this.ports = ports;
  }

  get size(): number {
    return this.inputs.length;
  }

  get last(): DriverInput | undefined {
    return this.inputs.at(-1);
  }

  /** Nothing is taken any more, or a drain is under way that an input may not come into. */
  get isBusy(): boolean {
    return this.isClosed || this.isDraining;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Behind what waits. Worked off when this turn of the event loop is over. */
  readonly push = (input: DriverInput): void => {
    const isFull = this.inputs.length >= INPUTS_MAX && !isOrder(input);
    if (this.isClosed || isFull) {
      this.ports.metrics?.onDropped(this.isClosed ? 'closed' : 'inputs');
      return;
    }
    this.inputs.push(input);
    if (this.isScheduled || this.isDraining) return;
    this.isScheduled = true;
    // Zero delay gathers what one turn of the event loop brings into one drain, and so into one docket.
    this.ports.clock.setTimer(this.due, 0);
  };

  /** Ahead of what waits: the driver's own, and never dropped. */
  first(input: LocalInput): void {
    this.inputs.unshift(input);
  }

  /** Behind what waits: the driver's own, worked off by the drain that it is put in for, and never dropped. */
  add(input: LocalInput): void {
    this.inputs.push(input);
  }

  /** False where there is nothing to do now: a drain is under way, or nothing is taken any more. */
  begin(): boolean {
    if (this.isBusy) return false;
    this.isDraining = true;
    return true;
  }

  take(): DriverInput | undefined {
    return this.inputs.shift();
  }

  end(): void {
    this.isDraining = false;
  }

  close(): void {
    this.isClosed = true;
    this.inputs.length = 0;
  }

  private readonly due = (): void => {
    this.isScheduled = false;
    this.ports.drain();
  };
}
