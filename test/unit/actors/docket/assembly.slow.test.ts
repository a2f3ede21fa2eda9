// A proposer looks through its pool until it finds something to seal: what it may not seal takes neither the place nor
// the round of what is behind it.
import { expect } from 'chai';
import { Assembly } from '../../../../actors/docket/assembly.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { pick } from '../../../../core/pool/pick.js';
import { POOL_LIMITS, Pool } from '../../../../core/pool/pool.js';
import { DIAMOND, ofDiamond } from '../../../support/definitions/diamond.js';
import { foundedRegister, ledgerWorld, mustState, submitted } from '../../../support/node/ledger-world.js';
import { act, alice, Ledger, publish, VALIDATOR } from '../../../support/register/ledger.js';

const dataSchemas = [{ properties: { note: { type: 'string' } } }];

const WORKFLOW = {
  language: 2,
  title: 'In time',
  participants: [{ id: 'clerk' }, { id: 'judge' }],
  actions: [
    {
      ...{ id: 0, sender: 'clerk', isStartingAction: true, dataSchemas },
      routes: [{ nextActionIds: [1], branchDeadline: 'PT10S' }],
    },
    { id: 1, sender: 'clerk', dataSchemas },
  ],
};
const DUE_MS = 10_000;

/** A builder above a branch that was due, for dockets of so many transactions. */
function builder(docketTransactionsMax: number) {
  const ledger = new Ledger();
  const publication = publish(WORKFLOW);
  ledger.seal(publication);
  const { txId: pin } = publication;
  const start = (note: string) => act({ actionId: '0', publicationTxId: pin, payload: { note } }, alice);
  const first = start('first');
  ledger.seal(first);
  const more = { publicationTxId: pin, instanceId: instanceIdOf(first), previousTransactionId: first.txId };
  const late = (note: string) => act({ actionId: '1', ...more, payload: { note } }, alice);
  const pool = new Pool({ ...POOL_LIMITS, senderShare: 1 });
  const refused: string[] = [];
  const nowMs = ledger.state.timestampMs + DUE_MS + 1;
  const assembly = new Assembly(
    { reg: 1, docketTransactionsMax: () => docketTransactionsMax } as never,
    {
      clock: { now: () => nowMs, steady: () => nowMs },
      chain: { view: () => ledger.view },
      evidence: { waiting: () => [] },
      gate: { missing: () => undefined, hold: () => undefined },
      pool: {
        ready: () => pool.size > 0,
        isShared: () => false,
        pick: ({ count, bytes }: { count: number; bytes: number }) =>
          pick(pool, { transactionsMax: count, bytesMax: bytes }),
        refuse: (txId: string, { code }: { code: string }) => {
          pool.remove(txId);
          refused.push(code);
        },
      },
    } as never,
  );
  const add = (...transactions: readonly Transaction[]) => {
    for (const [i, tx] of transactions.entries()) pool.add(tx, { priority: 'Normal' }, i);
  };
  const build = () => assembly.build(ledger.state, VALIDATOR.validatorId);
  return { pool, refused, late, start, add, build };
}

describe('the docket of a proposer', () => {
  it('is of what may be sealed, however many that may not are before it', () => {
    for (const size of [1, 2, 1000]) {
      const { pool, refused, late, start, add, build } = builder(size);
      const good = start('good');
      add(...Array.from({ length: 5 }, (_, i) => late(`late ${i}`)), good);
      expect(build()?.transactions, `${size} in a docket`).to.deep.equal([good]);
      expect(refused).to.deep.equal(Array.from({ length: 5 }, () => 'VAL_BP_012'));
      expect(pool.size, 'it stays until it is sealed').to.equal(1);
    }
  });

  it('is none where nothing may be sealed, and then nothing is left in the pool', () => {
    const { pool, late, add, build } = builder(1);
    expect(build()).to.equal(null);
    add(late('one'), late('two'));
    expect(build()).to.equal(null);
    expect(pool.size).to.equal(0);
  });

  it('is looked for among a thousand at a time', () => {
    const { pool, late, start, add, build } = builder(1);
    const good = start('good');
    add(...Array.from({ length: 900 }, (_, i) => late(`late ${i}`)));
    expect(build()).to.equal(null);
    add(
      ...Array.from({ length: 900 }, (_, i) => late(`more ${i}`)),
      ...Array.from({ length: 200 }, (_, i) => late(`x ${i}`)),
      good,
    );
    expect(build()).to.equal(undefined);
    expect(pool.size).to.equal(101);
    expect(build()?.transactions).to.deep.equal([good]);
  });
});

describe('a register of one seat whose pool is full of what may not be sealed', () => {
  it('seals what is behind it, and waits for no further submission', async () => {
    const world = await ledgerWorld({ poolLimits: { senderShare: 1 } });
    await foundedRegister(world);
    const seal = async (actionId: string, more: object, payload?: object) => {
      const tx = ofDiamond(world.clock.now(), actionId, more, payload);
      expect(await submitted(world, tx)).to.include({ status: 'sealed' });
      return tx;
    };
    const publication = await seal('blueprint-publish', {}, DIAMOND);
    const pin = { publicationTxId: publication.txId };
    const start = await seal('0', pin);
    const next = { ...pin, instanceId: instanceIdOf(start), previousTransactionId: start.txId };
    // Rivals for one place: all are good until the first of them is sealed.
    const rivals = Array.from({ length: 1300 }, (_, i) => ofDiamond(world.clock.now(), '1', next, { note: `${i}` }));
    const all = [...rivals, ofDiamond(world.clock.now(), '0', pin, { note: 'behind them' })];
    const outcomes = all.map((tx) => world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 }));
    const { height } = mustState(world);
    await world.clock.settle();
    const { status } = await Promise.race([outcomes.at(-1)!, Promise.resolve({ status: 'waits' })]);
    expect(status).to.equal('sealed');
    expect(mustState(world).height).to.equal(height + 2);
    await world.ledger.stop();
  });
});
