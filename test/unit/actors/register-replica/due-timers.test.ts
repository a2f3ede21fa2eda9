// A node fires timers by itself: of an idle register, after a restart, and no timer twice.
import { expect } from 'chai';
import type { SubmitOutcome } from '../../../../actors/ledger-port.js';
import { DueTimers } from '../../../../actors/register-replica/due-timers.js';
import { foldDocket } from '../../../../cli/disk/chain-rules.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { dueTimers } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import { instanceAt, instanceIdOf } from '../../../../core/instance/rows.js';
import type { RegisterState, SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { timerTransaction } from '../../../../core/transaction/timer.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { stateKey } from '../../../../storage/keys/chain-keys.js';
import { deepCheck } from '../../../../storage/repair/check.js';
import { rebuildIndexes, unsealRows } from '../../../../storage/repair/rebuild.js';
import {
  genesisTransaction,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  QUIET,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/node/ledger-world.js';

const DAY_MS = 86_400_000;
const DEFINITION: JsonObject = {
  language: 2,
  title: 'Consent',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    { id: 1, sender: 'asks', isStartingAction: true, routes: [{ nextActionIds: [2] }] },
    {
      id: 2,
      sender: 'office',
      routes: [{ nextActionIds: [] }],
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'silence', after: 'P1D', then: { nextActionIds: [] } }],
    },
  ],
};

async function founded(world: LedgerWorld, registerId = REGISTER_ID): Promise<string> {
  const genesis = { transaction: genesisTransaction(world.clock.now(), registerId), advertise: false };
  const created = await world.ledger.genesis.found(genesis);
  if (isFailure(created)) throw new Error(JSON.stringify(created));
  const header = { registerId, blueprintId: 'consent', actionId: 'blueprint-publish' };
  const publication = signedTransaction(
    keyOf('owner'),
    {
      ...header,
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    DEFINITION,
  );
  expect((await submitted(world, publication)).status).to.equal('sealed');
  return publication.txId;
}

async function opened(world: LedgerWorld, publicationTxId: string, registerId = REGISTER_ID): Promise<Transaction> {
  const createdAt = new Date(world.clock.now()).toISOString();
  const header = { registerId, blueprintId: 'consent', actionId: '1', publicationTxId, createdAt };
  const first = signedTransaction(keyOf('asks'), header, {});
  expect((await submitted(world, first)).status).to.equal('sealed');
  return first;
}

function instanceOf({ chain, registers }: LedgerWorld, first: Transaction): JsonObject | undefined {
  const record = registers.byId(first.header.registerId);
  return record && chain.view(record.reg).state(`inst/${instanceIdOf(first)}`);
}

function heightOf(world: LedgerWorld): number {
  const state = world.ledger.state(REGISTER_ID);
  if (isFailure(state)) throw new Error(state.issue.message);
  return state.height;
}

describe('timers of an open register', () => {
  it('are left to those that have a seat: others may never see that they fired', async () => {
    const world = await ledgerWorld();
    await opened(world, await founded(world));
    const { reg } = world.registers.byId(REGISTER_ID) as { reg: number };
    let isSeated = false;
    const given: string[] = [];
    const ports = {
      ...{ clock: world.clock, log: QUIET, chain: world.chain },
      isSeated: () => isSeated,
      submit: async (tx: Transaction): Promise<SubmitOutcome> => {
        given.push(tx.header.metadata?.type as string);
        return { status: 'pending', acceptedAtMs: 0 };
      },
      fail: (error: unknown) => expect.fail(String(error)),
    };
    const timers = new DueTimers({ registerId: REGISTER_ID, reg }, ports);
    await world.ledger.stop();
    await world.clock.advance(2 * DAY_MS);
    timers.look();
    await world.clock.settle();
    expect([given, timers.isWaiting]).to.deep.equal([[], false]);
    isSeated = true;
    timers.look();
    await world.clock.settle();
    expect([given, timers.isWaiting]).to.deep.equal([['Timer'], true]);
    // A seat that is taken away ends it, whatever state it was left with.
    isSeated = false;
    await world.clock.advance(60_000);
    expect([given, timers.isWaiting]).to.deep.equal([['Timer'], false]);
  });

  it('wait for who has its time slot first, and no longer than that or than for a docket', async () => {
    const world = await ledgerWorld();
    await opened(world, await founded(world));
    const { reg } = world.registers.byId(REGISTER_ID) as { reg: number };
    const given: number[] = [];
    let retryAfterSeconds = 1.5;
    const refusal = () => ({
      ...issue('VAL_READ_002', '/header/actionId', 'Another role has its slot.'),
      retryAfterSeconds,
    });
    const ports = {
      ...{ clock: world.clock, log: QUIET, chain: world.chain },
      ...{ isSeated: () => true },
      submit: async (): Promise<SubmitOutcome> => {
        given.push(world.clock.now());
        return { status: 'refused', issues: [refusal()] };
      },
      fail: (error: unknown) => expect.fail(String(error)),
    };
    const timers = new DueTimers({ registerId: REGISTER_ID, reg }, ports);
    await world.ledger.stop();
    await world.clock.advance(2 * DAY_MS);
    timers.look();
    await world.clock.settle();
    await world.clock.advance(1500);
    expect((given[1] as number) - (given[0] as number)).to.equal(1500);
    retryAfterSeconds = 60;
    await world.clock.advance(1500);
    await world.clock.advance(5000);
    expect(given.map((ms) => ms - (given[0] as number))).to.deep.equal([0, 1500, 3000, 8000]);
    timers.close();
  });

  it('stand in no way of those behind them while they wait for a time slot', async () => {
    const world = await ledgerWorld();
    await opened(world, await founded(world));
    const { reg } = world.registers.byId(REGISTER_ID) as { reg: number };
    await world.ledger.stop();
    await world.clock.advance(2 * DAY_MS);
    const [row] = await world.chain.statesUnder(reg, 'due/', 1);
    const rows = Array.from({ length: 250 }, () => row as JsonObject);
    const given: number[] = [];
    const ports = {
      ...{ clock: world.clock, log: QUIET, isSeated: () => true },
      chain: {
        statesUnder: (_reg: number, _prefix: string, limit: number) => {
          given.push(0);
          return Promise.resolve(rows.slice(0, limit));
        },
        view: () => world.chain.view(reg),
      },
      submit: async (): Promise<SubmitOutcome> => {
        given.push((given.pop() as number) + 1);
        const refusal = issue('VAL_READ_002', '/header/actionId', 'Another role has its slot.');
        return { status: 'refused', issues: [{ ...refusal, retryAfterSeconds: 7 }] };
      },
      fail: (error: unknown) => expect.fail(String(error)),
    };
    const timers = new DueTimers({ registerId: REGISTER_ID, reg }, ports);
    timers.look();
    await world.clock.advance(1);
    await world.clock.advance(1);
    await world.clock.settle();
    expect(given).to.deep.equal([100, 200, 250]);
    timers.close();
  });

  it('are looked for where a docket changed some or moved the seat, and not at each docket', async () => {
    const { clock } = await ledgerWorld();
    let [looks, isSeated] = [0, true];
    const statesUnder = () => {
      looks++;
      return Promise.resolve([]);
    };
    const ports = {
      ...{ clock, log: QUIET, chain: { statesUnder, view: () => expect.fail('nothing is due') } },
      isSeated: () => isSeated,
      submit: () => expect.fail('nothing is due'),
      fail: (error: unknown) => expect.fail(String(error)),
    };
    const timers = new DueTimers({ registerId: REGISTER_ID, reg: 1 }, ports);
    const sealed = async (timed: boolean) => {
      timers.onSealed(timed);
      await clock.settle();
      return looks;
    };
    expect([await sealed(false), await sealed(false), await sealed(true), await sealed(false)]).to.deep.equal([
      1, 1, 2, 2,
    ]);
    isSeated = false;
    expect([await sealed(false), await sealed(true)]).to.deep.equal([2, 2]);
    isSeated = true;
    expect([await sealed(false), await sealed(false)]).to.deep.equal([3, 3]);
  });

  it('have a row that a check of the store misses, and that sealing again brings back', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    const { reg } = world.registers.byId(REGISTER_ID) as { reg: number };
    const rows = await world.chain.statesUnder(reg, 'due/', 10);
    expect(rows).to.have.length(1);
    const { action, dueMs, txId } = rows[0] as { action: number; dueMs: number; txId: string };
    await world.ledger.stop();
    const { kv } = world;
    const judged = async () => (await deepCheck({ kv, reg, apply: foldDocket })).map(({ message }) => message).join();
    expect(await judged()).to.equal('');
    const key = stateKey(reg, STATE_KEY.due(dueMs, txId, action));
    await kv.write([{ key, value: undefined }]);
    expect(await judged()).to.contain('other rows than the chain says');
    const journal = new Journal(kv, { onFatal: () => undefined });
    await rebuildIndexes({ kv, journal, reg });
    expect(await judged(), 'an index is made again, and the state is none').to.contain('other rows');
    const sealed = await Promise.all([0, 1, 2].map((height) => world.chain.sealedDocket(reg, height)));
    await unsealRows({ kv, journal, reg });
    let state: RegisterState | undefined;
    for (const one of sealed as readonly SealedDocket[]) {
      const chain = new ChainStore(kv, journal);
      const folded = foldDocket(state, one.docket, chain.view(reg));
      if (isFailure(folded)) throw new Error(JSON.stringify(folded));
      ({ state } = folded as Exclude<typeof folded, unknown[]>);
      const { changes } = folded as Exclude<typeof folded, unknown[]>;
      await journal.commit(chain.sealOps({ reg, sealed: one, after: state as RegisterState, changes }));
    }
    expect(await judged()).to.equal('');
    const again = await ledgerWorld({ kv, clock: world.clock });
    await again.clock.advance(DAY_MS + 10_000);
    expect(instanceOf(again, first)).to.include({ state: 'Completed' });
  });

  it('fire in an idle register once, right after they are due', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    const height = heightOf(world);
    await world.clock.advance(DAY_MS - 1000);
    expect(instanceOf(world, first)).to.include({ state: 'Active' });
    await world.clock.advance(2000);
    expect(instanceOf(world, first)).to.include({ state: 'Completed' });
    await world.clock.advance(DAY_MS);
    expect(heightOf(world)).to.equal(height + 1);
    expect(world.clock.armed).to.equal(0);
  });

  it('fire on time where a copy came a moment too early, as from a peer whose clock is ahead', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    const { reg } = world.registers.byId(REGISTER_ID) as { reg: number };
    const view = world.chain.view(reg);
    const { blueprintId, publicationTxId = '', registerId } = first.header;
    const definition = publishedDefinition(view, blueprintId, publicationTxId);
    const instanceId = instanceIdOf(first);
    const [due] = definition ? dueTimers(instanceAt(view, instanceId), planOf(definition)) : [];
    if (!due) throw new Error('no timer runs');
    await world.clock.advance(due.dueMs - world.clock.now() - 100);
    const copy = timerTransaction({ registerId, instanceId, blueprintId, publicationTxId }, due);
    const relayed = { priority: 'Normal', waitMs: 0, relayed: true, from: 'a peer' } as const;
    void world.ledger.submit(copy, relayed);
    await world.clock.settle();
    expect(instanceOf(world, first), 'not before it is due').to.include({ state: 'Active' });
    await world.clock.advance(2000);
    expect(instanceOf(world, first)).to.include({ state: 'Completed' });
  });

  it('fire in other registers where a row of one is damaged, which is told', async () => {
    const [ill, sound] = [REGISTER_ID, REGISTER_ID.replace('1', '2')];
    const world = await ledgerWorld();
    const [first, other] = [
      await opened(world, await founded(world, ill), ill),
      await opened(world, await founded(world, sound), sound),
    ];
    const { reg } = world.registers.byId(ill) as { reg: number };
    const [row] = (await world.chain.statesUnder(reg, 'due/', 1)) as readonly JsonObject[];
    const { action, dueMs, txId } = row as { action: number; dueMs: number; txId: string };
    await world.ledger.stop();
    const key = stateKey(reg, STATE_KEY.due(dueMs, txId, action));
    const value = Buffer.from(world.kv.getSync(key) as Uint8Array);
    value[10]! ^= 1;
    await world.kv.write([{ key, value }]);
    const again = await ledgerWorld({ kv: world.kv, clock: world.clock });
    await again.clock.advance(DAY_MS + 10_000);
    expect(instanceOf(again, other)).to.include({ state: 'Completed' });
    expect(instanceOf(again, first)).to.include({ state: 'Active' });
    const { status, statusReason } = again.registers.byId(ill) as { status: string; statusReason?: string };
    expect([status, statusReason?.split(':')[0]]).to.deep.equal(['OFFLINE', 'damaged']);
  });

  it('fire after a restart that lasted longer than they ran', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    await world.ledger.stop();
    await world.clock.advance(3 * DAY_MS);
    const again = await ledgerWorld({ kv: world.kv, clock: world.clock });
    await again.clock.advance(10_000);
    expect(instanceOf(again, first)).to.include({ state: 'Completed' });
  });

  it('fire in a register that was closed while its seat was fenced', async () => {
    const world = await ledgerWorld();
    const first = await opened(world, await founded(world));
    await world.ledger.stop();
    const again = await ledgerWorld({ kv: world.kv, clock: world.clock, fence: 'restored' });
    await again.clock.advance(60_000);
    await again.ledger.sweep();
    await again.clock.settle();
    expect(again.ledger.figures().activeRegisters).to.equal(0);
    const seat = await again.ledger.seating.control(REGISTER_ID, 'accept-amnesia');
    expect(seat).to.include({ state: 'Running' });
    await again.clock.advance(DAY_MS + 10_000);
    expect(instanceOf(again, first)).to.include({ state: 'Completed' });
  });
});
