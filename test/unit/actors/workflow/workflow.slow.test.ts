// The shipped construction permit, run by five wallets of one node through the engine, the envelope and a real ledger:
// where each path leads, what each party sees, and what is refused.
import { expect } from 'chai';
import type { Acting } from '../../../../actors/workflow/encryption/acting.js';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import type { ActionAsk } from '../../../../actors/workflow/moves/action/ask.js';
import { WorkflowHost } from '../../../../actors/workflow/workflow.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { constructionPermit } from '../../../../core/design/templates/construction-permit.js';
import { instantiate } from '../../../../core/design/templates/template.js';
import type { Envelope } from '../../../../core/envelope/cells/envelope.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { freshWords, makeWallet } from '../../../../storage/secrets/new-wallet.js';
import { InstanceOpenings } from '../../../../storage/tables/workflow/instances.js';
import { aRegister, ask } from '../../../contract/ledger/fixtures.js';
import { aWorld, type World } from '../../../contract/world/world.js';
import { good } from '../../../support/base/good.js';
import { placesOf } from '../../../support/base/results.js';
import { verified } from '../../../support/register/ledger.js';
import { TEMPLATE_PATHS } from '../../../vectors/template-paths.js';

const ROLES = ['contractor', 'engineer', 'planner', 'environment', 'control'];
const BLUEPRINT = 'construction-permit';

interface Town {
  readonly world: World;
  readonly workflow: WorkflowHost;
  readonly registerId: string;
  readonly definition: Definition;
  readonly parties: ReadonlyMap<string, Acting>;
  /** The runs that, as the host said, need no verification. */
  readonly own: ReadonlySet<string>;
  readonly trusted: readonly Transaction[];
}

async function aTown(parameters: JsonObject = {}): Promise<Town> {
  const world = await aWorld();
  const { deps } = world;
  const registerId = await aRegister(world);
  const parties = new Map<string, Acting>();
  for (const name of ROLES) {
    const words = freshWords(deps.random, 12);
    const owner = { kind: 'person', id: name } as const;
    const wallet = good(await makeWallet(deps, { words, algorithm: 'ED25519', hybrid: false, name, owner }));
    parties.set(name, { wallet, address: wallet.address });
  }
  const wallets = Object.fromEntries([...parties].map(([name, { address }]) => [name, address]));
  const definition = {
    ...(good(instantiate(constructionPermit, { ...parameters, wallets })) as Definition),
    id: BLUEPRINT,
  };
  const body = { blueprintId: BLUEPRINT, override: UNREHEARSED, blueprintJson: definition };
  const published = await ask(world, 'publishBlueprint', { params: { registerId }, body });
  expect(published.status, published.text).to.equal(200);
  const kv = memoryKv();
  const trusted: Transaction[] = [];
  const trust = (tx: Transaction) => void trusted.push(tx);
  const own = new Set<string>();
  const host = {
    ...deps,
    chain: deps.chain as ChainStore,
    openings: new InstanceOpenings(kv, kv),
    lostRight: () => undefined,
    trust,
    ownRuns: own,
  };
  const workflow = new WorkflowHost(host);
  return { world, workflow, registerId, definition, parties, trusted, own };
}

function partyOf({ definition, parties }: Town, actionId: number): Acting {
  const action = definition.actions.find(({ id }) => id === actionId);
  return parties.get(action?.sender ?? '') as Acting;
}

function step(town: Town, actionId: number, payload: JsonObject, more: Partial<ActionAsk> = {}) {
  const { registerId, workflow } = town;
  const by = partyOf(town, actionId);
  return workflow.submit({
    registerId,
    blueprintId: BLUEPRINT,
    actionId: String(actionId),
    by,
    payload,
    waitMs: 5000,
    ...more,
  });
}

async function view({ workflow, registerId }: Town, instanceId: string): Promise<InstanceView> {
  return good(await workflow.instance(registerId, instanceId));
}

describe('WorkflowHost', function () {
  this.timeout(60_000);
  let town: Town;
  afterEach(() => town.world.close());

  for (const path of TEMPLATE_PATHS.filter(({ template }) => template === BLUEPRINT))
    it(`runs the construction permit: ${path.name}`, async () => {
      town = await aTown(path.parameters);
      const { workflow, registerId, parties } = town;
      let instanceId: string | undefined;
      for (const { action, payload, gives = {}, rejected } of path.steps) {
        if (rejected) {
          const reject = { registerId, instanceId: instanceId as string, actionId: String(action), waitMs: 5000 };
          const back = good(
            await workflow.move('Rejection', { ...reject, by: partyOf(town, action), reason: 'Too large.' }),
          );
          expect(back.target?.actionId).to.equal(1);
          continue;
        }
        const done = good(await step(town, action, payload, { instanceId }));
        expect(done.status).to.equal('sealed');
        expect(done.calculations).to.include(gives);
        instanceId = done.instanceId;
      }
      const end = await view(town, instanceId as string);
      expect(end.currentActionIds).to.deep.equal(path.open);
      expect(end.state).to.equal(path.open.length === 0 ? 'Completed' : 'Active');
      expect(end.transactionCount).to.equal(path.steps.length);
      expect(end.completedActionCount).to.equal(path.steps.filter(({ rejected }) => !rejected).length);
      for (const [role, hidden] of Object.entries(path.hidden)) {
        const seen = good(await workflow.visible(registerId, instanceId as string, parties.get(role) as Acting));
        const names = Object.keys(seen.fields);
        expect(
          names.filter((name) => hidden.includes(name)),
          role,
        ).to.deep.equal([]);
        expect(names.length, role).to.be.greaterThan(0);
      }
    });

  it('tells of each transaction that it signed, and each of them verifies', async () => {
    town = await aTown();
    const [first] = TEMPLATE_PATHS[0]?.steps ?? [];
    for (let i = 0; i < 2; i++) {
      const { transactionId } = good(await step(town, 1, first?.payload ?? {}));
      expect(town.trusted.map(({ txId }) => txId).at(-1)).to.equal(transactionId);
    }
    expect(town.trusted).to.have.length(2);
    for (const tx of town.trusted) expect(verified(tx)).to.equal(true);
  });

  it('tells of the runs that it executed and sealed, and not of a move that ends the instance', async () => {
    town = await aTown();
    const { workflow, registerId } = town;
    const [first] = TEMPLATE_PATHS[0]?.steps ?? [];
    const { transactionId, instanceId } = good(await step(town, 1, first?.payload ?? {}));
    expect([...town.own]).to.deep.equal([transactionId]);
    good(
      await workflow.move('Cancellation', {
        registerId,
        instanceId,
        by: partyOf(town, 1),
        reason: 'Another day.',
        waitMs: 5000,
      }),
    );
    expect([...town.own]).to.deep.equal([transactionId]);
    expect(town.trusted).to.have.length(2);
  });

  it('shows an instance the same to a host that has just begun, and no field to a user without a key', async () => {
    town = await aTown();
    const [first] = TEMPLATE_PATHS[0]?.steps ?? [];
    const { instanceId, transactionId } = good(await step(town, 1, first?.payload ?? {}));
    const kv = memoryKv();
    const fresh = new WorkflowHost({
      ...town.world.deps,
      chain: town.world.deps.chain as ChainStore,
      openings: new InstanceOpenings(kv, kv),
      lostRight: () => undefined,
    });
    const seen = good(await fresh.instance(town.registerId, instanceId));
    expect(seen).to.deep.equal(await view(town, instanceId));
    expect(seen).to.include({ pinState: 'pinned', blueprintVersion: 1, firstTransactionId: transactionId });
    expect(seen.activeBranches.map(({ currentActionId, state }) => [currentActionId, state])).to.deep.equal([
      [2, 'Active'],
    ]);
    const { chain, ledger } = town.world.deps;
    const sealed = chain.transaction(ledger.register(town.registerId)?.reg ?? 0, transactionId);
    const text = Buffer.from(sealed?.transaction.bytes ?? []).toString('utf8');
    expect(text).to.contain(instanceId).and.not.contain('Riverside').and.not.contain('bankReference');
  });

  it('refers to carriers that the register sealed before, which a host that has just begun opens too', async () => {
    town = await aTown();
    const { chain, ledger } = town.world.deps;
    const [first] = TEMPLATE_PATHS[0]?.steps ?? [];
    const walletsIn = async (txId: string) => {
      const sealed = chain.transaction(ledger.register(town.registerId)?.reg ?? 0, txId);
      const envelope = sealed?.transaction.payload as unknown as Envelope | undefined;
      return envelope?.wallets.map((wallet) => ('carrierIn' in wallet ? wallet.carrierIn : 'carrier'));
    };
    const one = good(await step(town, 1, first?.payload ?? {}));
    const two = good(await step(town, 1, first?.payload ?? {}));
    const carriers = await walletsIn(one.transactionId);
    expect(new Set(carriers)).to.deep.equal(new Set(['carrier']));
    expect(await walletsIn(two.transactionId)).to.deep.equal(carriers?.map(() => one.transactionId));
    const kv = memoryKv();
    const fresh = new WorkflowHost({
      ...town.world.deps,
      chain: town.world.deps.chain as ChainStore,
      openings: new InstanceOpenings(kv, kv),
      lostRight: () => undefined,
    });
    const engineer = town.parties.get('engineer') as Acting;
    const [before, after] = [one, two].map(({ instanceId }) => fresh.visible(town.registerId, instanceId, engineer));
    expect(good(await after!).fields)
      .to.deep.equal(good(await before!).fields)
      .and.not.to.deep.equal({});
    // It has agreed on nothing yet.
    const three = good(await step({ ...town, workflow: fresh }, 1, first?.payload ?? {}));
    expect(await walletsIn(three.transactionId)).to.deep.equal(carriers);
  });

  it('expects a submission only while it is made, however that ends', async () => {
    town = await aTown();
    let expected = 0;
    const expects = () => {
      expected++;
      return () => void expected--;
    };
    const { deps } = town.world;
    const ledger = new Proxy(deps.ledger, { get: (of, name) => (name === 'expect' ? expects : Reflect.get(of, name)) });
    const failing = (seal: () => Promise<never>) => {
      const kv = memoryKv();
      const encrypter = { encrypt: seal, onCarried: () => undefined };
      return new WorkflowHost({
        ...deps,
        chain: deps.chain as ChainStore,
        ledger,
        encrypter,
        openings: new InstanceOpenings(kv, kv),
        lostRight: () => undefined,
      });
    };
    const first = TEMPLATE_PATHS[0]?.steps[0]?.payload ?? {};
    const broken = [
      () => Promise.reject(new Error('it broke')),
      () => {
        throw new Error('it broke');
      },
    ];
    for (const seal of broken) {
      const error = await step({ ...town, workflow: failing(seal) }, 1, first).catch((thrown: unknown) => thrown);
      expect(error).to.have.property('message', 'it broke');
      expect(expected).to.equal(0);
    }
  });

  it('refuses what the definition does not allow, at its place, and stores nothing', async () => {
    town = await aTown();
    const application = (TEMPLATE_PATHS[0]?.steps[0]?.payload ?? {}) as JsonObject;
    const engineer = town.parties.get('engineer') as Acting;
    expect(placesOf(await step(town, 1, { ...application, storeys: -1 }))).to.deep.equal([
      'VAL_SCHEMA_004 /payload/storeys',
    ]);
    expect(placesOf(await step(town, 1, application, { by: engineer }))).to.deep.equal(['VAL_BP_002 /senderWallet']);
    expect(placesOf(await step(town, 2, {}))).to.deep.equal(['VAL_BP_001 /actionId']);
    expect(placesOf(await step(town, 9, {}, { by: engineer }))).to.deep.equal(['VAL_SCHEMA_003 /actionId']);
    const pin = { publicationTxId: 'ab'.repeat(32) };
    expect(placesOf(await step(town, 1, application, pin))).to.deep.equal(['VAL_BP_VERSION_001 /publicationTxId']);
    const unknown = { instanceId: '00000000-0000-4000-8000-000000000000' };
    expect(placesOf(await step(town, 1, application, unknown))).to.deep.equal(['INSTANCE_NOT_FOUND /instanceId']);
    const { instanceId, transactionId } = good(await step(town, 1, application));
    const at = { instanceId };
    const early = await step(town, 3, {}, at);
    expect(placesOf(early)).to.deep.equal(['VAL_BP_003 /actionId']);
    expect(JSON.stringify(early)).to.contain('Open branches lead to: 2.');
    expect(placesOf(await step(town, 2, {}, { ...at, ...pin }))).to.deep.equal([
      'INSTANCE_PIN_MISMATCH /publicationTxId',
    ]);
    const stale = { ...at, previousTransactionId: 'cd'.repeat(32) };
    expect(placesOf(await step(town, 2, {}, stale))).to.deep.equal(['VAL_CHAIN_FORK /previousTransactionId']);
    const reject = { registerId: town.registerId, instanceId, actionId: '2', by: engineer, reason: 'No.', waitMs: 0 };
    expect(placesOf(await town.workflow.move('Rejection', reject))).to.deep.equal(['VAL_BP_014 /actionId']);
    expect((await view(town, instanceId)).lastTransactionId).to.equal(transactionId);
  });

  it('answers a repeated submission with what came of the first, also when both come at once', async () => {
    town = await aTown();
    const steps = TEMPLATE_PATHS[0]?.steps ?? [];
    const { instanceId } = good(await step(town, 1, steps[0]?.payload ?? {}));
    const again = () => step(town, 2, steps[1]?.payload ?? {}, { instanceId });
    const [one, two] = (await Promise.all([again(), again()])).map((result) => good(result));
    expect(two).to.deep.equal({ ...one, repeated: true });
    expect((await view(town, instanceId)).transactionCount).to.equal(2);
    const other = await step(town, 2, { structuralNotes: 'unsound' }, { instanceId });
    expect(placesOf(other)).to.deep.equal(['VAL_BP_003 /actionId']);
  });

  it('does again what a rejection undid, in its turn, and answers a repeat out of turn as what is not current', async () => {
    town = await aTown();
    const path = TEMPLATE_PATHS.find(
      ({ template, steps }) => template === BLUEPRINT && steps.some(({ rejected }) => rejected),
    );
    const steps = path?.steps ?? [];
    const at = steps.findIndex(({ rejected }) => rejected);
    let instanceId: string | undefined;
    for (const { action, payload } of steps.slice(0, at))
      instanceId = good(await step(town, action, payload, { instanceId })).instanceId;
    const [first, second] = steps as readonly { readonly action: number; readonly payload: JsonObject }[];
    const by = partyOf(town, steps[at]?.action as number);
    const reject = {
      registerId: town.registerId,
      instanceId: instanceId as string,
      reason: 'Too large.',
      waitMs: 5000,
    };
    good(await town.workflow.move('Rejection', { ...reject, actionId: String(steps[at]?.action), by }));
    const again = (of = second) => step(town, of?.action as number, of?.payload ?? {}, { instanceId });
    expect(placesOf(await again())).to.deep.equal(['VAL_BP_003 /actionId']);
    const done = [good(await again(first)), good(await again())];
    expect(done.map(({ status, repeated }) => [status, repeated])).to.deep.equal([
      ['sealed', undefined],
      ['sealed', undefined],
    ]);
    expect(good(await again())).to.include({ repeated: true, transactionId: done[1]?.transactionId });
    expect((await view(town, instanceId as string)).transactionCount).to.equal(at + 3);
  });

  it('is cancelled by the wallet that opened it, and by no other', async () => {
    town = await aTown();
    const { workflow, registerId } = town;
    const { instanceId } = good(await step(town, 1, TEMPLATE_PATHS[0]?.steps[0]?.payload ?? {}));
    const cancel = { registerId, instanceId, waitMs: 5000 };
    const engineer = town.parties.get('engineer') as Acting;
    expect(placesOf(await workflow.move('Cancellation', { ...cancel, by: engineer }))).to.deep.equal([
      'VAL_BP_002 /senderWallet',
    ]);
    const ended = good(await workflow.move('Cancellation', { ...cancel, by: partyOf(town, 1), reason: 'No money.' }));
    expect(ended.isComplete).to.equal(true);
    expect(await view(town, instanceId)).to.include({ state: 'Cancelled' });
    expect(placesOf(await step(town, 2, {}, { instanceId }))).to.deep.equal(['VAL_BP_011 /instanceId']);
  });
});
