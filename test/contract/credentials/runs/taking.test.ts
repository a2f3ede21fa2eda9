// Credentials of runs that a wallet takes by itself, because its owner said so: of issuers that are accepted and of no
// others, once, over restarts too. Nobody has it take anything who does not hold for the wallet.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { PeerOffers } from '../../../../api/credentials/runs/peer-offers.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { personalInboxRoutes } from '../../../../api/groups/people/personal-inbox/routes.js';
import { walletRoutes } from '../../../../api/groups/wallets/wallets/routes.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { ACCEPTED_ISSUERS_MAX, PENDING_MS, TAKING_OF_WALLET_MAX } from '../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../core/base/result.js';
import { ask, WAIT } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedHoldingWallet } from '../fixtures.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitDefinition, permitRegister, until } from './permits.js';
import { TakingWallet } from './taking-wallet.js';

const address = EXAMPLE.holdingWalletAddress;
const ISSUER = 'http://localhost:8080/credentials/northwind';
const OTHER = 'http://localhost:8080/credentials/other';
const NO_ISSUERS = { issuers: [] };

describe('credentials of runs that a wallet takes by itself', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  let wallet: TakingWallet;
  let registerId: string;
  beforeEach(() => {
    wallet = new TakingWallet(world);
  });
  afterEach(async () => {
    await driver?.stop();
    await wallet.stop();
  });

  const act = async (route: Parameters<typeof call>[1], parts: object = {}, as: Persona = 'citizen', headers = {}) =>
    call(world, route, { params: { address }, ...parts }, { token: await world.token(as), headers });
  const accept = (...issuers: readonly object[]) => act(routes.setAutoAccept, { body: { issuers } });
  const held = async () => (await act(routes.listHeldCredentials)).json.credentials;
  const told = async () =>
    (await act(personalInboxRoutes.listInboxEntries, { params: {}, query: { category: 'Credential' } })).json.items;
  const typesOf = async () => (await told()).map(({ type }: { readonly type: string }) => type);
  const rows = () => world.deps.credentials.taking.list(10);

  async function started(config: JsonObject = {}) {
    registerId = await permitRegister(world, permitDefinition(config));
    driver = world.issuing();
    await driver.start();
    await wallet.start();
  }
  /** A permit, and what the wallet did with it. */
  async function granted() {
    const before = (await typesOf()).filter((type: string) => type === 'credential-available').length;
    const credential = await issuedFor(world, await grantPermit(world, registerId));
    await until(async () => {
      return (await typesOf()).filter((type: string) => type === 'credential-available').length > before;
    });
    await wallet.settle();
    return credential;
  }
  async function published(participantId: string, walletAddress: string) {
    const body = {
      ...{ registerId, participantId, participantName: 'Town', organizationName: EXAMPLE.organisationName },
      ...{ addresses: [{ walletAddress }], signerWalletAddress: walletAddress },
    };
    const parts = { params: { organizationId: EXAMPLE.organisationId }, body };
    const answer = await ask(world, 'publishParticipant', parts, { headers: WAIT });
    expect([answer.status, answer.json.status], answer.text).to.deep.equal([202, 'sealed']);
  }

  it('are left to their person unless it says otherwise', async () => {
    await started();
    const none = await act(routes.getAutoAccept);
    expect([none.status, none.json]).to.deep.equal([200, NO_ISSUERS]);
    await granted();
    expect([await rows(), await held(), await typesOf()]).to.deep.equal([[], [], ['credential-available']]);
  });

  it('are taken of an issuer that is accepted, and the person is told', async () => {
    await started();
    const set = await accept({ issuer: ISSUER, types: [PERMIT_TYPE] });
    expect(set.status, set.text).to.equal(200);
    expect((await act(routes.getAutoAccept)).json).to.deep.equal(set.json);
    const received: string[] = [];
    world.deps.announcements.listen((fact) => {
      if (fact.type === 'credential-received') received.push(fact.credentialId);
    });
    const credential = await granted();
    const [kept, ...others] = await held();
    expect(others).to.deep.equal([]);
    expect(kept).to.include({ type: PERMIT_TYPE, issuer: ISSUER, status: 'Active', copies: 2, canPresent: true });
    expect([received, await rows()]).to.deep.equal([[kept.credentialId], []]);
    const [newest] = await told();
    expect(newest).to.include({ type: 'credential-received' });
    expect(newest.details).to.deep.equal({ walletAddress: address, credentialId: kept.credentialId });
    const { rows: lines } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    const taken = lines.find(({ eventType }) => eventType === 'CredentialTaken');
    expect(taken?.details).to.deep.equal({
      ...{ wallet: address, issuer: ISSUER, credentialType: PERMIT_TYPE, credentialId: credential.id },
    });
    expect(lines.some(({ eventType }) => eventType === 'AutoAcceptSet')).to.equal(true);
  });

  for (const [what, accepted, config] of [
    ['another issuer', { issuer: OTHER }, {}],
    ['another type', { issuer: ISSUER, types: ['urn:northwind:other:1'] }, {}],
    ['a host', { issuer: 'http://localhost:8080' }, {}],
    ['a credential with a transaction code', { issuer: ISSUER }, { txCode: 'inbox' }],
  ] as const)
    it(`are left to their person where the list has ${what}`, async () => {
      await started(config);
      expect((await accept(accepted)).status).to.equal(200);
      await granted();
      expect([wallet.outcomes, await rows(), await held(), await typesOf()]).to.deep.equal([
        ...[['done'], [], [], ['credential-available']],
      ]);
    });

  it('are taken of a participant of their register, and of no participant of another name or register', async () => {
    await started();
    await published('town', EXAMPLE.issuerWalletAddress);
    await accept({ registerId, participantId: 'village' }, { registerId: EXAMPLE.credentialId, participantId: 'town' });
    await granted();
    expect(await held()).to.deep.equal([]);
    await accept({ registerId, participantId: 'town' });
    await granted();
    expect(await held()).to.have.lengthOf(1);
  });

  it('are taken after a restart where the node ended before it asked', async () => {
    await started();
    await accept({ issuer: ISSUER });
    await wallet.stop();
    await granted();
    expect([(await rows()).length, await held()]).to.deep.equal([1, []]);
    await wallet.start();
    await wallet.settle();
    expect([await rows(), (await held()).length]).to.deep.equal([[], 1]);
  });

  it('are taken once where the node ended after the issuer had signed', async () => {
    await started();
    await accept({ issuer: ISSUER });
    const { notices } = world.deps;
    const ends = () => Promise.reject(new Error('the node ends here'));
    await wallet.start({ notices: { ...notices, commit: ends, tellCount: notices.tellCount.bind(notices) } });
    await granted();
    expect([wallet.outcomes, await held()]).to.deep.equal([['failed'], []]);
    await wallet.start();
    await wallet.settle();
    const [kept, ...others] = await held();
    // The plan has two copies: another key would get none.
    expect([kept?.copies, others, await rows()]).to.deep.equal([2, [], []]);
    expect((await typesOf()).filter((type: string) => type === 'credential-received')).to.have.lengthOf(1);
  });

  it('are tried again while the wallet is locked, and given up after thirty days', async () => {
    await started();
    await accept({ issuer: ISSUER });
    const { wallets, commit } = world.deps;
    const found = wallets.find(address);
    if (found === undefined) throw new Error('no wallet');
    const lock = (isLocked: boolean) => commit(wallets.put({ ...found, status: isLocked ? 'Locked' : 'Active' }));
    await wallet.stop();
    await granted();
    await lock(true);
    await wallet.start();
    await wallet.settle();
    expect([wallet.outcomes.at(-1), (await rows()).length]).to.deep.equal([{ restMs: 5000 }, 1]);
    await lock(false);
    await wallet.pass(5000);
    expect([await rows(), (await held()).length]).to.deep.equal([[], 1]);
    await wallet.stop();
    await granted();
    await lock(true);
    await wallet.start();
    await wallet.settle();
    await wallet.pass(PENDING_MS);
    expect([await rows(), (await held()).length, (await typesOf())[0]]).to.deep.equal([[], 1, 'credential-refused']);
  });

  it('are not taken any more once the list has no issuer', async () => {
    await started();
    await accept({ issuer: ISSUER });
    await wallet.stop();
    await granted();
    await accept();
    expect((await act(routes.getAutoAccept)).json).to.deep.equal(NO_ISSUERS);
    await wallet.start();
    await wallet.settle();
    expect([await rows(), await held()]).to.deep.equal([[], []]);
  });

  it('are left to their person where too many wait', async () => {
    await started();
    await accept({ issuer: ISSUER });
    await wallet.stop();
    const { deps } = world;
    const waiting = Array.from({ length: TAKING_OF_WALLET_MAX }, (_, i) => ({
      ...{ recipient: address, issuanceTxId: String(i).padStart(64, '0'), registerId },
      ...{ credentialId: EXAMPLE.credentialId, walletId: EXAMPLE.walletId, askedAtMs: deps.clock.now() },
    }));
    await deps.commit(waiting.map((row) => deps.credentials.taking.put(row)));
    await granted();
    expect(await deps.credentials.taking.list(TAKING_OF_WALLET_MAX + 1)).to.have.lengthOf(TAKING_OF_WALLET_MAX);
  });

  describe('of a wallet of another node', () => {
    /** The plan is elsewhere: this node asks. */
    function elsewhere(): { asked: number } {
      const count = { asked: 0 };
      const { runs } = world.deps.credentials;
      const own = new PeerOffers({ ...world.deps });
      const hidden = Object.assign(Object.create(runs), { find: () => undefined });
      const there = { ...world.deps, credentials: { ...world.deps.credentials, runs: hidden }, peerId: () => 'self' };
      there.walletAsks = {
        ask: async ({ registerId: place, wallet: issuer, text, isGood }) => {
          count.asked += 1;
          const by = world.deps.wallets.find(issuer);
          if (by === undefined) throw new Error('no wallet');
          const answer = await own.answer({
            registerId: place,
            reg: 0,
            wallet: by,
            address: issuer,
            peerId: 'self',
            text,
          });
          if (!isFailure(answer)) expect(isGood(answer)).to.equal(true);
          return answer;
        },
      };
      changed = there;
      return count;
    }
    let changed: object;

    it('are taken of an accepted participant, and nobody is asked for an address', async () => {
      await started();
      await published('town', EXAMPLE.issuerWalletAddress);
      const count = elsewhere();
      await wallet.start(changed);
      await accept({ issuer: ISSUER });
      await granted();
      expect([count.asked, await held()]).to.deep.equal([0, []]);
      await accept({ registerId, participantId: 'town', types: [PERMIT_TYPE] });
      await granted();
      expect([count.asked, (await held()).length]).to.deep.equal([1, 1]);
    });
  });

  it('are allowed by those who hold for the wallet alone, in a form that is known', async () => {
    await seedHoldingWallet(world);
    const body = { issuers: [{ issuer: ISSUER }] };
    for (const as of ['user', 'systemAdmin'] as const)
      for (const route of [routes.getAutoAccept, routes.setAutoAccept]) {
        const { status, json } = await act(route, route === routes.setAutoAccept ? { body } : {}, as);
        expect([status, json.code], as).to.deep.equal([404, 'WALLET_NOT_FOUND']);
      }
    const participant = { registerId: EXAMPLE.credentialId, participantId: 'town' };
    for (const [issuers, path] of [
      [[{}], '/issuers/0'],
      [[{ issuer: ISSUER, ...participant }], '/issuers/0'],
      [[{ registerId: EXAMPLE.credentialId }], '/issuers/0'],
      [[{ issuer: 'localhost' }], '/issuers/0/issuer'],
      [[{ issuer: 'ftp://localhost/x' }], '/issuers/0/issuer'],
      [[{ issuer: `${ISSUER}?x=1` }], '/issuers/0/issuer'],
      [[participant, participant], '/issuers/1'],
      [[{ issuer: ISSUER, types: [] }], '/issuers/0/types'],
      [Array.from({ length: ACCEPTED_ISSUERS_MAX + 1 }, (_, i) => ({ issuer: `${ISSUER}/${i}` })), '/issuers'],
    ] as const) {
      const { status, json } = await act(routes.setAutoAccept, { body: { issuers } });
      expect([status, json.code, json.errors?.[0]?.path ?? json.path], JSON.stringify(issuers)).to.deep.equal([
        ...[400, 'BODY_INVALID', path],
      ]);
    }
    const set = await act(routes.setAutoAccept, { body });
    const stale = await act(routes.setAutoAccept, { body: NO_ISSUERS }, 'citizen', { 'if-match': '"v-0"' });
    expect([set.status, stale.status, stale.json.code]).to.deep.equal([200, 412, 'RESOURCE_CHANGED']);
    await act(walletRoutes.deleteWallet);
    expect(world.deps.credentials.kept.head(address).autoAccept, 'they end with the wallet').to.equal(undefined);
  });
});
