// A credential that its issuer has later: the node waits for it over restarts, asks no sooner than the issuer said, and
// tells its person what came of it.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { personalInboxRoutes } from '../../../../api/groups/people/personal-inbox/routes.js';
import { walletRoutes } from '../../../../api/groups/wallets/wallets/routes.js';
import { PENDING_MS, PENDING_OF_WALLET_MAX } from '../../../../core/base/limits/node/wallets.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedHoldingWallet } from '../fixtures.js';
import { aKey } from '../phone.js';
import { ISSUER, OFFER, OtherIssuer, VCT } from './other-issuer.js';
import { WaitingWallet } from './waiting-wallet.js';

const address = EXAMPLE.holdingWalletAddress;
const SECOND = 1000;
const INTERVAL = 20 * SECOND;

describe('credentials that issuers have later', () => {
  const world = worldOfEach();
  let issuer: OtherIssuer;
  let wallet: WaitingWallet;
  let counts: number[];

  beforeEach(async () => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    issuer.defers = true;
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    await seedHoldingWallet(world);
    counts = [];
    world.deps.announcements.listen((fact) => {
      if (fact.type === 'pending-credential-count') counts.push(fact.count);
    });
    wallet = new WaitingWallet(world);
    await wallet.start();
  });
  afterEach(() => wallet.stop());

  const ask = async (route: AnyRoute, parts: object = {}, as: Persona = 'citizen') =>
    call(
      world,
      route,
      { ...parts, params: { address, ...(parts as { readonly params?: object }).params } },
      { token: await world.token(as) },
    );
  const receive = () => ask(routes.receiveCredentials, { body: { offer: OFFER, consent: true } });
  const pendings = async () => (await ask(routes.listPendingCredentials)).json.pending;
  const held = async () => (await ask(routes.listHeldCredentials)).json.credentials;
  const polls = () => issuer.asked.filter((path) => path === 'POST /tenant/deferred').length;
  const told = async () =>
    (await ask(personalInboxRoutes.listInboxEntries, { query: { category: 'Credential' } })).json.items.map(
      ({ type }: { readonly type: string }) => type,
    );

  it('are taken when they come, no sooner asked for than the issuer said', async () => {
    issuer.later = { status: 202, json: { transaction_id: 'transaction-1', interval: 60 } };
    const answer = await receive();
    expect([answer.status, answer.json.credentials], answer.text).to.deep.equal([202, []]);
    const [row] = await pendings();
    expect(answer.json.pending).to.deep.equal([row]);
    expect(row).to.include({ walletAddress: address, type: VCT, issuer: ISSUER, status: 'Pending' });
    await wallet.pass(INTERVAL - 1);
    expect(polls()).to.equal(0);
    await wallet.pass(1);
    expect(polls()).to.equal(1);
    // From now on the issuer says a minute.
    await wallet.pass(60 * SECOND - 1);
    expect([polls(), await held()]).to.deep.equal([1, []]);
    issuer.later = undefined;
    await wallet.pass(1);
    expect(polls()).to.equal(2);
    const [credential] = await held();
    expect(credential).to.include({ type: VCT, status: 'Active', copies: 2, canPresent: true });
    expect([await pendings(), issuer.events, counts, await told()]).to.deep.equal([
      ...[[], ['credential_accepted'], [1, 0], ['credential-received']],
    ]);
    await wallet.pass(PENDING_MS);
    expect([polls(), wallet.waiting]).to.deep.equal([2, 0]);
  });

  it('are waited for over a restart with the key of the session, and stand encrypted on the disk', async () => {
    issuer.dpop = 'nonce';
    issuer.token = { token_type: 'DPoP' };
    issuer.later = { status: 202, json: { transaction_id: 'transaction-1', interval: 20 } };
    expect((await receive()).status).to.equal(202);
    const [row] = world.deps.credentials.pending.of(address);
    expect(JSON.stringify(row)).to.not.match(/the-token|transaction-1/);
    await wallet.pass(INTERVAL);
    // The nonce of DPoP is asked for once a request.
    expect(polls()).to.equal(1);
    await wallet.start();
    expect(polls(), 'a start asks nothing by itself').to.equal(1);
    issuer.later = undefined;
    await wallet.pass(INTERVAL);
    expect(await held()).to.have.length(1);
  });

  it('are shown as refused where the issuer says no, and forgotten by a word of their owner', async () => {
    issuer.later = { status: 400, json: { error: 'credential_request_denied' } };
    await receive();
    await wallet.pass(INTERVAL);
    const [row] = await pendings();
    expect(row).to.include({ status: 'Refused', reason: 'The issuer answered credential_request_denied.' });
    expect([await held(), counts, await told()]).to.deep.equal([[], [1, 0], ['credential-refused']]);
    await wallet.pass(PENDING_MS);
    expect(polls()).to.equal(1);
    const params = { pendingId: row.pendingId };
    const foreign = await ask(routes.deletePendingCredential, { params }, 'user');
    expect([foreign.status, foreign.json.code]).to.deep.equal([404, 'WALLET_NOT_FOUND']);
    expect((await ask(routes.listPendingCredentials, {}, 'user')).status).to.equal(404);
    expect((await ask(routes.deletePendingCredential, { params })).status).to.equal(204);
    const again = await ask(routes.deletePendingCredential, { params });
    expect([again.status, again.json.code]).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
    const malformed = await ask(routes.deletePendingCredential, { params: { pendingId: 'x' } });
    expect([malformed.status, malformed.json.code]).to.deep.equal([400, 'PATH_INVALID']);
    expect(await pendings()).to.deep.equal([]);
  });

  it('are asked for again where the issuer is away, and less often the longer they wait', async () => {
    issuer.later = { status: 503, text: 'later' };
    await receive();
    await wallet.pass(INTERVAL);
    world.remoteHosts.delete('https://issuer.example');
    await wallet.pass(INTERVAL);
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    issuer.later = { status: 400, json: { error: 'issuance_pending' } };
    await wallet.pass(INTERVAL);
    expect([polls(), (await pendings())[0].status]).to.deep.equal([2, 'Pending']);
    await wallet.pass(24 * 3_600_000);
    const before = polls();
    // After a day the wallet rests three hours.
    await wallet.pass(2 * 3_600_000);
    expect(polls() - before).to.be.lessThan(2);
  });

  it('get another token where theirs is over and the server gave the means, else they are refused', async () => {
    issuer.token = { token_type: 'Bearer', refresh_token: 'refresh-1' };
    await receive();
    issuer.tokens = ['second-token'];
    await wallet.pass(INTERVAL);
    expect(await held()).to.have.length(1);
    expect(issuer.forms.at(-1)).to.deep.equal({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
    issuer.token = { token_type: 'Bearer' };
    await receive();
    issuer.tokens = ['third-token'];
    await wallet.pass(INTERVAL);
    expect((await pendings())[0]).to.include({ status: 'Refused', reason: 'The issuer answered invalid_token.' });
  });

  it('end after thirty days', async () => {
    issuer.later = { status: 503, text: '' };
    await receive();
    await wallet.pass(PENDING_MS - INTERVAL);
    expect((await pendings())[0].status).to.equal('Pending');
    await wallet.pass(6 * 3_600_000);
    const [row] = await pendings();
    expect(row).to.include({ status: 'Expired', reason: 'The issuer did not give it within 30 days.' });
    expect([world.deps.credentials.pending.of(address)[0]?.sealed, await told()]).to.deep.equal([
      ...['', ['credential-refused']],
    ]);
  });

  it('are not kept where they are not what was asked for', async () => {
    await receive();
    issuer.boundTo = [aKey().jwk, aKey().jwk];
    await wallet.pass(INTERVAL);
    expect((await pendings())[0]).to.include({ status: 'Refused' });
    expect([await held(), issuer.events]).to.deep.equal([[], ['credential_failure']]);
  });

  it('are verified later where the keys of their issuer cannot be had, and not asked for twice', async () => {
    await receive();
    const { answer } = issuer;
    let isAway = true;
    world.remoteHosts.set('https://issuer.example', (asked) =>
      isAway && asked.url.includes('jwt-vc-issuer') ? (undefined as never) : answer(asked),
    );
    await wallet.pass(INTERVAL);
    expect([polls(), (await pendings())[0].status, await held()]).to.deep.equal([1, 'Pending', []]);
    await wallet.start();
    isAway = false;
    await wallet.pass(INTERVAL);
    expect([polls(), (await held()).length, issuer.events]).to.deep.equal([1, 1, ['credential_accepted']]);
  });

  it('are bounded, and those that ended make room', async () => {
    issuer.later = { status: 503, text: '' };
    for (let i = 0; i < PENDING_OF_WALLET_MAX; i++) expect((await receive()).status).to.equal(202);
    const over = await receive();
    expect([over.status, over.json.code]).to.deep.equal([409, 'QUOTA_EXCEEDED']);
    issuer.later = { status: 400, json: { error: 'invalid_transaction_id' } };
    await wallet.pass(INTERVAL);
    expect((await receive()).status).to.equal(202);
    const states = (await pendings()).map(({ status }: { readonly status: string }) => status);
    expect([states.length, states.at(-1), states[0]]).to.deep.equal([PENDING_OF_WALLET_MAX, 'Pending', 'Refused']);
  });

  it('end with their wallet, and with a word of its owner', async () => {
    await receive();
    const [{ pendingId }] = await pendings();
    expect((await ask(routes.deletePendingCredential, { params: { pendingId } })).status).to.equal(204);
    await receive();
    expect((await ask(walletRoutes.deleteWallet)).status).to.equal(204);
    await seedHoldingWallet(world);
    await wallet.pass(INTERVAL);
    expect([polls(), await pendings()]).to.deep.equal([0, []]);
  });

  it('are refused by name where their row is damaged', async () => {
    await receive();
    const { pending } = world.deps.credentials;
    const [row] = pending.of(address);
    await world.deps.commit([pending.put(address, [{ ...(row as NonNullable<typeof row>), sealed: 'AAAA' }])]);
    await wallet.pass(INTERVAL);
    expect([polls(), (await pendings())[0].reason]).to.deep.equal([
      0,
      'The session with the issuer is damaged on the disk.',
    ]);
  });
});
