// A register that is brought more than it seals closes to the crowd, and to nobody where it seals nothing.
import { expect } from 'chai';
import { Congestion } from '../../../../actors/validator-pool/congestion.js';
import { Entrance } from '../../../../actors/validator-pool/entrance.js';
import { POOL_LIMITS, Pool } from '../../../../core/pool/pool.js';
import type { Transaction } from '../../../../core/transaction/types.js';
import { VirtualClock } from '../../../support/virtual-clock.js';

describe('congestion', () => {
  it('is where much waits, waited long in a docket of now, and the register seals', () => {
    let nowMs = 10_000;
    const congestion = new Congestion({ steady: () => nowMs });
    expect(congestion.isOver(5000)).to.equal(false);
    congestion.sealed(501);
    expect([congestion.isOver(999), congestion.isOver(1000)]).to.deep.equal([false, true]);
    congestion.sealed(undefined);
    expect(congestion.isOver(1000)).to.equal(true);
    congestion.sealed(500);
    expect(congestion.isOver(1000)).to.equal(false);
    congestion.sealed(3000);
    nowMs += 2000;
    expect(congestion.isOver(1000)).to.equal(false);
  });

  it('closes the pool to who makes the crowd: not to a stranger, an act, another validator or the node itself', () => {
    const clock = new VirtualClock();
    const pool = new Pool(POOL_LIMITS);
    const entrance = new Entrance(pool, { clock, metrics: null, budget: () => true });
    const tx = (id: number): Transaction =>
      ({
        txId: `t${id}`,
        header: { senderWallet: `s${id % 50}` },
        bytes: new Uint8Array(10),
      }) as unknown as Transaction;
    const crowd = { priority: 'Normal', from: 'org crowd' } as const;
    for (let i = 0; i < 1000; i++) expect(entrance.enter({ tx: tx(i), ...crowd }, false)).to.equal(undefined);
    const next = { tx: tx(1000), ...crowd };
    expect(entrance.closedTo(next, 'sealing')).to.equal(undefined);
    entrance.sealed(900);
    expect(entrance.closedTo(next, 'sealing')?.code).to.equal('POOL_FULL');
    expect(entrance.closedTo({ ...next, from: 'org stranger' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedTo({ ...next, priority: 'High' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedTo({ ...next, relayed: true }, 'sealing')).to.equal(undefined);
    expect(entrance.closedTo({ tx: tx(1000), priority: 'Normal' }, 'sealing')).to.equal(undefined);
    expect(entrance.closedTo(next, 'storing')).to.equal(undefined);
  });
});
