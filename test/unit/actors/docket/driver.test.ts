// The order in which a docket driver carries out what its reducer asks for, with fakes around it: nothing is sent or
// told before it is durable, nothing after a failed write, and what does not fit into the queue is counted.
import { expect } from 'chai';
import { DocketDriver } from '../../../../actors/docket/driver.js';
import { INPUTS_MAX } from '../../../../actors/docket/input-queue.js';
import type { DocketPool, DocketPorts, DocketRegister } from '../../../../actors/docket/ports.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Roster } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Journal } from '../../../../storage/engine/journal.js';
import {
  anAction,
  benchPublication,
  foundedRegister,
  genesisTransaction,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  signerOf,
} from '../../../support/node/ledger-world.js';

/** A journal that writes at once, and says so when it is told to. */
class HeldJournal {
  /** Each commit of the driver, in order: what its caller waits for. */
  readonly written: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  readonly journal: Journal;

  constructor(real: Journal, log: string[]) {
    this.journal = Object.create(real, {
      commit: {
        value: (ops: Parameters<Journal['commit']>[0]) => {
          log.push('commit');
          const durable = real.commit(ops);
          const told = new Promise<void>((resolve, reject) => this.written.push({ resolve, reject }));
          return durable.then(() => told);
        },
      },
    }) as Journal;
  }
}

/** Transactions that wait for a docket, and what became of them. */
function poolOf(waiting: Transaction[], log: string[]): DocketPool {
  const leave = (gone: readonly Transaction[]) => {
    for (const { txId } of gone) {
      const at = waiting.findIndex((one) => one.txId === txId);
      if (at >= 0) waiting.splice(at, 1);
    }
  };
  return {
    pick: () => waiting.slice(0, 1),
    ready: () => waiting.length > 0,
    arriving: () => false,
    isShared: () => false,
    all: () => waiting,
    pool: { same: (tx: Transaction) => waiting.find(({ txId }) => txId === tx.txId), size: waiting.length } as never,
    refuse: (txId, { code }) => {
      log.push(`refuse ${code}`);
      leave(waiting.filter((one) => one.txId === txId));
    },
    keep: () => undefined,
    sealOps: () => [],
    sealing: ({ header, transactions }) => {
      log.push(`sealing ${header.height}`);
      leave(transactions);
    },
    onSealed: ({ docket }) => log.push(`sealed ${docket.header.height}`),
  };
}

interface Place {
  readonly world: LedgerWorld;
  readonly driver: DocketDriver;
  readonly log: string[];
  readonly held: HeldJournal;
  readonly waiting: Transaction[];
  readonly failed: unknown[];
}

/** A driver with the seat `name` on what the world has stored, which nothing else has open. */
async function driverOn(world: LedgerWorld, name: string): Promise<Place> {
  await world.ledger.stop();
  const log: string[] = [];
  const waiting: Transaction[] = [];
  const failed: unknown[] = [];
  const held = new HeldJournal(world.store.journal, log);
  const { id, reg, genesisHash } = world.registers.byId(REGISTER_ID)!;
  const signer = signerOf(name);
  const seatIn = ({ validators }: Roster) => validators.some(({ validatorId }) => validatorId === signer.validatorId);
  const register: DocketRegister = {
    ...{ registerId: id, reg, genesisHash },
    timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
    backlogBytesMax: 1 << 20,
    signerIn: (roster) => (seatIn(roster) ? signer : undefined),
    docketTransactionsMax: () => 1000,
  };
  const ports: DocketPorts = {
    ...{ clock: world.clock, chain: world.chain, journal: held.journal, pool: poolOf(waiting, log) },
    random: { bytes: (length) => Buffer.alloc(length), number: () => 0.5 },
    log: { debug() {}, info() {}, warn() {}, error() {}, child: () => ports.log },
    verifier: { isSeen: () => true, verify: () => Promise.resolve(true) },
    transport: {
      send: (to, message) => log.push(`send ${message.type} to ${to.length}`),
      fetch: () => log.push('fetch'),
      serve: () => log.push('serve'),
      offer: () => log.push('offer'),
    },
    evidence: { waiting: () => [], drop: () => undefined, sealOps: () => [] },
    metrics: { onDropped: (reason: string) => log.push(`dropped ${reason}`), onSealed: () => undefined } as never,
    fail: (error) => failed.push(error),
    rosterChanged: () => log.push('roster'),
    announceSealed: ({ docket }) => log.push(`announce ${docket.header.height}`),
    onVoted: (_, { docket }) => log.push(`voted ${docket.header.height}`),
    misbehaviour: ({ name: lie }) => log.push(lie),
    onForgotten: () => log.push('Forgotten'),
  };
  return { world, driver: new DocketDriver(register, ports), log, held, waiting, failed };
}

/** A register with this one seat, and two transactions that wait for it. */
async function alone(): Promise<Place> {
  const world = await ledgerWorld();
  const pin = await foundedRegister(world);
  const place = await driverOn(world, 'seat');
  place.waiting.push(anAction(world, pin, 1), anAction(world, pin, 2));
  return place;
}

const NAMES = ['one', 'two', 'three'];

/** The ledger of the node of the first seat in a register of three, or the node of `name`. */
async function founded(name = 'one'): Promise<LedgerWorld> {
  const world = await ledgerWorld({ keys: keysOf(name) });
  const given = { transaction: genesisTransaction(world.clock.now(), REGISTER_ID, NAMES), advertise: false };
  const docket = await world.ledger.genesis.prepare(given);
  if (isFailure(docket)) throw new Error(JSON.stringify(docket));
  const signatures = [];
  for (const [voterIndex, other] of NAMES.entries()) {
    if (other === name) continue;
    const signature = await (await ledgerWorld({ keys: keysOf(other) })).ledger.genesis.attest(docket);
    if (typeof signature !== 'string') throw new Error(JSON.stringify(signature));
    signatures.push({ voterIndex, signature });
  }
  const created = await world.ledger.genesis.found(given, { docket, signatures });
  if (isFailure(created)) throw new Error(JSON.stringify(created));
  return world;
}

/** The seat of three that builds the next docket, with one transaction that waits for it. */
async function leader(): Promise<Place> {
  const first = await founded();
  const view = first.ledger.consensus(REGISTER_ID);
  if (isFailure(view)) throw new Error(view.issue.code);
  const name = NAMES.find((one) => signerOf(one).validatorId === view.leader) ?? '';
  const place = await driverOn(name === 'one' ? first : await founded(name), name);
  place.waiting.push(benchPublication(place.world));
  return place;
}

/** Runs what is due, and lets promises settle. */
const settled = ({ world }: Place) => world.clock.settle();

describe('actors/docket/driver', () => {
  it('writes a proposal and the vote for it before it sends them', async () => {
    const place = await leader();
    place.driver.work();
    await settled(place);
    expect(place.log).to.deep.equal(['commit', 'commit']);
    for (const { resolve } of place.held.written) resolve();
    await settled(place);
    const height = place.driver.registerState.height + 1;
    expect(place.log.slice(2)).to.deep.equal([`voted ${height}`, 'send proposal to 2']);
    expect(place.failed).to.deep.equal([]);
    place.driver.discard();
  });

  it('sends and tells nothing after a write that failed, and takes nothing more', async () => {
    const place = await leader();
    place.driver.work();
    await settled(place);
    const lost = new Error('the disk is gone');
    for (const { reject } of place.held.written) reject(lost);
    await settled(place);
    expect(place.log).to.deep.equal(['commit', 'commit']);
    expect(place.failed).to.deep.equal([lost]);
    place.driver.inputs.push({ type: 'work', on: true });
    await place.world.clock.advance(60_000);
    expect(place.log).to.deep.equal(['commit', 'commit', 'dropped closed']);
    expect([place.driver.idle, place.world.clock.armed]).to.deep.equal([false, 0]);
  });

  it('moves on at the seal in memory, and tells of it when it is durable', async () => {
    const place = await alone();
    const height = place.driver.registerState.height;
    place.driver.work();
    await settled(place);
    expect(place.log).to.deep.equal(['commit', `sealing ${height + 1}`]);
    expect(place.driver.registerState.height).to.equal(height + 1);
    place.held.written[0]?.resolve();
    await settled(place);
    const told = ['voted', 'sealed', 'announce'].map((what) => `${what} ${height + 1}`);
    expect(place.log.slice(2, 5)).to.deep.equal(told);
    // The next docket was not built before: a lone seat fills it while the last one is written.
    expect(place.log.slice(5)).to.deep.equal(['commit', `sealing ${height + 2}`]);
    expect(place.driver.figures).to.deep.include({ sealed: 2, proposed: 2, rejected: 0 });
    place.driver.discard();
  });

  it('sends nothing before an earlier write, though a later one is done first', async () => {
    const place = await leader();
    place.driver.work();
    await settled(place);
    const early = [...place.held.written];
    // Its round runs out: what it signs then is a later write.
    await place.world.clock.advance(2000);
    const late = place.held.written.slice(early.length);
    expect([early.length, late.length > 0]).to.deep.equal([2, true]);
    for (const { resolve } of late) resolve();
    await settled(place);
    expect(place.log.filter((line) => line.startsWith('send'))).to.deep.equal([]);
    for (const { resolve } of early) resolve();
    await settled(place);
    const sent = place.log.filter((line) => line.startsWith('send'));
    expect([sent[0], sent.at(-1)]).to.deep.equal(['send proposal to 2', 'send round-change to 2']);
    place.driver.discard();
  });

  it('waits at a stop until what it committed is durable and told', async () => {
    const place = await alone();
    const { height } = place.driver.registerState;
    place.driver.work();
    await settled(place);
    let isOver = false;
    const over = place.driver.stop().then(() => {
      isOver = true;
    });
    await settled(place);
    expect([isOver, place.log.at(-1)]).to.deep.equal([false, `sealing ${height + 1}`]);
    place.held.written[0]?.resolve();
    await over;
    expect(place.log.at(-1)).to.equal(`announce ${height + 1}`);
  });

  it('counts what does not fit into its queue, and loses no order of the operator', async () => {
    const place = await alone();
    place.waiting.splice(0);
    await settled(place);
    for (let n = 0; n < INPUTS_MAX; n++) place.driver.inputs.push({ type: 'resend' });
    expect([place.log, place.driver.inputs.size]).to.deep.equal([[], INPUTS_MAX]);
    place.driver.inputs.push({ type: 'resend' });
    place.driver.pause(true);
    expect([place.log, place.driver.inputs.size]).to.deep.equal([['dropped inputs'], INPUTS_MAX + 1]);
    await settled(place);
    expect(place.driver.inputs.size).to.equal(0);
    place.driver.discard();
  });

  it('takes a docket in only between two drains, and only at its height', async () => {
    const place = await alone();
    const { world, driver } = place;
    await settled(place);
    const sealed = await world.chain.sealedDocket(1, driver.registerState.height);
    expect(driver.adopt(sealed!, { changes: [], after: driver.registerState } as never)).to.equal(false);
    await driver.stop();
    expect(driver.adopt(sealed!, { changes: [], after: driver.registerState } as never)).to.equal(false);
    expect(place.log).to.deep.equal([]);
  });
});
