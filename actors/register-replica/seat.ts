// The seat of this node in one open register: what was ordered of it, what became of that, and who waits for it. Its
// life is the machine in actors/docket/machine.ts; it opens and closes the docket driver and knows nothing of dockets.
import { type Actor, createActor } from 'xstate';
import { type Issue, issue } from '../../core/base/issue.js';
import { type SeatEvent, type SeatInput, seatMachine } from '../docket/machine.js';
import type { Misbehaviour, SeatState } from '../docket/ports.js';
import type { Seating } from './consensus-keys.js';
import type { OpenDocket } from './open-docket.js';

export interface ReplicaSeatPorts {
  readonly docket: Pick<OpenDocket, 'open' | 'reopen' | 'driver' | 'startedAtMs'>;
  /** The key of this node in the roster, and why it may not sign. */
  seating(): Seating;
  /** The seat is in another state. */
  onChanged(state: SeatState): void;
  fail(error: unknown): void;
}

/** The seat as an operator sees it. */
export interface SeatNow {
  readonly state: SeatState;
  readonly reason: string | undefined;
  readonly startedAtMs: number | undefined;
}

/** Reason of a fence. */
export const FORGOTTEN = 'a certificate holds a vote of this seat that it forgot';
export const NO_SEAT = 'this node has no seat in the roster';

/** Faults that put the ledger itself in doubt: nothing more is sealed until somebody looked. */
const DOWN: ReadonlySet<string | undefined> = new Set(['FORK', 'DIVERGED']);

export class ReplicaSeat {
  private readonly ports: ReplicaSeatPorts;
  private readonly actor: Actor<typeof seatMachine>;
  private readonly listeners = new Set<() => void>();
  private current: SeatState = 'Starting';
  private reason: string | undefined;
  private isClosed = false;

  /** Nothing is opened before `start`. */
  constructor(order: SeatInput['order'], ports: ReplicaSeatPorts) {
    this.ports = ports;
    const { docket } = ports;
    const acts: SeatInput['acts'] = {
      open: (signing) => docket.open(signing),
      reopen: (signing) => docket.reopen(signing),
      fault: (reason) => docket.reopen(DOWN.has(reason) ? undefined : false),
      pause: () => docket.driver?.pause(true),
      resume: () => docket.driver?.pause(false),
      fence: () => ports.seating().fence,
      onChanged: (state, reason) => this.onChanged(state, reason),
    };
    this.actor = createActor(seatMachine, { input: { acts, order } });
  }

  /** Opens the docket driver as ordered. Throws what the opening throws; a later error is a failure of the register. */
  start(): void {
    let broken: unknown;
    let isOpen = false;
    this.actor.subscribe({
      error: (error) => {
        if (isOpen) this.ports.fail(error);
        else broken = error;
      },
    });
    this.actor.start();
    isOpen = true;
    if (broken !== undefined) throw broken;
  }

  get state(): SeatState {
    return this.current;
  }

  /** A seat that the roster does not name is Stopped, whatever was ordered. */
  get now(): SeatNow {
    const { signer, fence } = this.ports.seating();
    const isOrdered = this.current === 'Running' || this.current === 'Paused' || this.current === 'Fenced';
    if (isOrdered && !signer && fence === undefined)
      return { state: 'Stopped', reason: NO_SEAT, startedAtMs: undefined };
    return { state: this.current, reason: this.reason, startedAtMs: this.ports.docket.startedAtMs };
  }

  /**
   * Sends an order to the seat and resolves when it has settled in a state that lasts, or is closed: the next opening
   * follows the order.
   */
  order(event: SeatEvent): Promise<SeatState> {
    this.actor.send(event);
    return new Promise((resolve) => {
      const settle = () => {
        const underWay = this.current === 'Stopping' || this.current === 'Starting';
        if (underWay && !this.isClosed) return;
        this.listeners.delete(settle);
        resolve(this.current);
      };
      this.listeners.add(settle);
      settle();
    });
  }

  /** The keys that may sign have changed: the seat follows. Resolves as `order`. */
  review(): Promise<SeatState> {
    const { signer, fence } = this.ports.seating();
    if (fence !== undefined) return this.order({ type: 'FENCE', reason: fence });
    if (signer) return this.order({ type: 'UNFENCE' });
    return Promise.resolve(this.current);
  }

  /** A lie of another is for the file; a split or doubtful ledger stops this seat as well. */
  onMisbehaviour({ name }: Pick<Misbehaviour, 'name'>): void {
    if (name !== 'Evidence') this.actor.send({ type: 'FAULT', reason: name.toUpperCase() });
  }

  /** Callers that wait for an order are told the state as it is. */
  close(): void {
    this.actor.stop();
    this.isClosed = true;
    this.tell();
  }

  private onChanged(state: SeatState, reason: string | undefined): void {
    this.current = state;
    this.reason = reason;
    this.ports.onChanged(state);
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Refusal of an act that the seat's state does not allow. */
export function seatIssue(state: SeatState): Issue {
  if (state === 'Fenced')
    return issue(
      'VALIDATOR_FENCED',
      '',
      'This seat may have lost votes. Rekey it, or accept the loss once every known replica has been synced.',
    );
  return issue('VALIDATOR_NOT_RUNNING', '', `The validator of this register is ${state} on this node.`);
}
