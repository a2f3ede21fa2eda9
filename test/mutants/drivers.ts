// Broken versions of the drivers of one register: of the order in which they carry out what is asked of them.
import type { Mutant } from './mutant.js';

export const DRIVERS: readonly Mutant[] = [
  {
    name: 'a driver sends before it has written',
    edits: [{ file: 'actors/docket/effects', from: 'if (this.commits === 0)', to: 'if (true)' }],
    test: 'unit/actors/docket/driver',
    caught: 'before it sends them',
  },
  {
    name: 'a driver sends after a write that failed',
    edits: [{ file: 'actors/docket/effects', from: 'if (this.discarded)', to: 'if (false)' }],
    test: 'unit/actors/docket/driver',
    caught: 'after a write that failed',
  },
  {
    name: 'a later write of a register passes an earlier one',
    edits: [
      {
        file: 'actors/docket/effects',
        from: 'commit.then(() => earlier.then(() => void this.commits--)',
        to: 'commit.then(() => void this.commits--',
      },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'before an earlier write',
  },
  {
    name: 'a driver takes inputs without a bound',
    edits: [
      { file: 'actors/docket/input-queue', from: 'this.inputs.length >= INPUTS_MAX && !isOrder(input)', to: 'false' },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'counts what does not fit',
  },
  {
    name: 'an order of the operator is dropped where the queue is full',
    edits: [{ file: 'actors/docket/input-queue', from: ' && !isOrder(input)', to: '' }],
    test: 'unit/actors/docket/driver',
    caught: 'loses no order',
  },
  {
    name: 'the world hears of a docket that is not durable',
    edits: [
      {
        file: 'actors/docket/seal-book',
        from: 'return () => this.durable(sealed, begunMs);',
        to: 'this.durable(sealed, begunMs);\n        return () => undefined;',
      },
    ],
    test: 'unit/actors/docket/driver',
    caught: 'tells of it when it is durable',
  },
  {
    name: 'a register whose driver stops does not wait for its writes',
    edits: [{ file: 'actors/docket/driver', from: 'await this.effects.settled;', to: '' }],
    test: 'unit/actors/docket/driver',
    caught: 'waits at a stop',
  },
];
