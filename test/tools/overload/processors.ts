// The users of the processors while a load ran: the node that took it, the nodes beside it, the clients, whatever else
// ran on the machine, and what its host gave to others.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuMicros, type Stage, TICK_MICROS } from '../../../cli/bench/stage.js';

/** Microseconds of CPU time so far, and when that was. */
export interface Reading {
  readonly atMicros: number;
  readonly first: number;
  readonly others: number;
  readonly clients: number;
  /** Of all that runs on this machine. */
  readonly all: number;
  /** A virtual machine had work for a processor that its host gave to another one. */
  readonly stolen: number;
}

/** Processors that each kept busy, on average. */
export interface Busy {
  readonly first: number;
  readonly others: number;
  readonly clients: number;
  /** The share of other programs, and the stolen share; 0 where there is no /proc. */
  readonly elsewhere: number;
  readonly stolen: number;
  readonly idle: number;
}

/** The clients are this process. */
export function readingOf({ nodes: [first, ...others] }: Pick<Stage, 'nodes'>): Reading {
  const { user, system } = process.cpuUsage();
  return {
    atMicros: performance.now() * 1000,
    first: cpuMicros({ nodes: [first] }),
    others: cpuMicros({ nodes: others }),
    clients: user + system,
    ...machine(),
  };
}

/** Of all processors together (proc(5), the first line of stat); 0 where there is no /proc. */
function machine(): Pick<Reading, 'all' | 'stolen'> {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/ +/).slice(1).map(Number);
    return { all: (user + nice + system + irq + softirq) * TICK_MICROS, stolen: steal * TICK_MICROS };
  } catch {
    return { all: 0, stolen: 0 };
  }
}

export function busyBetween(before: Reading, after: Reading): Busy {
  const passed = after.atMicros - before.atMicros;
  const share = (micros: number) => Math.round((micros / passed) * 100) / 100;
  const of = (who: keyof Reading) => after[who] - before[who];
  const ours = of('first') + of('others') + of('clients');
  const all = Math.max(ours, of('all'));
  return {
    first: share(of('first')),
    others: share(of('others')),
    clients: share(of('clients')),
    elsewhere: share(all - ours),
    stolen: share(of('stolen')),
    idle: share(Math.max(0, availableParallelism() * passed - all - of('stolen'))),
  };
}
