// Runs of language 2 are checked when they are sealed: the node of a reader finds what a patched sender stated or did
// not deliver. It tells it once, keeps it over a restart, and lists it to the owner of the wallet with the way to
// object. It forgets it when the run is void.
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../../actors/announcements.js';
import { AgreementCache } from '../../../../actors/workflow/checks/accepted.js';
import { OwnRuns } from '../../../../actors/workflow/checks/own-runs.js';
import { RunCheckDriver } from '../../../../actors/workflow/checks/run-checks.js';
import type { ApiDeps } from '../../../../api/deps/deps.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromBase64, toBase64Url } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import type { AmountBound } from '../../../../core/blueprint/state/run-row.js';
import { DEFAULT_PATH } from '../../../../core/crypto/derivation/hd.js';
import { encapsulationPair } from '../../../../core/crypto/encryption/ml-kem.js';
import { contentOf, encryptCells } from '../../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../../../core/envelope/cells/expecting.js';
import { type OpenedCells, openCells } from '../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../core/envelope/cells/opening.js';
import { groupsOf } from '../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import type { Submission, Transaction } from '../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { transactionOf } from '../../../../core/transaction/encode.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import { FAMILY_ROWS } from '../../../../storage/keys/keyspace.js';
import { type FoundRun, RunChecks } from '../../../../storage/tables/workflow/run-checks.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { QUIET } from '../../../support/node/ledger-world.js';
import { submission, wallet } from '../../../support/register/ledger.js';
import { ask, buyer, stranger } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const OFFICE = EXAMPLE.walletAddress;
const num = { type: 'integer' };
const liar = wallet('liar of the checks');
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));

interface Envelope {
  root: string;
  readonly wallets: readonly { readonly walletAddress: string }[];
}

/** The liar states a sum that the office can calculate; the office answers, and the buyer reads nothing. */
const DEFINITION = definitionOf(
  [
    {
      sender: 'y',
      ...asks({ n: num, m: num }, ['n', 'm']),
      calculations: { double: { '*': [read('in.n'), 2] } },
      ...shows({ z: ['*'], x: ['m'] }),
      ...to(2),
    },
    { sender: 'z', ...asks({ done: num }), calculations: { next: { '+': [read('act.1.double'), 1] } }, ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: liar.address },
      { id: 'z', walletAddress: OFFICE },
    ],
    disputes: { window: 'P2D' },
  },
);

describe('runs that are checked when they are sealed', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let told: string[];
  let serial = 0;
  beforeEach(async () => {
    await seedExampleWallet(world.deps, true);
    at = await draftRegister(world, DEFINITION);
    for (const [id, by] of Object.entries({ buyer, liar }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    told = [];
    (world.deps.announcements as AnnouncementHub).listen((fact) => {
      if (fact.type === 'action-suspect') told.push(`${fact.txId} to ${fact.wallets}`);
    });
  });

  /** The first action as a patched node seals it. */
  async function stated(data: JsonObject, alter: (payload: Envelope) => void = () => undefined): Promise<Submission> {
    const instanceId = `checked-${++serial}`;
    const definition = DEFINITION as unknown as Definition;
    const run = {
      registerId: at.registerId,
      instanceId,
      actionId: '1',
      publicationTxId: at.pin,
      senderWallet: liar.address,
    };
    const layout = layoutOf(definition, definition.actions[0] as Action);
    const keys = new Map([buyer, liar].map(({ address, publicKey }) => [address, publicKey]));
    keys.set(OFFICE, good(fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') as Uint8Array));
    const holders = new Map(
      Object.entries({ x: buyer.address, y: liar.address, z: OFFICE }).map(([role, address]) => [role, [address]]),
    );
    const groups = groupsOf(layout, holders).map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map((address) => {
        const publicKey = keys.get(address) as Uint8Array;
        return { walletAddress: address, algorithm: 'ED25519' as const, publicKey };
      }),
    }));
    const content = good(contentOf(layout, data, []));
    const made = good(encryptCells({ run, ...content, groups, files: [], entropy: sha256(`checked ${serial}`) }));
    const payload = JSON.parse(JSON.stringify(made)) as Envelope;
    alter(payload);
    const routing = { completedActionId: 1, next: [2], blueprintDefinitionTxId: at.pin };
    const draft = {
      ...{ ...run, blueprintId: BLUEPRINT, createdAt: new Date(world.deps.clock.now()).toISOString() },
      recipients: payload.wallets.map(({ walletAddress }) => walletAddress),
      metadata: { type: 'Action', contentEncoding: 'encrypted', routing } as JsonObject,
      payload: payload as unknown as Json,
    };
    const run1 = submission(draft, [liar]);
    expect(said(await at.submit(run1))).to.equal('200 sealed');
    return run1;
  }
  /** Of the result by what the liar himself opens; the buyer may show it, since it holds a role. */
  function objection(of: Submission): Submission {
    const definition = DEFINITION as unknown as Definition;
    const run: Transaction = good(transactionOf(of));
    const layout = layoutOf(definition, definition.actions[0] as Action);
    const expected = expectGroup(definition, run, { wallet: liar.address, taken: {}, row: undefined });
    const opener = { walletAddress: liar.address, keys: { ...liar, encapsulation: NO_KEY }, carrying: () => undefined };
    const opened = openCells(good(readEnvelope(run.payload)), opener, expected as NonNullable<typeof expected>);
    const shown = openingOf({ txId: run.txId, run: run.header, layout, opened: opened as OpenedCells }, [
      '/n',
      '/double',
    ]);
    const openings = [JSON.parse(JSON.stringify(good(shown))) as Json];
    const about = { type: 'objection', v: 1, ground: 'calculation', at: '/calculations/double', shown: openings };
    return at.move(1, buyer, { after: of, instanceId: of.instanceId as string, type: 'Objection', payload: about });
  }
  function driver(rows: RunChecks, ownRuns?: OwnRuns, { chain } = world.deps): RunCheckDriver {
    const { announcements, clock, keystore, wallets, ledger, commit } = world.deps;
    const ports = { announcements: announcements as AnnouncementHub, clock, keystore, wallets, ledger, commit };
    return new RunCheckDriver({
      ...ports,
      log: QUIET,
      rows,
      chain: chain as ChainStore,
      ownRuns,
      accepted: new AgreementCache(clock),
    });
  }
  /** Runs of which the office is told where its node executed those. */
  async function foundBy(own: readonly string[], chain = world.deps.chain) {
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    const rows = new RunChecks(world.kv);
    await rows.drop(reg, (ops) => world.deps.commit(ops));
    const ownRuns = new OwnRuns();
    for (const txId of own) ownRuns.add(txId);
    const one = driver(rows, ownRuns, { ...world.deps, chain });
    const runs = await one.suspectRuns({ registerId: at.registerId, reg }, OFFICE);
    await one.stop();
    return isFailure(runs) ? runs.issue.code : runs.map(({ txId }) => txId);
  }
  const list = (how: Parameters<typeof ask>[3] = {}) =>
    ask(world, 'listSuspectRuns', { params: { wallet: OFFICE, register: at.registerId } }, how);
  const items = async () => {
    const { json, text } = await list();
    expect(json.items, text).to.be.an('array');
    return json.items as JsonObject[];
  };

  it('are found where they are wrong, and told once with ground, place and time', async () => {
    const good = await stated({ n: 4, m: 1, double: 8 });
    const lie = await stated({ n: 4, m: 1, double: 9 });
    const [item, ...others] = await items();
    expect(others).to.deep.equal([]);
    expect(item).to.include({
      ...{ transactionHash: lie.transactionId, instanceId: lie.instanceId, actionId: '1', senderWallet: liar.address },
      ...{ verdict: 'violated', canObject: true },
    });
    expect(item?.faults).to.deep.equal([{ ground: 'calculation', at: '/calculations/double' }]);
    const days = (Date.parse(String(item?.objectUntil)) - Date.parse(String(item?.sealedAt))) / 86_400_000;
    expect(days).to.equal(2);
    expect(await items()).to.have.length(1);
    expect(told).to.deep.equal([`${lie.transactionId} to ${OFFICE}`]);
    expect(good.transactionId).to.not.equal(lie.transactionId);
    // An objection has to name exactly the fault that it tells.
    expect(said(await at.submit(objection(lie)))).to.equal('200 sealed');
    expect(await items()).to.deep.equal([]);
  });

  it('are found where they were not delivered, which is no ground that can be shown', async () => {
    const closed = await stated({ n: 4, m: 1, double: 8 }, (payload) => {
      payload.root = toBase64Url(sha256('another root'));
    });
    const [item] = await items();
    expect(item).to.include({ transactionHash: closed.transactionId, verdict: 'undelivered', canObject: false });
    expect(item?.faults).to.deep.equal([{ ground: 'undelivered', at: '' }]);
    expect(told).to.have.length(1);
  });

  it('are told once, also by a node that starts again and looks at them again', async () => {
    const lie = await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.have.length(1);
    const rows = new RunChecks(world.kv);
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    await world.deps.commit([rows.cursorOp(reg, { height: -1, hash: '' })]);
    const again = driver(rows);
    const place = { registerId: at.registerId, reg };
    const found = async () => {
      const runs = await again.suspectRuns(place, OFFICE);
      return isFailure(runs) ? runs.issue.code : runs.map(({ txId }) => txId);
    };
    expect(await found()).to.deep.equal([lie.transactionId]);
    // A lie of which it is told nothing yet is told by it.
    const later = await stated({ n: 1, m: 1, double: 3 });
    expect(await found()).to.have.members([lie.transactionId, later.transactionId]);
    await again.stop();
    expect(told).to.deep.equal([lie, later].map(({ transactionId }) => `${transactionId} to ${OFFICE}`));
    expect(rows.cursor(reg)?.height).to.be.above(0);
  });

  it('are found again where rows of what was found are damaged', async () => {
    const lie = await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.have.length(1);
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    const spoil = async (name: 'check-cursors' | 'found-runs'): Promise<void> => {
      const prefix = FAMILY_ROWS[name].prefix.charCodeAt(0);
      for await (const [key, value] of world.kv.range({ gte: Buffer.of(prefix), lt: Buffer.of(prefix + 1) })) {
        const spoilt = Buffer.from(value);
        spoilt[spoilt.length >> 1]! ^= 1;
        await world.kv.write([{ key, value: spoilt }]);
      }
    };
    const rows = new RunChecks(world.kv);
    await world.deps.commit([rows.cursorOp(reg, { height: -1, hash: '' })]);
    await spoil('check-cursors');
    const again = driver(rows);
    const found = async () => {
      const runs = await again.suspectRuns({ registerId: at.registerId, reg }, OFFICE);
      return isFailure(runs) ? runs.issue.code : runs.map(({ txId }) => txId);
    };
    expect(await found()).to.deep.equal([lie.transactionId]);
    await spoil('found-runs');
    // Never the others alone.
    expect(await found()).to.equal('NODE_UNAVAILABLE');
    expect(await found()).to.deep.equal([lie.transactionId]);
    await again.stop();
  });

  it('are asked for again while a docket of theirs is repaired', async () => {
    const lie = await stated({ n: 1, m: 1, double: 1 });
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    const rows = new RunChecks(world.kv);
    await rows.drop(reg, (ops) => world.deps.commit(ops));
    let isLost = true;
    const chain: ApiDeps['chain'] = Object.create(world.deps.chain);
    const sealed = async (of: number, height: number) =>
      isLost ? undefined : world.deps.chain.sealedDocket(of, height);
    const one = driver(rows, undefined, { ...world.deps, chain: Object.assign(chain, { sealedDocket: sealed }) });
    const found = async () => {
      const runs = await one.suspectRuns({ registerId: at.registerId, reg }, OFFICE);
      return isFailure(runs) ? runs.issue.code : runs.map(({ txId }) => txId);
    };
    expect(await found()).to.equal('NODE_UNAVAILABLE');
    isLost = false;
    expect(await found()).to.deep.equal([lie.transactionId]);
    await one.stop();
  });

  it('are those of the history that is sealed, where the register was taken back', async () => {
    const good = await stated({ n: 1, m: 1, double: 2 });
    const lie = await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.have.length(1);
    const rows = new RunChecks(world.kv);
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    const [[, row]] = (await rows.foundBy(OFFICE, reg, 1)) as [[string, FoundRun]];
    const other = { ...row, sealedMs: row.sealedMs - 86_400_000 };
    // Sealed there a day before, and the one that is right here was calculated with other data.
    const found = [good, lie].map(({ transactionId }) => rows.foundOp([OFFICE, reg, transactionId], other));
    for (const cursor of [rows.dropOp(reg), rows.cursorOp(reg, { height: 1, hash: '00'.repeat(32) })]) {
      await world.deps.commit([...found, cursor]);
      const again = driver(rows);
      const runs = await again.suspectRuns({ registerId: at.registerId, reg }, OFFICE);
      await again.stop();
      if (isFailure(runs)) throw new Error(runs.issue.message);
      expect(runs.map(({ txId, sealedMs }) => [txId, sealedMs])).to.deep.equal([[lie.transactionId, row.sealedMs]]);
    }
  });

  it('are checked late where their wallet was locked, also by a node that starts again', async () => {
    const lock = (status: 'Active' | 'Locked') =>
      world.deps.commit(world.deps.wallets.put({ ...(world.deps.wallets.find(OFFICE) as Wallet), status }));
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    const place = { registerId: at.registerId, reg };
    const rows = new RunChecks(world.kv);
    const found = async (by: RunCheckDriver) => {
      const runs = await by.suspectRuns(place, OFFICE);
      return isFailure(runs) ? runs.issue.code : runs.map(({ txId }) => txId);
    };
    const first = driver(rows);
    expect(await found(first)).to.deep.equal([]);
    await lock('Locked');
    const lie = await stated({ n: 1, m: 1, double: 1 });
    const other = await stated({ n: 2, m: 1, double: 5 });
    await stated({ n: 2, m: 1, double: 4 });
    expect(await found(first)).to.deep.equal([]);
    const [[locked, behind] = []] = await rows.missedWallets(reg);
    expect(locked).to.equal(OFFICE);
    // The first of them, however many there were.
    const sealedAt = (txId: string) => (world.deps.chain as ChainStore).location(reg, txId)?.height as number;
    expect(behind?.height).to.equal(sealedAt(lie.transactionId) - 1);
    await first.stop();
    const again = driver(rows);
    expect(await found(again)).to.deep.equal([]);
    expect(told).to.deep.equal([]);
    await lock('Active');
    expect(await found(again)).to.have.members([lie, other].map(({ transactionId }) => transactionId));
    expect(await rows.missedWallets(reg)).to.deep.equal([]);
    const after = await stated({ n: 3, m: 1, double: 1 });
    expect(await found(again)).to.include(after.transactionId);
    await again.stop();
    expect(new Set(told).size).to.equal(3);
  });

  it('are told to the owner of the wallet alone, and their rows go with the register', async () => {
    await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.have.length(1);
    expect(said(await list({ as: 'user' }))).to.equal('403 WALLET_ACCESS_DENIED /wallet');
    const other = { params: { wallet: stranger.address, register: at.registerId } };
    expect(said(await ask(world, 'listSuspectRuns', other))).to.contain('404 WALLET_NOT_FOUND');
    const rows = new RunChecks(world.kv);
    const { reg } = world.deps.ledger.register(at.registerId) as { reg: number };
    await rows.drop(reg, (ops) => world.deps.commit(ops));
    expect([await rows.foundBy(OFFICE, reg, 10), await rows.registers()]).to.deep.equal([[], []]);
  });

  it('are not looked at again by the node that executed and sealed them, and by no other name', async () => {
    const lie = await stated({ n: 4, m: 1, double: 9 });
    expect(await foundBy([])).to.deep.equal([lie.transactionId]);
    expect(await foundBy([lie.instanceId as string])).to.deep.equal([lie.transactionId]);
    expect(await foundBy([lie.transactionId])).to.deep.equal([]);
  });

  it('are looked at by that node too where a deputy sealed them: its rights are decided when they are sealed', async () => {
    const { transactionId } = await stated({ n: 4, m: 1, double: 8 });
    const foundWith = (max: readonly AmountBound[]) => {
      // As the row is where the delegation became smaller while the run was on its way.
      const state = (of: number, key: string) => {
        const row = world.deps.chain.view(of).state(key);
        return key === STATE_KEY.run(transactionId) ? { ...row, max } : row;
      };
      const chain: ApiDeps['chain'] = Object.create(world.deps.chain);
      const view = (of: number) =>
        Object.assign(Object.create(world.deps.chain.view(of)), { state: (key: string) => state(of, key) });
      return foundBy([transactionId], Object.assign(chain, { view }));
    };
    expect(await foundWith([{ upTo: '4', var: 'in.n' }])).to.deep.equal([]);
    expect(await foundWith([{ upTo: '3', var: 'in.n' }])).to.deep.equal([transactionId]);
  });

  it('are told of the wallet of an organisation to its administrator who may use its key, and to no other', async () => {
    const lie = await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.have.length(1);
    const { deps } = world;
    const kept = deps.wallets.find(OFFICE) as Wallet;
    const owned: Wallet = { ...kept, owner: { kind: 'organisation', id: EXAMPLE.organisationId } };
    await deps.commit(deps.wallets.put(owned));
    expect(said(await list())).to.equal('403 WALLET_ACCESS_DENIED /wallet');
    const grant = {
      ...{ id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a009', walletId: kept.id, subject: EXAMPLE.administratorPlatformId },
      ...{ grantedBy: EXAMPLE.administratorPlatformId, grantedAt: 1, allowedDerivationContexts: [DEFAULT_PATH] },
    };
    await deps.commit(deps.wallets.putGrant(owned, { ...grant, accessRight: 'ReadOnly' }));
    expect(said(await list())).to.equal('403 WALLET_ACCESS_DENIED /wallet');
    await deps.commit(deps.wallets.putGrant(owned, { ...grant, accessRight: 'ReadWrite' }));
    expect((await items()).map(({ transactionHash }) => transactionHash)).to.deep.equal([lie.transactionId]);
    expect(said(await list({ as: 'user' }))).to.equal('403 WALLET_ACCESS_DENIED /wallet');
  });

  it('are left alone while the wallet is locked', async () => {
    const found = world.deps.wallets.find(OFFICE) as Wallet;
    await world.deps.commit(world.deps.wallets.put({ ...found, status: 'Locked' }));
    await stated({ n: 1, m: 1, double: 1 });
    expect(await items()).to.deep.equal([]);
    expect(told).to.deep.equal([]);
  });
});
