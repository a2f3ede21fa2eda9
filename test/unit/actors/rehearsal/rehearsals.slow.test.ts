// Rehearsals through restarts: everything of them is in the store, and what the ledger has and the rehearsal missed is
// caught up with. Also how one ends that cannot go on.
import { expect } from 'chai';
import { actingAs, keysOf } from '../../../../actors/rehearsal/cast.js';
import type { RehearsalView } from '../../../../actors/rehearsal/ports.js';
import { RehearsalHost } from '../../../../actors/rehearsal/rehearsals.js';
import { Sandboxes } from '../../../../actors/rehearsal/sandbox.js';
import { WorkflowHost } from '../../../../actors/workflow/workflow.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { REHEARSAL_LINE_MAX, REHEARSALS_PER_BLUEPRINT_MAX } from '../../../../core/base/limits/node/rehearsals.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { type DueTimer, dueTimers } from '../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { instanceAt } from '../../../../core/instance/rows.js';
import { timerTransaction } from '../../../../core/transaction/timer.js';
import { StoreError } from '../../../../storage/engine/fault.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { Kv } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { Keystore } from '../../../../storage/secrets/keystore.js';
import { WalletStore } from '../../../../storage/tables/accounts/wallets.js';
import { InstanceOpenings } from '../../../../storage/tables/workflow/instances.js';
import {
  type RehearsalName as Name,
  type Rehearsal,
  RehearsalStore,
} from '../../../../storage/tables/workflow/rehearsals.js';
import { ledgerPart } from '../../../contract/ledger/part.js';
import { SILENT } from '../../../contract/world/world.js';
import { good } from '../../../support/base/good.js';
import { issuesOf } from '../../../support/base/results.js';
import { INVOICE, SEALED_BID, SURVEY } from '../../../support/definitions/rehearsal-drafts.js';

const ORG = '00000000-0000-0000-0000-000000000001';
const MASTER = new Uint8Array(32).fill(5);
const HOUR_MS = 60 * 60 * 1000;
const EXEC = 'ab'.repeat(32);
let nowMs = Date.parse('2026-11-21T10:00:00.000Z');

const dataSchemas = [{ properties: { amount: { type: 'integer' } } }];

/** Two open roles, of which the second answers. */
const ORDER = {
  language: 2,
  id: 'order',
  title: 'Order',
  description: 'Asked and answered.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    { id: 0, sender: 'buyer', isStartingAction: true, dataSchemas, routes: [{ id: 'ask', nextActionIds: [1] }] },
    { id: 1, sender: 'seller' },
  ],
};

/** A node on a store: opened again on the same store it is the node after a restart. */
async function aNode(kv: Kv) {
  const fatal = (error: Error) => {
    throw error;
  };
  const journal = new Journal(kv, { onFatal: fatal });
  let state = 7 + nowMs;
  const byte = () => {
    state = (state * 48271) % 2147483647;
    return state & 0xff;
  };
  const bytes = (length: number) => Uint8Array.from({ length }, byte);
  const random = { bytes, number: () => 0.5 };
  const clock = { now: () => nowMs, steady: () => nowMs, setTimer: () => ({ cancel: () => undefined }) };
  const commit = (ops: Parameters<Journal['commit']>[0]) => journal.commit(ops);
  const rsa = { refusal: () => undefined, derive: () => Promise.reject(new Error('no RSA key is made')) };
  const keystore = good(await Keystore.open({ kv, journal, random, clock, rsa }, MASTER));
  const wallets = new WalletStore(kv, journal);
  const part = await ledgerPart({ kv, journal, clock, random, log: SILENT, commit, keystore, wallets });
  const openings = new InstanceOpenings(kv, journal);
  const store = new RehearsalStore(kv, journal);
  const lostRight = () => undefined;
  const workflow = new WorkflowHost({
    ...part,
    clock,
    random,
    keystore,
    wallets,
    openings,
    lostRight,
  });
  const terms = () => ({ validator: part.validator, policy: {} });
  const ports = { ...part, clock, random, log: SILENT, commit, store };
  const told: string[] = [];
  const provisioned = (outcome: string) => told.push(outcome);
  const counts = {
    rehearsalBegun: () => told.push('begun'),
    rehearsalEnded: (outcome: string, seconds: number) => told.push(`${outcome} after ${seconds}`),
    sandboxProvisioned: provisioned,
  };
  const sandboxes = new Sandboxes({ ...ports, terms, onProvisioned: provisioned });
  const host = new RehearsalHost({ ...ports, sandboxes, workflow, openings, keystore, counts });
  const stop = async () => {
    await part.ledger.stop();
    keystore.close();
    await journal.close();
  };
  return { ...part, host, store, workflow, keystore, told, commit, stop };
}

type Node = Awaited<ReturnType<typeof aNode>>;

async function begun(node: Node, definition: object = ORDER, hasCycles = false) {
  const start = { organisationId: ORG, blueprintId: 'order', execDefHash: EXEC, hasCycles, by: 'ada' };
  const { rehearsal } = good(await node.host.start({ ...start, definition: definition as JsonObject }));
  return { organisationId: ORG, blueprintId: 'order', rehearsalId: rehearsal.rehearsalId };
}

const passOf = ({ blueprints }: Node) =>
  blueprints.pass({ organisationId: ORG, blueprintId: 'order' } as Parameters<typeof blueprints.pass>[0], EXEC);
const step = ({ host }: Node, name: Parameters<RehearsalHost['read']>[0], actionId: number, payload: JsonObject = {}) =>
  host.submit(name, { actionId, payload, by: 'ada' });
/** The work of a rehearsal from its beginning to its end, without what it writes afterwards. */
async function walked({ store, workflow }: Node, name: Name): Promise<void> {
  for (const [actionId, role] of [
    ['0', 'buyer'],
    ['1', 'seller'],
  ] as const) {
    const rehearsal = store.find(name);
    const by = rehearsal && actingAs(rehearsal, role);
    if (!rehearsal || !by) throw new Error('no wallet');
    const { instanceId, sandboxRegisterId: registerId, blueprintId } = rehearsal;
    const ask = { registerId, instanceId, blueprintId, actionId, by, payload: {}, waitMs: 5000 };
    good(await workflow.submit({ ...ask, externalRecipientKeys: keysOf(rehearsal) }));
  }
}

const outcome = ({ rehearsal }: RehearsalView) => rehearsal.outcome;

describe('rehearsals', function () {
  this.timeout(60_000);

  it('go on after a restart in the middle, with their wallets, log and acting role', async () => {
    const kv = memoryKv();
    const first = await aNode(kv);
    const name = await begun(first);
    good(await step(first, name, 0, { amount: 3 }));
    const before = good(await first.host.switchRole(name, 'seller'));
    await first.stop();
    nowMs += HOUR_MS;
    const second = await aNode(kv);
    const after = good(await second.host.read(name));
    expect(after).to.deep.equal(before);
    expect(outcome(good(await step(second, name, 1)))).to.equal('Passed');
    expect(passOf(second)).to.deep.include({ by: 'ada', execDefHash: EXEC });
    expect(second.told).to.deep.equal(['Passed after 3600']);
    // The sandbox is the same one: nothing was founded again.
    const other = await begun(second);
    expect(second.store.find(other)?.sandboxRegisterId).to.equal(before.rehearsal.sandboxRegisterId);
    expect(first.told).to.deep.equal(['founded', 'begun']);
    await second.stop();
  });

  it('run where a rejection opens a join again', async () => {
    const kv = memoryKv();
    const first = await aNode(kv);
    const name = await begun(first, SURVEY);
    for (const actionId of [0, 1, 2, 3]) good(await step(first, name, actionId));
    const back = good(await first.host.reject(name, { actionId: 4, reason: 'Add them up again.', by: 'ada' }));
    expect(outcome(back)).to.equal('InProgress');
    const sandbox = first.store.find(name)?.sandboxRegisterId;
    expect(back.currentActions.map(({ actionId }) => actionId)).to.deep.equal([3]);
    const done = back.rehearsal.steps.filter(({ status }) => status === 'Done').map(({ actionId }) => actionId);
    expect(done, 'what the join waited for still counts').to.deep.equal([0, 1, 2]);
    await first.stop();
    const second = await aNode(kv);
    for (const actionId of [3, 4]) good(await step(second, name, actionId));
    expect(outcome(good(await second.host.read(name)))).to.equal('Passed');
    const other = await begun(second, SURVEY);
    expect(second.store.find(other)?.sandboxRegisterId).to.equal(sandbox);
    await second.stop();
  });

  it('of language 2 deliver what was sealed before they act on it', async () => {
    const node = await aNode(memoryKv());
    const name = await begun(node, SEALED_BID);
    good(await step(node, name, 0, { price: 7 }));
    good(await node.host.switchRole(name, 'seller'));
    good(await step(node, name, 1));
    const ended = good(await step(node, name, 2));
    expect(outcome(ended)).to.equal('Passed');
    const told = ended.rehearsal.log.map(({ message }) => message);
    expect(told).to.include('buyer delivers to seller what was sealed until now.');
    await node.stop();
  });

  it('of language 2 run its rules on the runs in force, and say which operand is not there', async () => {
    const kv = memoryKv();
    const node = await aNode(kv);
    const name = await begun(node, INVOICE);
    const refused = await step(node, name, 0, { qty: 3, total: 9 });
    expect(issuesOf(refused)).to.have.nested.property('[0].code', 'VAL_SCHEMA_007');
    good(await step(node, name, 0, { qty: 3 }));
    const typed = await step(node, name, 1, { price: 'x' });
    expect(issuesOf(typed)).to.have.nested.property('[0].path', '/payload/price');
    good(await step(node, name, 1, { price: 5 }));
    const shown = good(await step(node, name, 2, { note: 'dear' }));
    expect(shown.data).to.deep.include({ total: 15, cheap: false, ordered: 1 });
    good(await node.host.reject(name, { actionId: 3, reason: 'Order less.', by: 'ada' }));
    for (const [actionId, payload] of [
      [0, { qty: 1 }],
      [1, { price: 4 }],
      [2, {}],
    ] as const)
      good(await step(node, name, actionId, payload));
    const after = good(await node.host.read(name));
    expect(after.data, 'what was rejected counts no more').to.deep.include({ total: 4, cheap: true, ordered: 1 });
    expect(outcome(after), 'cheap ones need no approval').to.equal('Passed');
    await node.stop();
  });

  it('of language 2 go on by a timer, and keep parties apart whose organisations no record names', async () => {
    const node = await aNode(memoryKv());
    const [ask, answer] = ORDER.actions;
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'silence', after: 'PT1H', then: { nextActionIds: [2] } }];
    const apart = { notSameAs: [0], notSameOrganisation: true };
    const checked = { ...answer, ...apart, timers, routes: [{ id: 'on', nextActionIds: [2] }] };
    const draft = { ...ORDER, language: 2, actions: [ask, checked, { ...answer, ...apart, id: 2 }] };
    const name = await begun(node, draft);
    good(await step(node, name, 0));
    nowMs += 2 * HOUR_MS;
    const { instanceId, publicationTxId, sandboxRegisterId: registerId } = node.store.find(name) as Rehearsal;
    const view = node.chain.view(node.ledger.register(registerId)?.reg as number);
    const of = { registerId, instanceId, blueprintId: 'order', publicationTxId };
    const [due] = dueTimers(instanceAt(view, instanceId), planOf(draft as unknown as Definition));
    const fired = await node.ledger.submit(timerTransaction(of, due as DueTimer), { priority: 'High', waitMs: 5000 });
    expect(fired).to.include({ status: 'sealed' });
    const late = good(await node.host.read(name));
    expect([outcome(late), late.currentActions.map(({ actionId }) => actionId)]).to.deep.equal(['InProgress', [2]]);
    expect(late.rehearsal.log.map(({ message }) => message).join()).to.contain('ended by its timer "silence"');
    good(await node.host.switchRole(name, 'seller'));
    expect(outcome(good(await step(node, name, 2)))).to.equal('Passed');
    await node.stop();
  });

  it('catch up with a step whose answer a crash cut off, the last one too', async () => {
    const kv = memoryKv();
    const first = await aNode(kv);
    const name = await begun(first);
    await walked(first, name);
    await first.stop();
    const second = await aNode(kv);
    expect(passOf(second)).to.equal(undefined);
    const found = good(await second.host.read(name));
    expect(outcome(found)).to.equal('Passed');
    expect(found.rehearsal.steps.map(({ status }) => status)).to.deep.equal(['Done', 'Done']);
    expect(found.rehearsal.log.filter(({ kind }) => kind === 'Sealed')).to.have.length(2);
    expect(passOf(second)).to.deep.include({ by: 'ada' });
    // Looked at again it is told once.
    expect(good(await second.host.read(name)).rehearsal.log).to.deep.equal(found.rehearsal.log);
    expect(second.told).to.have.length(1);
    await second.stop();
  });

  it('keep the pass of steps whose answers were lost when they are discarded, and go though they cannot be read', async () => {
    const node = await aNode(memoryKv());
    const [name, other] = [await begun(node), await begun(node)];
    await walked(node, name);
    await node.host.discard(name);
    expect(passOf(node)).to.deep.include({ by: 'ada' });
    expect(node.store.find(name)).to.equal(undefined);
    const [wallet] = node.store.find(other)?.wallets ?? [];
    expect(issuesOf(await step(node, other, 0))).to.not.be.an('array');
    node.chain.byInstance = () => Promise.reject(new StoreError('STORE_DAMAGED', 'spoilt'));
    await node.host.discard(other);
    expect(() => node.keystore.encapsulationKey(wallet?.address ?? '')).to.throw('a wallet has an encrypted seed');
    await node.stop();
  });

  it('end as failed when the deadline of the branch passes', async () => {
    const node = await aNode(memoryKv());
    const [ask, answer] = ORDER.actions;
    const hurried = { ...ask, routes: [{ id: 'ask', nextActionIds: [1], branchDeadline: 'PT1H' }] };
    const name = await begun(node, { ...ORDER, actions: [hurried, answer] });
    expect(outcome(good(await step(node, name, 0)))).to.equal('InProgress');
    nowMs += 2 * HOUR_MS;
    const late = good(await node.host.read(name));
    expect([outcome(late), late.currentActions]).to.deep.equal(['Failed', []]);
    expect(late.rehearsal.log.at(-1)).to.include({ kind: 'Error', message: 'The deadline of a branch has passed.' });
    expect(passOf(node)).to.equal(undefined);
    await node.stop();
  });

  it('end as failed when their sandbox is deleted, and the next one gets another', async () => {
    const node = await aNode(memoryKv());
    const name = await begun(node);
    const sandbox = node.store.find(name)?.sandboxRegisterId as string;
    expect(await node.ledger.remove(sandbox)).to.equal(undefined);
    const refused = await step(node, name, 0);
    expect(isFailure(refused) && refused.issue.code).to.equal('REHEARSAL_STEP_REFUSED');
    const gone = good(await node.host.read(name));
    expect([outcome(gone), gone.data]).to.deep.equal(['Failed', undefined]);
    const next = await begun(node);
    expect(node.store.find(next)?.sandboxRegisterId).to.not.equal(sandbox);
    expect(outcome(good(await step(node, next, 0)))).to.equal('InProgress');
    await node.stop();
  });

  it('leave no key behind when they are discarded or swept', async () => {
    const node = await aNode(memoryKv());
    const [one, two] = [await begun(node), await begun(node)];
    const wallets = [one, two].flatMap((name) => node.store.find(name)?.wallets ?? []);
    expect(new Set(wallets.map(({ address }) => address)).size).to.equal(4);
    await node.host.discard(one);
    nowMs += 25 * HOUR_MS;
    await node.host.sweep(nowMs);
    for (const { address } of wallets)
      expect(() => node.keystore.encapsulationKey(address), address).to.throw('a wallet has an encrypted seed');
    expect(outcome(good(await node.host.read(two)))).to.equal('Abandoned');
    expect(node.told.filter((line) => line.startsWith('Abandoned'))).to.have.length(2);
    await node.stop();
  });

  it('that make room while somebody still looks at them leave nothing that is due', async () => {
    const node = await aNode(memoryKv());
    const names = [];
    for (let i = 0; i < REHEARSALS_PER_BLUEPRINT_MAX; i++) names.push(await begun(node));
    const [oldest] = names as [Name];
    good(await step(node, oldest, 0));
    good(await node.host.switchRole(oldest, 'seller'));
    expect(outcome(good(await step(node, oldest, 1)))).to.equal('Passed');
    // Its role is switched while the next one founds its publication.
    nowMs += 1000;
    const next = begun(node);
    for (let i = 0; i < 3; i++) await Promise.resolve();
    const looked = node.host.switchRole(oldest, 'buyer');
    const newest = await next;
    await looked;
    expect(node.store.find(oldest)).to.equal(undefined);
    expect(await node.store.due(nowMs + 100 * 24 * HOUR_MS, 100)).to.have.length(REHEARSALS_PER_BLUEPRINT_MAX);
    expect(node.store.find(newest)?.outcome).to.equal('InProgress');
    await node.stop();
  });

  it('are swept behind ones that cannot be read, and behind times at which nothing is due', async () => {
    const node = await aNode(memoryKv());
    const [lost, damaged, left] = [await begun(node), await begun(node), await begun(node)];
    const rowsOf = (name: Name) => node.store.change(undefined, node.store.find(name));
    const [, stray] = rowsOf(lost);
    const [row] = rowsOf(damaged);
    if (!stray || !row) throw new Error('no rows');
    await node.host.discard(lost);
    await node.commit([stray, { key: row.key, value: Uint8Array.of(1, 2, 3) }]);
    nowMs += 25 * HOUR_MS;
    let failure: unknown;
    await node.host.sweep(nowMs).catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.be.instanceOf(StoreError);
    const due = (await node.store.due(nowMs, 100)).map(({ rehearsalId }) => rehearsalId);
    expect(due).to.deep.equal([damaged.rehearsalId]);
    expect(outcome(good(await node.host.read(left)))).to.equal('Abandoned');
    await node.stop();
  });

  it('give no pass for what another wallet did under their id, by another definition or by theirs', async () => {
    const node = await aNode(memoryKv());
    const short = { ...ORDER, actions: [{ id: 0, sender: 'buyer', isStartingAction: true }] };
    for (const definition of [short, ORDER]) {
      const [name, other] = [await begun(node), await begun(node, definition)];
      const [mine, theirs] = [node.store.find(name), node.store.find(other)];
      const by = theirs && actingAs(theirs, 'buyer');
      if (!mine || !by) throw new Error('no rehearsal');
      // A client with a wallet of its own can sign and send this, knowing the ids.
      const { publicationTxId, sandboxRegisterId: registerId } = theirs;
      const ask = { registerId, publicationTxId, blueprintId: 'order', opens: mine.instanceId, actionId: '0', by };
      good(await node.workflow.submit({ ...ask, payload: {}, externalRecipientKeys: keysOf(theirs), waitMs: 5000 }));
      const found = good(await node.host.read(name));
      expect([outcome(found), found.currentActions]).to.deep.equal(['Failed', []]);
      expect(found.rehearsal.log.at(-1)?.message).to.match(/allet without one of its roles/);
      expect(good(await node.host.read(name))).to.deep.equal(found);
    }
    expect(passOf(node)).to.equal(undefined);
    await node.stop();
  });

  it('log no more of a refusal than a person reads', async () => {
    const node = await aNode(memoryKv());
    const schema = { type: 'object', additionalProperties: false, properties: { amount: { type: 'number' } } };
    const [ask, answer] = ORDER.actions;
    const name = await begun(node, { ...ORDER, actions: [{ ...ask, dataSchemas: [schema] }, answer] });
    expect(isFailure(await step(node, name, 0, { [`x${'y'.repeat(100_000)}`]: 1 }))).to.equal(true);
    const { log } = good(await node.host.read(name)).rehearsal;
    expect(log.at(-1)?.kind).to.equal('Error');
    expect(Math.max(...log.map(({ message }) => message.length))).to.be.at.most(REHEARSAL_LINE_MAX);
    await node.stop();
  });
});
