// The inbox on a real ledger: what waits for whom, lists of instances, what is told, and that all of it follows from
// the ledger alone.
import { expect } from 'chai';
import type { Inbox } from '../../../../../actors/workflow/inbox/inbox.js';
import { readInstance } from '../../../../../actors/workflow/instance/instance-record.js';
import { instanceView } from '../../../../../actors/workflow/instance/instance-view.js';
import { BENCH_BLUEPRINT } from '../../../../../cli/harness/workload.js';
import {
  INBOX_BATCH_TRANSACTIONS,
  INBOX_NEWS_MS,
  INBOX_REMAKE_MS,
} from '../../../../../core/base/limits/node/inbox.js';
import { isFailure } from '../../../../../core/base/result.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { InboxRows } from '../../../../../storage/tables/workflow/inbox.js';
import { Dice } from '../../../../support/base/dice.js';
import { good } from '../../../../support/base/good.js';
import { issuesOf } from '../../../../support/base/results.js';
import {
  addressNamed,
  answersOf,
  anyMove,
  deleteRows,
  type ForkMove,
  forkMove,
  forkPublication,
  inboxOn,
  keysOf,
  placeOf,
  rowsOf,
} from '../../../../support/node/inbox.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../../support/node/ledger-world.js';

const HOUR_MS = 3_600_000;
const ALL = { skip: 0, top: 100 };

interface Case {
  readonly world: LedgerWorld;
  readonly inbox: Inbox;
  readonly pin: string;
}

async function aCase(): Promise<Case> {
  const world = await ledgerWorld();
  await foundedRegister(world);
  const publication = forkPublication(world.clock.now());
  await submitted(world, publication);
  return { world, inbox: await inboxOn(world), pin: publication.txId };
}

/** Seals a move; gives its TxId. */
async function sealed({ world, pin }: Case, move: Omit<ForkMove, 'pin' | 'nowMs'>): Promise<string> {
  const tx = forkMove({ ...move, pin, nowMs: world.clock.now() });
  const outcome = await submitted(world, tx);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  return tx.txId;
}

async function waiting({ world, inbox }: Case, name: string): Promise<string[]> {
  const { items } = good(await inbox.pending(placeOf(world), addressNamed(name), ALL));
  return items.map(({ instanceId, action }) => `${instanceId} ${action.title}`);
}

async function listed({ world, inbox }: Case, more: object = {}, of: 'register' | { wallet: string } = 'register') {
  const scopes = [{ at: placeOf(world), of }];
  const { items, hasMore } = good(await inbox.instances({ scopes, ...ALL, ...more }));
  return [...items.map(({ id, state }) => `${id} ${state}`), ...(hasMore ? ['more'] : [])];
}

async function aWalk(world: LedgerWorld, pin: string, moves: number): Promise<void> {
  const ids: string[] = [];
  const random = new Dice('inbox');
  const dice = (sides: number) => Math.floor(random.number() * sides);
  for (let i = 0; i < moves; i++) {
    const tx = anyMove(world, { pin, dice, ids });
    const outcome = await submitted(world, tx);
    if (outcome.status !== 'sealed') throw new Error(JSON.stringify([tx.header, outcome]));
    await world.clock.advance(i % 40 === 39 ? HOUR_MS + 1 : 1000);
  }
}

/** A cursor that fits no chain. */
function cursorRow(world: LedgerWorld) {
  const cursor = { height: 1, hash: '00'.repeat(32), instances: 7, active: 7 };
  return new InboxRows(world.kv).cursorOp(placeOf(world).reg, cursor);
}

describe('the inbox', () => {
  it('lists what waits for a wallet, from the head of the moment', async () => {
    const on = await aCase();
    const first = await sealed(on, { actionId: '0', instanceId: 'one' });
    expect(await waiting(on, 'carol')).to.deep.equal(['one Check']);
    // No wallet holds the role of the payer yet.
    expect(await waiting(on, 'paul')).to.deep.equal([]);
    expect(await waiting(on, 'ann')).to.deep.equal([]);
    const { items, total } = good(await on.inbox.pending(placeOf(on.world), addressNamed('carol'), ALL));
    expect(total).to.equal(1);
    expect(items[0]).to.include({ branchId: `${first}:1`, previousTransactionId: first, publicationTxId: on.pin });
    expect(items[0]?.dueMs).to.equal((items[0]?.sinceMs ?? 0) + HOUR_MS);

    await sealed(on, { actionId: '1', instanceId: 'one', previousTransactionId: first });
    expect(await waiting(on, 'carol')).to.deep.equal([]);
    // The join waits for the other branch too, and then once, though two branches lead to it.
    expect(await waiting(on, 'ann')).to.deep.equal([]);
    const paid = await sealed(on, { actionId: '2', instanceId: 'one', previousTransactionId: first });
    expect(await waiting(on, 'ann')).to.deep.equal(['one Close']);
    await sealed(on, { actionId: '3', instanceId: 'one', previousTransactionId: paid });
    expect(await waiting(on, 'ann')).to.deep.equal([]);
    expect(on.inbox.figures()).to.deep.equal({ instances: 1, active: 0 });
  });

  it('lists newest first, in pages', async () => {
    const on = await aCase();
    for (const instanceId of ['a', 'b', 'c']) {
      await sealed(on, { actionId: '0', instanceId });
      await on.world.clock.advance(1000);
    }
    expect(await waiting(on, 'carol')).to.deep.equal(['c Check', 'b Check', 'a Check']);
    const at = placeOf(on.world);
    const page = good(await on.inbox.pending(at, addressNamed('carol'), { skip: 1, top: 1 }));
    expect([page.total, page.items.map(({ instanceId }) => instanceId)]).to.deep.equal([3, ['b']]);
    expect(await listed(on, { skip: 0, top: 2 })).to.deep.equal(['c Active', 'b Active', 'more']);
    expect(await listed(on, { skip: 2, top: 2 })).to.deep.equal(['a Active']);
  });

  it('asks the time, and stores no outcome of it', async () => {
    const on = await aCase();
    await sealed(on, { actionId: '0', instanceId: 'one' });
    expect(await waiting(on, 'carol')).to.deep.equal(['one Check']);
    const before = await rowsOf(on.world.kv);
    // Dockets of one moment say a millisecond more each.
    await on.world.clock.advance(HOUR_MS + 10);
    expect(await waiting(on, 'carol')).to.deep.equal([]);
    expect(await listed(on, { state: 'TimedOut' })).to.deep.equal(['one TimedOut']);
    expect(await listed(on, { state: 'Active' })).to.deep.equal([]);
    expect(await rowsOf(on.world.kv)).to.deep.equal(before);
  });

  it('filters by state, blueprint and wallet', async () => {
    const on = await aCase();
    const first = await sealed(on, { actionId: '0', instanceId: 'one' });
    await sealed(on, { actionId: '0', instanceId: 'two' });
    await sealed(on, { actionId: '0', instanceId: 'one', previousTransactionId: first, type: 'Cancellation' });
    expect(await listed(on, { state: 'Cancelled' })).to.deep.equal(['one Cancelled']);
    expect(await listed(on, { state: 'Active' })).to.deep.equal(['two Active']);
    expect((await listed(on, { blueprintId: 'fork' })).length).to.equal(2);
    expect(await listed(on, { blueprintId: 'bench-record' })).to.deep.equal([]);
    const { inbox } = on;
    expect((await listed(on, {}, { wallet: addressNamed('carol') })).length).to.equal(2);
    expect((await listed(on, { blueprintId: 'other' }, { wallet: addressNamed('carol') })).length).to.equal(0);
    expect(await listed(on, {}, { wallet: addressNamed('paul') })).to.deep.equal([]);
    expect(issuesOf(await inbox.registersOf(addressNamed('ann')))).to.deep.equal([REGISTER_ID]);
    expect(issuesOf(await inbox.registersOf(addressNamed('paul')))).to.deep.equal([]);
    // One instance of two lists is one instance.
    const at = placeOf(on.world);
    const wallets = ['ann', 'carol'].map((name) => ({ at, of: { wallet: addressNamed(name) } }));
    expect(good(await inbox.instances({ scopes: wallets, ...ALL })).items.length).to.equal(2);
  });

  it('lists no records: single actions that nothing follows and that name no instance', async () => {
    const on = await aCase();
    const { world } = on;
    const pin = String(world.chain.view(placeOf(world).reg).state(STATE_KEY.blueprint(BENCH_BLUEPRINT.id))?.latest);
    await submitted(world, anAction(world, pin, 1));
    const opened = await sealed(on, { actionId: '0' });
    const { instances } = await answersOf(on.inbox, world);
    expect(instances.map(({ firstTransactionId }) => firstTransactionId)).to.deep.equal([opened]);
    expect(await waiting(on, 'carol')).to.deep.equal([`${instances[0]?.id} Check`]);
  });

  it('shows every instance as the ledger has it', async () => {
    const on = await aCase();
    const { world, inbox, pin } = on;
    await aWalk(world, pin, 150);
    const { instances } = await answersOf(inbox, world);
    expect(instances.length).to.be.greaterThan(20);
    expect(new Set(instances.map(({ state }) => state))).to.include.keys(
      'Active',
      'TimedOut',
      'Cancelled',
      'Completed',
    );
    const at = placeOf(world);
    for (const shown of instances) {
      const record = good(await readInstance(world, at, shown.id));
      expect(shown).to.deep.equal(instanceView(record, world.chain.view(at.reg), world.clock.now()));
    }
  });

  it('makes the same rows again from nothing, and from where it stopped', async () => {
    const on = await aCase();
    const { world, inbox, pin } = on;
    await aWalk(world, pin, 60);
    await answersOf(inbox, world);
    await inbox.stop();
    const more = forkMove({ pin, actionId: '0', instanceId: 'while it was down', nowMs: world.clock.now() });
    await submitted(world, more);
    const resumed = await inboxOn(world);
    const answers = await answersOf(resumed, world);
    const rows = await rowsOf(world.kv);
    expect(answers.instances[0]?.id).to.equal('while it was down');
    await resumed.stop();

    await deleteRows(world);
    const fresh = await inboxOn(world);
    expect(await answersOf(fresh, world)).to.deep.equal(answers);
    expect(await rowsOf(world.kv)).to.deep.equal(rows);
  });

  it('folds by itself behind the seals, many dockets in one commit', async () => {
    const on = await aCase();
    const { world, inbox } = on;
    await world.clock.advance(1000);
    const before = world.store.journal.counts().commits;
    const move = (i: number) => forkMove({ pin: on.pin, actionId: '0', instanceId: `${i}`, nowMs: world.clock.now() });
    for (let i = 0; i < 5; i++) await submitted(world, move(i));
    expect(inbox.figures().instances).to.equal(0);
    await world.clock.advance(1000);
    expect(inbox.figures()).to.deep.equal({ instances: 5, active: 5 });
    const commits = world.store.journal.counts().commits - before;
    // Each seal commits twice at most; the five of them are folded in one.
    expect(commits).to.be.lessThan(12);
    expect(INBOX_BATCH_TRANSACTIONS).to.be.greaterThan(5);
  });

  it('tells what is new when its rows are durable, once', async () => {
    const on = await aCase();
    const { world } = on;
    const facts = () =>
      world.told.filter(
        ({ type }) => type.startsWith('action-') || type === 'workflow-completed' || type === 'instance-state',
      ) as {
        type: string;
        state?: string;
        instanceId: string;
        actionId?: number;
        wallets: readonly string[];
      }[];
    let durable = true;
    world.announcements.listen((fact) => {
      if (fact.type === 'action-available') durable &&= world.kv.getSync(cursorRow(world).key) !== undefined;
    });
    const first = await sealed(on, { actionId: '0', instanceId: 'one' });
    await world.clock.advance(100);
    const short = facts().map(({ type, actionId, wallets }) => [type, actionId, wallets.length]);
    expect(short).to.deep.equal([
      ['action-confirmed', 0, 2],
      ['action-available', 1, 1],
      ['action-available', 2, 0],
    ]);
    expect(durable).to.equal(true);
    await sealed(on, { actionId: '1', instanceId: 'one', previousTransactionId: first, type: 'Rejection' });
    await sealed(on, { actionId: '0', instanceId: 'one', previousTransactionId: first, type: 'Cancellation' });
    await world.clock.advance(100);
    expect(
      facts()
        .slice(3)
        .map(({ type, actionId, state }) => [type, actionId ?? state]),
    ).to.deep.equal([
      ['action-rejected', 1],
      ['instance-state', 'Cancelled'],
      ['workflow-completed', undefined],
    ]);
    await waiting(on, 'ann');
    expect(facts().length).to.equal(6);
  });

  it('tells nothing of what was sealed before it ran or long ago', async () => {
    const on = await aCase();
    const { world } = on;
    await on.inbox.stop();
    await sealed(on, { actionId: '0', instanceId: 'one' });
    await world.clock.advance(10);
    const later = { ...on, inbox: await inboxOn(world) };
    await world.clock.advance(1000);
    expect(await waiting(later, 'carol')).to.deep.equal(['one Check']);
    const instanceFacts = () =>
      world.told.filter(({ type }) => type === 'action-available' || type === 'action-confirmed');
    expect(instanceFacts()).to.deep.equal([]);
    await deleteRows(world);
    await world.clock.advance(INBOX_NEWS_MS);
    // The same rows, folded again: no user is told of them.
    const again = await inboxOn(world);
    await again.pending(placeOf(world), addressNamed('carol'), ALL);
    expect(instanceFacts()).to.deep.equal([]);
  });

  it('tells what is new where the clock was a day ahead when it started, and was set right', async () => {
    const on = await aCase();
    const { world } = on;
    await on.inbox.stop();
    world.clock.setMs = 24 * HOUR_MS;
    const later = { ...on, inbox: await inboxOn(world) };
    world.clock.setMs = 0;
    await world.clock.advance(1000);
    await sealed(later, { actionId: '0', instanceId: 'one' });
    await world.clock.advance(100);
    const told = world.told.filter(({ type }) => type === 'action-available');
    expect(told).to.have.lengthOf(2);
  });

  it('forgets a register that is deleted', async () => {
    const on = await aCase();
    await sealed(on, { actionId: '0', instanceId: 'one' });
    await on.world.clock.advance(100);
    expect((await rowsOf(on.world.kv)).length).to.be.greaterThan(4);
    await on.world.ledger.remove(REGISTER_ID);
    await on.world.clock.settle();
    expect(await rowsOf(on.world.kv)).to.deep.equal([]);
    expect(on.inbox.figures()).to.deep.equal({ instances: 0, active: 0 });
  });

  it('makes rows again that the disk has spoilt, or that are of another chain', async () => {
    const on = await aCase();
    const { world } = on;
    const first = await sealed(on, { actionId: '0', instanceId: 'one' });
    await world.clock.advance(100);
    const row = (await keysOf(world.kv, 'inbox-instances'))[0] as Uint8Array;
    await world.store.journal.commit([{ key: row, value: Uint8Array.of(1, 2, 3, 4, 5) }]);
    await sealed(on, { actionId: '2', instanceId: 'one', previousTransactionId: first });
    expect(await waiting(on, 'carol')).to.deep.equal(['one Check']);
    const rows = await rowsOf(world.kv);
    await on.inbox.stop();

    await world.store.journal.commit([{ key: cursorRow(world).key, value: Uint8Array.of(7) }]);
    const afresh = await inboxOn(world);
    expect((await answersOf(afresh, world)).instances.length).to.equal(1);
    expect(await rowsOf(world.kv)).to.deep.equal(rows);
    await afresh.stop();

    await world.store.journal.commit([cursorRow(world)]);
    const again = { ...on, inbox: await inboxOn(world) };
    await sealed(again, { actionId: '0', instanceId: 'two' });
    expect(await waiting(again, 'carol')).to.deep.equal(['two Check', 'one Check']);
    expect(again.inbox.figures()).to.deep.equal({ instances: 2, active: 2 });
    // All but the cursor are there as they were.
    expect((await rowsOf(world.kv)).filter((one) => rows.includes(one)).length).to.equal(rows.length - 1);
  });

  it('makes rows again that only readers find spoilt, and again when that happens later', async () => {
    const on = await aCase();
    const { world, inbox } = on;
    await sealed(on, { actionId: '0', instanceId: 'one' });
    expect(await waiting(on, 'carol')).to.deep.equal(['one Check']);
    const rows = await rowsOf(world.kv);
    const spoil = async (name: 'inbox-instances' | 'inbox-lists' | 'inbox-pending') => {
      const [row] = await keysOf(world.kv, name);
      await world.store.journal.commit([{ key: row as Uint8Array, value: Uint8Array.of(1, 2, 3, 4, 5) }]);
    };
    const asked = async () => {
      const page = await inbox.pending(placeOf(world), addressNamed('carol'), ALL);
      return isFailure(page) ? page.issue.code : 'answered';
    };
    for (const name of ['inbox-instances', 'inbox-pending'] as const) {
      await spoil(name);
      expect(await asked(), name).to.equal('NODE_UNAVAILABLE');
      await world.clock.advance(100);
      expect(await asked(), name).to.equal('answered');
      expect(await rowsOf(world.kv)).to.deep.equal(rows);
      // At once it is made again once, and a caller is told to come later.
      await spoil(name);
      expect(await asked(), name).to.equal('NODE_UNAVAILABLE');
      await world.clock.advance(INBOX_REMAKE_MS);
    }
  });

  it('counts no instances of rehearsals', async () => {
    const on = await aCase();
    const { world, inbox } = on;
    await sealed(on, { actionId: '0', instanceId: 'one' });
    await world.clock.advance(100);
    expect(inbox.figures()).to.deep.equal({ instances: 1, active: 1 });
    const record = world.registers.byId(REGISTER_ID);
    if (record) world.registers.apply({ ...record, metadata: { sandbox: 'true' } });
    expect(inbox.figures()).to.deep.equal({ instances: 0, active: 0 });
  });
});
