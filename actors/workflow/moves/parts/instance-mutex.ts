// Moves of one instance wait for each other here, so that a caller who asks twice is answered twice and moves once.
// Each begins from what the ledger has when its turn comes. Organisations take turns: one that asks for many moves
// keeps no other from its next one. Calls that are under way bound how many wait.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { MADE_ANEW_LEAVE_MS } from '../../../../core/base/limits/node/sealing.js';
import type { Clock, Random } from '../../../../core/base/ports.js';
import { TaskScheduler } from '../../../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { Ledger } from '../../../ledger-port.js';
import type { Acting } from '../../encryption/acting.js';
import {
  type InstancePorts,
  type InstanceRecord,
  type RegisterPlace,
  readInstance,
} from '../../instance/instance-record.js';
import { retryMove } from './retry-move.js';

export interface InstanceMutexPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly chain: InstancePorts['chain'];
  readonly ledger: Pick<Ledger, 'register' | 'atTip'>;
}

export interface InstanceName {
  readonly registerId: string;
  readonly instanceId: string;
}

/** An instance, and in whose turn it moves. */
export interface Moving extends InstanceName {
  readonly by: Pick<Acting, 'from'>;
}

/** The moves of one instance: those under way and those that wait, by turns of organisations. */
interface Line {
  readonly turns: TaskScheduler;
  readonly moves: Set<Promise<unknown>>;
}

export class InstanceMutex {
  private readonly ports: InstanceMutexPorts;
  /** By instance, while somebody moves it. */
  private readonly lines = new Map<string, Line>();

  constructor(ports: InstanceMutexPorts) {
    this.ports = ports;
  }

  /**
   * A move in its turn. A move that rests, that waits for dockets which this node lacks, or that leaves others time,
   * lets them go first.
   */
  async take<T>(of: Moving, move: (tries: number) => Promise<Result<T>>, leaves?: () => boolean): Promise<Result<T>> {
    const attempt = async (tries: number) => {
      if (tries === 0 && leaves?.()) await this.rest(this.share() * MADE_ANEW_LEAVE_MS);
      const key = keyOf(of);
      const line = this.lineOf(key);
      return this.track(key, line, line.turns.run(of.by.from ?? '', move.bind(undefined, tries)));
    };
    const made = retryMove(
      attempt,
      (restMs) => this.rest(restMs),
      () => this.share(),
    );
    return this.ports.ledger.atTip<Result<T>>(of.registerId, made, unsentIn);
  }

  /** A move in an instance that has begun. */
  takeIn<T>(of: Moving, move: (record: InstanceRecord) => Promise<Result<T>>): Promise<Result<T>> {
    return this.take<T>(of, async () => {
      const record = await this.record(of);
      return isFailure(record) ? record : move(record);
    });
  }

  /** Resolves when what moves the instance now, and what waits to, has ended; undefined where nothing does. */
  endOf(of: InstanceName): Promise<void> | undefined {
    const line = this.lines.get(keyOf(of));
    return line && Promise.allSettled(line.moves).then(() => undefined);
  }

  private lineOf(key: string): Line {
    const line = this.lines.get(key) ?? { turns: new TaskScheduler({ atOnce: 1 }), moves: new Set() };
    this.lines.set(key, line);
    return line;
  }

  /** The result of the move, whose line goes with the last one. */
  private async track<T>(key: string, { moves }: Line, move: Promise<T>): Promise<T> {
    moves.add(move);
    try {
      return await move;
    } finally {
      moves.delete(move);
      if (moves.size === 0) this.lines.delete(key);
    }
  }

  private rest(restMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.ports.clock.setTimer(resolve, restMs);
    });
  }

  /** From 0 to 1, unknown to others: two that rest equally long meet again. */
  private share(): number {
    return (this.ports.random.bytes(1)[0] ?? 0) / 255;
  }

  /** The instance as the ledger has it now. */
  async record({ registerId, instanceId }: InstanceName): Promise<Result<InstanceRecord>> {
    const at = this.place(registerId);
    return isFailure(at) ? at : readInstance(this.ports, at, instanceId);
  }

  /** REGISTER_NOT_FOUND also for one that this node gives up. */
  place(registerId: string): Result<RegisterPlace> {
    const record = this.ports.ledger.register(registerId);
    if (!record || record.purging)
      return fail(issue('REGISTER_NOT_FOUND', '/registerAddress', 'This node does not have the register.'));
    return { registerId, reg: record.reg };
  }
}

/** By register too: a sender chooses the name of an instance, and must keep no caller waiting on another register. */
function keyOf({ registerId, instanceId }: InstanceName): string {
  return `${registerId} ${instanceId}`;
}

/**
 * The refusals that a newer tip may take back: a move that was sent has waited for the tip itself, and another would be
 * two.
 */
function unsentIn(outcome: Result<unknown>): readonly Issue[] {
  return isFailure(outcome) && !outcome.isFinal ? outcome.issues : [];
}
