// A member of a mesh whose disk lost the body of a definition, and that has it in no cache: it judges nothing that
// follows the definition, gets the body back from the others, and goes on. It neither refuses what a quorum decided nor
// is it given up.
import { expect } from 'chai';
import { BENCH_BLUEPRINT } from '../../../../cli/harness/workload.js';
import type { Json } from '../../../../core/base/json.js';
import { DEFINITION_CACHE_MAX } from '../../../../core/base/limits/node/designs.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { hashBytes } from '../../../../storage/chain/chain-read.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import { decodePointer } from '../../../../storage/chain/rows.js';
import type { MemoryKv } from '../../../../storage/engine/memory.js';
import { heightKey, transactionKey } from '../../../../storage/keys/chain-keys.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { keyOf, type LedgerWorldOptions, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';

const NAMES = ['one', 'two', 'three'];
const PUBLICATION = STATE_KEY.publication('');

let asked = 0;

/**
 * Definitions that are asked for in another place push the others out of the cache that all nodes of this process
 * share.
 */
function emptyCache(): void {
  const other = { state: () => ({ blueprintId: 'x' }), transaction: () => ({ payload: {} as Definition }) };
  for (let i = 0; i <= 2 * DEFINITION_CACHE_MAX; i++)
    publishedDefinition(other as unknown as StateView, 'x', `${asked++}`);
}

/** A node that always looks for definitions on its disk. */
const UNCACHED: LedgerWorldOptions = {
  alter: (parts) => {
    const looking = (view: StateView): StateView => ({
      ...view,
      state: (key) => {
        if (key.startsWith(PUBLICATION)) emptyCache();
        return view.state(key);
      },
    });
    const views = {
      view: (reg: number) => looking(parts.chain.view(reg)),
      viewOfSealed: (reg: number) => looking(parts.chain.viewOfSealed(reg)),
    };
    return { ...parts, chain: Object.assign(Object.create(parts.chain), views) as ChainStore };
  },
};

/** Faults of the bytes of the definition. */
const LOSSES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | undefined>> = {
  'is gone': () => undefined,
  'is another one': (bytes) => Buffer.from(Buffer.from(bytes).toString().replace('"title"', '"titel"')),
  'is no JSON': (bytes) => bytes.subarray(0, bytes.length >> 1),
};

const PUBLISHED_AT = 1;

async function lose(kv: MemoryKv, loss: (bytes: Uint8Array) => Uint8Array | undefined): Promise<void> {
  const { hash } = decodePointer(kv.getSync(heightKey('pointer', 1, PUBLISHED_AT))!);
  const key = transactionKey({ reg: 1, height: PUBLISHED_AT, hash: hashBytes(hash) }, 0);
  await kv.write([{ key, value: loss(kv.getSync(key)!) }]);
}

/** A publication that follows nothing. */
function another(mesh: MeshWorld, n: number): Transaction {
  const createdAt = new Date(mesh.clock.now()).toISOString();
  const metadata = { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' };
  const header = {
    registerId: REGISTER_ID,
    blueprintId: BENCH_BLUEPRINT.id,
    actionId: 'blueprint-publish',
    createdAt,
    metadata,
  };
  return signedTransaction(keyOf('owner'), header, { ...BENCH_BLUEPRINT, title: `Blueprint ${n}` } as unknown as Json);
}

/**
 * Three members, the third of which was away and comes back without the definition; above it are dockets that need
 * none.
 */
async function aMesh() {
  const mesh = await MeshWorld.of(...NAMES);
  const pin = await mesh.found(NAMES);
  for (let i = 1; i <= 3; i++) {
    await mesh.submit('one', another(mesh, i));
    await mesh.clock.advance(500);
  }
  expect(mesh.height('one')).to.equal(PUBLISHED_AT + 3);
  const back = async (loss: (bytes: Uint8Array) => Uint8Array | undefined) => {
    await mesh.crash('three');
    const kv = mesh.node('three').kv.crash();
    await lose(kv, loss);
    await mesh.restart('three', { kv, ledger: UNCACHED });
    await mesh.clock.advance(2000);
  };
  const whole = async () => {
    const { ledger, logged } = mesh.node('three').world;
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('damage');
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    expect(ledger.figures()).to.include({ restarts: 0, halted: 0 });
    expect(logged.filter(({ level }) => level === 'error')).to.have.length.at.most(1);
    expect(await mesh.chain('three')).to.deep.equal(await mesh.chain('one'));
  };
  return { mesh, pin, back, whole };
}

describe('a member that lost a definition', () => {
  for (const [how, loss] of Object.entries(LOSSES))
    it(`does not judge a proposal without it, and votes once it has it back: it ${how}`, async () => {
      const { mesh, pin, back, whole } = await aMesh();
      await back(loss);
      const { ledger } = mesh.node('three').world;
      // It hears of the action by the proposal alone, whose vote is needed.
      Object.assign(ledger, { submit: async () => ({ status: 'refused', issues: [] }) });
      mesh.isolate('two');
      const height = mesh.height('one');
      await mesh.submit('one', mesh.action('one', pin, 1));
      await mesh.clock.advance(60_000);
      expect(mesh.height('one')).to.equal(height + 1);
      await whole();
      await mesh.stop();
    }).timeout(60_000);

  it('goes OFFLINE where no peer has a copy', async () => {
    const mesh = await MeshWorld.of('one');
    const pin = await mesh.found(['one']);
    for (let i = 1; i <= 3; i++) await mesh.submit('one', another(mesh, i));
    await mesh.crash('one');
    const kv = mesh.node('one').kv.crash();
    await lose(kv, LOSSES['is gone']!);
    const { ledger } = (await mesh.restart('one', { kv, ledger: UNCACHED })).world;
    const outcome = await mesh.submit('one', mesh.action('one', pin, 1));
    expect(outcome.status === 'refused' && outcome.issues[0]?.code).to.equal('NODE_UNAVAILABLE');
    await mesh.clock.advance(60_000);
    expect(ledger.register(REGISTER_ID)?.statusReason).to.match(/^damaged: Docket 1 /);
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE' });
    expect(ledger.figures()).to.include({ restarts: 0, halted: 0 });
    await mesh.stop();
  }).timeout(60_000);

  it('adopts what was decided without it once it has it back', async () => {
    const { mesh, pin, back, whole } = await aMesh();
    await mesh.crash('three');
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(5000);
    await back(LOSSES['is gone']!);
    await mesh.clock.advance(60_000);
    await whole();
    await mesh.stop();
  }).timeout(60_000);

  it('takes a submission that it cannot judge yet for one of later', async () => {
    const { mesh, pin, back, whole } = await aMesh();
    await back(LOSSES['is gone']!);
    const tx = mesh.action('three', pin, 1);
    const outcome = await mesh.submit('three', tx);
    if (outcome.status === 'refused') expect(outcome.issues[0]?.code).to.equal('NODE_UNAVAILABLE');
    await mesh.clock.advance(60_000);
    expect(await mesh.submit('three', tx))
      .to.have.property('status')
      .that.is.oneOf(['pending', 'sealed', 'already-sealed']);
    await mesh.clock.advance(5000);
    expect(mesh.node('three').world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'sealed');
    await whole();
    await mesh.stop();
  }).timeout(60_000);

  it('seals what it voted for once it has it back', async () => {
    const { mesh, pin, whole } = await aMesh();
    // Its vote is on its disk, and it never hears what became of it.
    const height = mesh.height('one');
    mesh.isolate('two');
    await mesh.submit('one', mesh.action('one', pin, 1));
    for (let i = 0; i < 400 && mesh.height('one') === height; i++) {
      await mesh.clock.advance(1);
      if (mesh.node('three').world.chain.loadRecord<{ commitVote: unknown }>(1)?.commitVote) break;
    }
    await mesh.crash('three');
    const kv = mesh.node('three').kv.crash();
    await lose(kv, LOSSES['is gone']!);
    mesh.rejoin('two');
    await mesh.clock.advance(5000);
    await mesh.restart('three', { kv, ledger: UNCACHED });
    await mesh.clock.advance(60_000);
    expect(mesh.height('one')).to.equal(height + 1);
    await whole();
    await mesh.stop();
  }).timeout(60_000);
});
