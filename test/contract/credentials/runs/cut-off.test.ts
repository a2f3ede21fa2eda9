// The process ends between each two steps of an issuance, and of what follows it: behind each commit of the node and
// each transaction that it sends. The next start goes on with what was owed: it is issued once, and told of once.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import type { IssuedCredential } from '../../../../core/credentials/issuing/issued.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { aKey, Phone } from '../phone.js';
import { grantPermit, issuedFor, issuedOf, PERMIT_TYPE, type Permit, permitRegister, until } from './permits.js';

/** What a process does before it ends. Nothing comes of what it begins behind that. */
class Process {
  readonly done: string[] = [];
  isOver = false;
  readonly end: Promise<undefined>;
  private readonly finish: () => void;

  constructor(private readonly steps: number) {
    let finish = () => {};
    this.end = new Promise((resolve) => {
      finish = () => resolve(undefined);
    });
    this.finish = finish;
  }

  /** The same function, until the process ends. */
  step<A extends readonly unknown[], R>(name: string, run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return (...args) => {
      this.isOver ||= this.done.length >= this.steps;
      if (this.isOver) {
        this.finish();
        return new Promise(() => undefined);
      }
      this.done.push(name);
      return run(...args);
    };
  }
}

/** More steps than anything here has. */
const STEPS_MAX = 20;

describe('a node that ends while it issues', () => {
  const world = worldOfAll();
  let registerId: string;
  let driver: CredentialDriver | undefined;
  before(async () => {
    registerId = await permitRegister(world);
  });
  afterEach(() => driver?.stop());

  /** The driver of a process that ends; nobody stops it. */
  const driverOf = (process: Process): CredentialDriver =>
    world.issuing(({ commit, commitWith, workflow }) => ({
      commit: process.step('commit', commit),
      commitWith: process.step('found', commitWith),
      workflow: {
        visible: (...asked) => workflow.visible(...asked),
        move: process.step('sent', (...asked: Parameters<typeof workflow.move>) => workflow.move(...asked)),
      } as typeof workflow,
    }));
  /** Does it with a process that ends behind no step, behind one, and so on, until one does not end meanwhile. */
  async function endingEach(work: (process: Process) => Promise<void>): Promise<readonly string[]> {
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const process = new Process(steps);
      await work(process);
      await driver?.stop();
      driver = undefined;
      if (!process.isOver) return process.done;
    }
    throw new Error('it does not end');
  }
  async function restart(): Promise<void> {
    driver = world.issuing();
    await driver.start();
  }
  async function movesOf({ instanceId }: Permit) {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const { items } = await world.deps.chain.byInstance(reg, instanceId, { skip: 0, top: 50 });
    return items.map(({ transaction }) => moveTypeOf(transaction.header)).filter((type) => type !== 'Action');
  }
  const toldOf = async ({ id }: IssuedCredential) => {
    const { json } = await ask(world, 'listInboxEntries', { query: { category: 'Credential', pageSize: 100 } });
    return json.items.filter(({ details }: { details: { credentialId: string } }) => details.credentialId === id)
      .length;
  };
  const runs = () => world.deps.credentials.runs;
  async function isSettled(): Promise<boolean> {
    const owed = await Promise.all([runs().listOwed(1), runs().listOwedStatuses(1)]);
    return owed.every(({ length }) => length === 0);
  }
  const rowOf = ({ organisationId, id }: IssuedCredential) => world.deps.credentials.issued.find(organisationId, id);
  /** In the list, of the copies that were given. */
  async function statusesOf(issued: IssuedCredential): Promise<readonly number[]> {
    const list = await world.deps.credentials.lists.loadNamed(issued.listId);
    const { bytes } = list.bits();
    const places = rowOf(issued)?.copies.map(({ place }) => place) ?? [];
    return places.map((place) => ((bytes[place >> 2] as number) >> (2 * (place & 3))) & 3);
  }

  it('goes on with the issuance: none is lost, none is issued twice, and its person is told once', async () => {
    const steps = await endingEach(async (process) => {
      await driverOf(process).start();
      const permit = await grantPermit(world, registerId);
      const isIssued = async () =>
        (await issuedOf(world)).some(({ run }) => run?.transactionId === permit.run && run.issuanceTxId !== undefined);
      await until(async () => process.isOver || ((await isIssued()) && isSettled()));
      await restart();
      const issued = await issuedFor(world, permit);
      await until(isSettled);
      const said = `behind ${process.done.join(', ') || 'nothing'}`;
      expect(await movesOf(permit), said).to.deep.equal(['Issuance']);
      const all = (await issuedOf(world)).filter(({ run }) => run?.transactionId === permit.run);
      expect(all, said).to.have.length(1);
      await until(async () => (await toldOf(issued)) > 0);
      expect(await toldOf(issued), said).to.equal(1);
      await take(issued.id, aKey());
      expect(await statusesOf(issued), said).to.deep.equal([0]);
    });
    expect(steps).to.include.members(['found', 'commit', 'sent']);
    expect(steps.length).to.be.at.least(5);
  });

  it('goes on with a revocation that the ledger has: the list says it of each copy, and the ledger once', async () => {
    const steps = await endingEach(async (process) => {
      await restart();
      const permit = await grantPermit(world, registerId);
      const issued = await issuedFor(world, permit);
      await take(issued.id, aKey());
      await until(isSettled);
      await driver?.stop();
      await driverOf(process).start();
      const asked = await ask(world, 'revokeCredential', { params: { credentialId: issued.id }, body: {} });
      expect(asked.status, asked.text).to.be.oneOf([200, 202]);
      const isRevoked = async () => rowOf(issued)?.state === 'Revoked' && (await isSettled());
      await until(async () => process.isOver || isRevoked());
      await restart();
      await until(isRevoked);
      const said = `behind ${process.done.join(', ') || 'nothing'}`;
      expect(await statusesOf(issued), said).to.deep.equal([1]);
      expect(await movesOf(permit), said).to.have.members(['Issuance', 'CredentialStatus']);
    });
    expect(steps.length).to.be.at.least(3);
  });

  it('goes on with what a wallet asks: a key that comes again has the one copy that it was given', async () => {
    const deps = world.deps as { commit: typeof world.deps.commit };
    const whole = deps.commit;
    const steps = await endingEach(async (process) => {
      await restart();
      const permit = await grantPermit(world, registerId);
      const issued = await issuedFor(world, permit);
      await until(isSettled);
      const key = aKey();
      deps.commit = process.step('commit', whole);
      // Undefined where the process ends before it answers.
      const first = await Promise.race([take(issued.id, key), process.end]);
      // The next start: the person opens the offer again, and the wallet asks anew with the key that it has.
      deps.commit = whole;
      const again = await take(issued.id, key);
      const said = `behind ${process.done.length} commits`;
      if (first !== undefined) expect(again, said).to.equal(first);
      expect(await statusesOf(issued), said).to.deep.equal([0]);
      expect(await movesOf(permit), said).to.deep.equal(['Issuance']);
    });
    expect(steps.length).to.be.at.least(3);
  });

  /** What was signed in the copy for the key, of an offer that the person opens. */
  async function take(credentialId: string, key: ReturnType<typeof aKey>): Promise<string> {
    const token = await world.token('citizen');
    const opened = await call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token },
    );
    const phone = new Phone(world);
    const access = String((await phone.token(opened.json.preAuthorizedCode)).json.access_token);
    const { proof } = await phone.nonces();
    const body = { credential_configuration_id: PERMIT_TYPE, proofs: { jwt: [phone.proof(proof, { key })] } };
    const given = await phone.credential(access, body);
    const [{ credential = '' } = {}] = (given.json.credentials ?? []) as readonly { readonly credential?: string }[];
    const named = { notification_id: given.json.notification_id, event: 'credential_accepted' };
    await phone.post('/notification', named, { authorization: `Bearer ${access}` });
    // Each signature of ES256 is another one.
    return credential.replace(/\.[^.~]*~/, '~');
  }
});
