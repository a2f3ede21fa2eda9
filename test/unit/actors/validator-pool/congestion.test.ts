// A register that is brought more than it seals closes to the crowd, and stays open to all where it seals nothing.
import { expect } from 'chai';
import { Congestion } from '../../../../actors/validator-pool/congestion.js';
import { PoolAdmission } from '../../../../actors/validator-pool/pool-admission.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { POOL_LIMITS, Pool } from '../../../../core/pool/pool.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

describe('congestion', () => {
  it('is where much waits, waited long in a docket of now, and the register seals', () => {
    let nowMs = 10_000;
    const congestion = new Congestion({ steady: () => nowMs });
    expect(congestion.isOver(5000)).to.equal(false);
    congestion.onSealed(501, 50);
    expect([congestion.isOver(255), congestion.isOver(256)]).to.deep.equal([false, true]);
    congestion.onSealed(undefined, 50);
    expect(congestion.isOver(256)).to.equal(true);
    congestion.onSealed(500, 50);
    expect(congestion.isOver(256)).to.equal(false);
    congestion.onSealed(3000, 50);
    nowMs += 2000;
    expect(congestion.isOver(256)).to.equal(false);
  });

  /** Dockets of so many transactions, so long apart, in the first of which one had waited for so long. */
  const sealing = (dockets: number, { eachMs, transactions, waitedMs }: Record<string, number>) => {
    let nowMs = 0;
    const congestion = new Congestion({ steady: () => nowMs });
    for (let i = 0; i < dockets; i++) {
      nowMs += eachMs as number;
      congestion.onSealed(waitedMs, transactions as number);
    }
    return congestion;
  };

  it('is not where a fast register seals in half a second what waits', () => {
    const congestion = sealing(20, { eachMs: 100, transactions: 200, waitedMs: 900 });
    expect([congestion.isOver(999), congestion.isOver(1000)]).to.deep.equal([false, true]);
  });

  it('is not where dockets take long and can grow: as between continents', () => {
    const distant = { eachMs: 800, transactions: 400 };
    expect(sealing(5, { ...distant, waitedMs: 1600 }).isOver(5000)).to.equal(false);
    const late = sealing(5, { ...distant, waitedMs: 1700 });
    expect([late.isOver(799), late.isOver(800)]).to.deep.equal([false, true]);
  });

  it('closes the pool to who makes the crowd: not to a stranger, an act, another validator or the node itself', () => {
    const clock = new VirtualClock();
    const pool = new Pool(POOL_LIMITS);
    const entrance = new PoolAdmission(pool, { clock, metrics: null, budget: () => true });
    const tx = (id: number): Transaction =>
      ({
        txId: `t${id}`,
        header: { senderWallet: `s${id % 50}` },
        bytes: new Uint8Array(10),
      }) as unknown as Transaction;
    const crowd = { priority: 'Normal', from: 'org crowd' } as const;
    for (let i = 0; i < 256; i++) expect(entrance.enter({ tx: tx(i), ...crowd }, false)).to.equal(undefined);
    const next = { tx: tx(256), ...crowd };
    expect(entrance.closedProblem(next, 'sealing')).to.equal(undefined);
    entrance.onSealed(900, 50);
    expect(entrance.closedProblem(next, 'sealing')?.code).to.equal('POOL_FULL');
    expect(entrance.closedProblem({ ...next, from: 'org stranger' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedProblem({ ...next, priority: 'High' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedProblem({ ...next, relayed: true }, 'sealing')).to.equal(undefined);
    expect(entrance.closedProblem({ tx: tx(256), priority: 'Normal' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedProblem(next, 'storing')).to.equal(undefined);
  });
});
