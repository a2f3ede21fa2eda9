// Issuers that lie to a wallet of the node, or fall silent at the worst moment: their documents, their tokens and what
// they have later.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import {
  ISSUER_TEXT_MAX,
  PENDING_SEALED_MAX,
  RECEIPTS_OF_PERSON_MAX,
} from '../../../../core/base/limits/node/wallets.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedHoldingWallet } from '../fixtures.js';
import type { HostAnswer } from '../remote-hosts.js';
import { ISSUER, OFFER, OtherIssuer } from './other-issuer.js';
import { WaitingWallet } from './waiting-wallet.js';

const address = EXAMPLE.holdingWalletAddress;
const INTERVAL = 20_000;

describe('issuers that lie or fall silent', () => {
  const world = worldOfEach();
  let issuer: OtherIssuer;
  let wallet: WaitingWallet;

  beforeEach(async () => {
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    world.remoteHosts.set('https://issuer.example', issuer.answer);
    await seedHoldingWallet(world);
    wallet = new WaitingWallet(world);
    await wallet.start();
  });
  afterEach(() => wallet.stop());

  const ask = async (route: AnyRoute, parts: object = {}) =>
    call(world, route, { params: { address }, ...parts }, { token: await world.token('citizen') });
  const receive = (consent = true) => ask(routes.receiveCredentials, { body: { offer: OFFER, consent } });
  const pendings = async () => (await ask(routes.listPendingCredentials)).json.pending;
  const held = async () => (await ask(routes.listHeldCredentials)).json.credentials;

  /** What the issuer answers at the paths in place of its own words. */
  function instead(path: string, answer: HostAnswer | undefined): void {
    world.remoteHosts.set('https://issuer.example', (asked) =>
      answer !== undefined && asked.url.endsWith(path) ? answer : issuer.answer(asked),
    );
  }

  for (const status of [429, 503])
    it(`are asked for another token again where the server answers ${status}`, async () => {
      issuer.defers = true;
      issuer.token = { token_type: 'Bearer', refresh_token: 'refresh-1' };
      expect((await receive()).status).to.equal(202);
      issuer.tokens = ['second-token'];
      instead('/token', { status, json: {} });
      await wallet.pass(INTERVAL);
      expect((await pendings())[0]).to.include({ status: 'Pending' });
      instead('/token', undefined);
      await wallet.pass(INTERVAL);
      expect(await held()).to.have.length(1);
    });

  for (const status of [429, 503])
    it(`are asked for their keys again where their host answers ${status}`, async () => {
      issuer.defers = true;
      expect((await receive()).status).to.equal(202);
      instead('/.well-known/jwt-vc-issuer/tenant', { status, json: {} });
      await wallet.pass(INTERVAL);
      expect((await pendings())[0]).to.include({ status: 'Pending' });
      instead('/.well-known/jwt-vc-issuer/tenant', undefined);
      await wallet.pass(INTERVAL);
      expect(await held()).to.have.length(1);
    });

  it('have their copies kept for later as far as the wallet has room', async () => {
    issuer.defers = true;
    issuer.payload = { filler: 'x'.repeat(90_000) };
    for (let i = 0; i < 6; i++) expect((await receive()).status).to.equal(202);
    instead('/.well-known/jwt-vc-issuer/tenant', { status: 503, json: {} });
    await wallet.pass(INTERVAL);
    const rows = world.deps.credentials.pending.of(address);
    const kept = rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
    const states = rows.map(({ state }) => state);
    expect(kept)
      .to.be.lessThan(PENDING_SEALED_MAX)
      .and.greaterThan(PENDING_SEALED_MAX / 2);
    expect([states.includes('Pending'), states.includes('Refused')]).to.deep.equal([true, true]);
  });

  it('send no more of their people than may wait, also where all ask at once', async () => {
    const offer = { ...OFFER, grants: { authorization_code: {} } };
    const asked = Array.from({ length: RECEIPTS_OF_PERSON_MAX + 4 }, () =>
      ask(routes.receiveCredentials, { body: { offer, consent: true } }),
    );
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 202)).to.have.length(RECEIPTS_OF_PERSON_MAX);
    expect(answers.filter((status) => status === 409)).to.have.length(4);
  });

  it('are refused with a notification id beyond all bounds', async () => {
    issuer.credential = { notification_id: 'n'.repeat(ISSUER_TEXT_MAX + 1) };
    expect((await receive()).json.code).to.equal('ISSUER_ANSWER_INVALID');
  });

  it('get no token of another server that is bound to no key', async () => {
    const tokens: (string | undefined)[] = [];
    world.remoteHosts.set('https://liar.example', ({ headers = {} }) => {
      tokens.push(headers.authorization);
      return { status: 400, json: { error: 'invalid_token' } };
    });
    issuer.metadata = { credential_endpoint: 'https://liar.example/credential' };
    const refused = (await receive()).json;
    expect(refused.code).to.equal('ISSUER_ANSWER_INVALID');
    expect(refused.detail).to.include('RFC 9700');
    expect(tokens).to.deep.equal([]);
    // What is bound to a key of the wallet is good at no other host.
    issuer.dpop = 'nonce';
    issuer.token = { token_type: 'DPoP' };
    expect((await receive()).json.code).to.equal('ISSUER_REFUSED');
    expect(tokens).to.deep.equal(['DPoP the-token']);
  });

  it('are known by documents of their own host alone', async () => {
    const hops: Record<string, unknown> = {};
    world.remoteHosts.set('https://issuer.example', (asked) => {
      hops[new URL(asked.url).pathname] = asked.redirectsMax;
      return issuer.answer(asked);
    });
    expect((await receive()).status).to.equal(201);
    expect(hops['/.well-known/jwt-vc-issuer/tenant']).to.equal(0);
  });

  it('get an answer that is documented, whatever stands in the place of one of their values', async () => {
    issuer.configuration = {
      scope: 'a',
      credential_metadata: { display: [{ name: 'X' }], claims: [{ path: ['a', 0] }] },
    };
    issuer.metadata = { authorization_servers: [ISSUER] };
    issuer.token = { ...issuer.token, authorization_details: [{ credential_configuration_id: 'pass' }] };
    const documents = new Map<string, unknown>();
    let change: { readonly path: string; readonly at: Place; readonly value: unknown } | undefined;
    world.remoteHosts.set('https://issuer.example', async (asked) => {
      const answer = await issuer.answer(asked);
      const { pathname } = new URL(asked.url);
      const json = JSON.parse(JSON.stringify(answer.json ?? null));
      documents.set(pathname, json);
      return pathname === change?.path ? { ...answer, json: changedAt(json, change.at, change.value) } : answer;
    });
    expect((await receive()).status).to.equal(201);
    const changes = [...documents].flatMap(([path, json]) => [...placesIn(json)].map((at) => ({ path, at })));
    expect(changes.length).to.be.greaterThan(50);
    for (const place of changes)
      for (const value of HOSTILE) {
        change = { ...place, value };
        // Nothing of it is a bug of the node, and nothing stands against the document.
        const { status } = await receive(false);
        expect(status, JSON.stringify(change)).to.be.oneOf([200, 201, 409, 422, 502]);
      }
  });
});

type Place = readonly string[];

/** Objects without a text of their own, and texts that are no address. */
const HOSTILE = [{ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }], 'javascript:alert(1)', null];

function* placesIn(json: unknown, at: Place = []): Generator<Place> {
  yield at;
  if (typeof json !== 'object' || json === null) return;
  for (const [key, value] of Object.entries(json)) yield* placesIn(value, [...at, key]);
}

function changedAt(json: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(json) ? [...json] : { ...(json as object) }) as Record<string, unknown>;
  copy[key] = changedAt(copy[key], rest, value);
  return copy;
}
