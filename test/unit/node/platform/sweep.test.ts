// The sweep: every step has its turn, its operations are committed, and a step that fails or lingers disturbs no other.
import { expect } from 'chai';
import { createSweep, type SweepStep } from '../../../../node/platform/sweep.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { QUIET } from '../../../support/node/ledger-world.js';

const op = (name: string): KvOp => ({ key: Buffer.from(name), value: undefined });

function sweepOf(steps: Readonly<Record<string, SweepStep>>) {
  const committed: string[] = [];
  const errors: object[] = [];
  const sweep = createSweep(steps, {
    log: { ...QUIET, error: (fields) => void errors.push(fields) },
    now: () => 42,
    commit: async (ops) => void committed.push(ops.map(({ key }) => Buffer.from(key).toString()).join('+')),
  });
  return { sweep, committed, errors };
}

describe('node/platform/sweep', () => {
  it('commits what each step gives, and goes on after one that fails', async () => {
    const { sweep, committed, errors } = sweepOf({
      nothing: async () => [],
      two: async (nowMs) => [op(`a${nowMs}`), op('b')],
      broken: async () => {
        throw new Error('unreadable');
      },
      last: async () => [op('c')],
    });
    await sweep.once();
    expect(committed).to.deep.equal(['a42+b', 'c']);
    expect(errors.map((fields) => (fields as { step: string }).step)).to.deep.equal(['broken']);
  });

  it('runs one sweep at a time, and its stop waits for it', async () => {
    let release: (() => void) | undefined;
    let runs = 0;
    const { sweep, committed } = sweepOf({
      slow: () => {
        runs++;
        return new Promise((resolve) => {
          release = () => resolve([op('late')]);
        });
      },
    });
    void sweep.once();
    const second = sweep.once();
    const stopped = sweep.stop();
    release?.();
    await Promise.all([second, stopped]);
    expect(runs).to.equal(1);
    expect(committed).to.deep.equal(['late']);
  });
});
