// An action that waits in the pool of its node, and that a docket of another one made old: who waits for it is told at
// once, whether its node seals or only stores, and what the docket did not touch stays. An action that saw
// moves which no docket holds does not wait for good.
import { expect } from 'chai';
import type { SubmitOutcome } from '../../../../actors/ledger-port.js';
import { PoolDriver } from '../../../../actors/validator-pool/driver.js';
import type { PoolMode } from '../../../../actors/validator-pool/modes.js';
import { FOLLOWED_COMES_MS } from '../../../../actors/validator-pool/orphans.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { POOL_LIMITS } from '../../../../core/pool/pool.js';
import { Outbox } from '../../../../storage/chain/outbox.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { asks, definitionOf, read, shows } from '../../../support/definitions/short-definitions.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { alice, bob, REGISTER_ID, wallet } from '../../../support/register/ledger.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const MINUTE_MS = 60_000;
const num = { type: 'integer' };

/** y counts what z does beside it; z reads nothing. */
const DEFINITION = {
  ...definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
    {
      sender: 'y',
      ...asks({ q: num }),
      calculations: { drawn: read('count.3') },
      routes: [{ id: 'e', nextActionIds: [] }],
    },
    { sender: 'z', ...asks({ t: num }), ...shows({ y: ['*'] }), routes: [{ id: 'e', nextActionIds: [] }] },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  })),
};

function world(mode: PoolMode) {
  const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
  const fork = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2, 3] });
  const { ledger } = at;
  const clock = new VirtualClock(ledger.state.timestampMs);
  const told: string[] = [];
  const rows = new Outbox(memoryKv());
  const tell = (txId: string, { code }: { readonly code: string }) => void told.push(`${code} ${txId}`);
  const pool = new PoolDriver(
    { registerId: REGISTER_ID, limits: POOL_LIMITS },
    {
      ...{ clock, outbox: rows, log: QUIET, metrics: null },
      journal: { commit: async () => undefined },
      verifier: { isSeen: () => false, verify: async () => true },
      state: () => ledger.state,
      view: () => ledger.view,
      budget: () => true,
      ...{ place: () => undefined, work: () => undefined, onAccepted: () => undefined },
      ...{ alone: () => false, isBehind: () => false, isLeft: () => false, hearsMost: () => true },
      ...{ onRefused: tell, onAbandoned: tell },
      fail: (error) => {
        throw error;
      },
    },
  );
  pool.setMode(mode);
  const submit = (tx: Transaction, waitMs = 60_000): Promise<SubmitOutcome> =>
    pool.intake.submit(tx, { priority: 'Normal', waitMs });
  const previous = fork.txId;
  const sum = at.run({ action: 2, by: bob, data: { q: 1, drawn: 0 }, next: [], previous, isPlain: true });
  const draw = at.run({ action: 3, by: carol, data: { t: 1 }, next: [], previous, isPlain: true });
  /** As another validator seals it. */
  const sealed = (tx: Transaction): void => {
    ledger.seal(tx);
    const { height, timestampMs } = ledger.state;
    const docket = { header: { height, timestampMs }, hash: 'a', transactions: [tx] };
    pool.sealing(docket as unknown as SealedDocket['docket']);
    pool.onSealed({ docket } as unknown as SealedDocket);
  };
  /** Calculated by moves that are not sealed. */
  const ahead = (moves: number, drawn = 0): Transaction => {
    const sees = at.instance.moves + moves;
    return at.run({ action: 2, by: bob, data: { q: 1, drawn }, next: [], previous, isPlain: true, sees });
  };
  /** Time passes, with the sweep of the node. */
  const pass = async (ms: number): Promise<void> => {
    for (let gone = 0; gone < ms; gone += MINUTE_MS) {
      await clock.advance(MINUTE_MS);
      pool.sweep(clock.now());
    }
    await clock.settle();
  };
  return { pool, submit, sealed, sum, draw, ahead, pass, told, rows };
}

describe('the pool, of what others overtake', () => {
  for (const mode of ['sealing', 'storing'] as const)
    it(`tells who waits, where its node is ${mode}`, async () => {
      const { pool, submit, sealed, sum, draw } = world(mode);
      const waiting = submit(sum);
      await new Promise((resolve) => setImmediate(resolve));
      expect(pool.unsettled).to.equal(1);
      sealed(draw);
      const outcome = await waiting;
      expect(outcome.status).to.equal('refused');
      expect(outcome.status === 'refused' && outcome.issues.map(({ code }) => code)).to.deep.equal(['VAL_READ_001']);
      expect(pool.unsettled).to.equal(0);
    });

  it('leaves what reads nothing of it', async () => {
    const { pool, submit, sealed, sum, draw } = world('sealing');
    void submit(draw);
    await new Promise((resolve) => setImmediate(resolve));
    sealed(sum);
    expect([pool.unsettled, pool.pool.size]).to.deep.equal([1, 1]);
  });
});

describe('the pool, of an action that saw moves which are not sealed', () => {
  for (const mode of ['sealing', 'storing'] as const)
    it(`gives it up as one whose predecessor never came, where its node is ${mode}`, async () => {
      const { submit, ahead, pass, told, rows } = world(mode);
      const tx = ahead(9);
      expect(await submit(tx, 0)).to.include({ status: 'pending' });
      await pass(FOLLOWED_COMES_MS - MINUTE_MS);
      expect([told, rows.size]).to.deep.equal([[], 1]);
      await pass(MINUTE_MS);
      expect([told, rows.size]).to.deep.equal([[`VAL_READ_001 ${tx.txId}`], 0]);
    });

  it('keeps it while the moves come, and one that saw no more than is sealed', async () => {
    const { submit, sealed, draw, ahead, pass, told, rows } = world('storing');
    await submit(ahead(1, 1), 0);
    await pass(FOLLOWED_COMES_MS - MINUTE_MS);
    sealed(draw);
    await pass(5 * MINUTE_MS);
    expect([told, rows.size]).to.deep.equal([[], 1]);
  });
});
