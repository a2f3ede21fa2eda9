// What an organisation has of credentials, trust and wallets is nobody else's: each operation is called for the example
// by an administrator and by a service, with all its scopes, of another organisation.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { SCOPE_WORDS } from '../../../core/tenant/services/principal.js';
import { call, type Operation, operations, postTo } from '../world/caller.js';
import { seedExample, tokenOfService } from '../world/personas.js';
import { prepare } from '../world/prepare.js';
import { worldOfAll } from '../world/world-of.js';

const AREAS = /credential|offers|wallets|trust|certificate|verifier|presentations|gates/;

/** Operations that answer anybody with a right to them: they are about what the caller has, or states. */
const OF_THE_CALLER = new Set([
  // Lists, of which others see their own.
  ...['listWallets', 'listIssuedCredentials', 'listTrustLists', 'listPasskeys', 'queryWalletTransactions'],
  ...['listWaitingPresentations', 'listPresentationHistory', 'listAvailableCredentials', 'listOffersByName'],
  // What is made becomes the caller's.
  ...['createWallet', 'createHdWallet', 'recoverWallet', 'importTrustList', 'createPresentationRequest'],
  ...['requestPresentation', 'getTrustList', 'refreshTrustList', 'readTrustListAnchors'],
  // All is in the call.
  ...['verifyWalletSignature', 'generateWalletAddress'],
  // The person is the one of the example, in a session of another organisation.
  ...['renewDeviceCredential', 'checkWalletAccess', 'revokePasskey'],
  ...['readCredentialAuthorization', 'answerCredentialAuthorization'],
]);

describe('what an organisation has of credentials, trust and wallets', () => {
  const world = worldOfAll();
  /** Of an administrator and of a service. */
  let strangers: readonly string[];
  before(async () => {
    await seedExample(world.deps);
    const user = await world.token('user');
    const founded = await postTo(world, '/api/organizations', { name: 'Mallory', subdomain: 'mallory' }, user);
    const organisationId = founded.json<{ id: string }>().id;
    const switched = await postTo(world, '/api/auth/switch-org', { organizationId: organisationId }, user);
    const service = { clientId: EXAMPLE.clientId, serviceName: 'Inbox', scope: SCOPE_WORDS, organisationId };
    strangers = [switched.json<{ accessToken: string }>().accessToken, await tokenOfService(world.deps, service)];
  });

  async function answersTo({ id, definition, example }: Operation): Promise<readonly number[]> {
    const row = (await prepare[id]?.(world)) ?? {};
    const { params = {}, query = {}, body } = { ...example.input, ...row };
    const statuses: number[] = [];
    for (const token of strangers) {
      const headers = row.headers && { headers: row.headers };
      statuses.push((await call(world, definition, { params, query, body }, { token, ...headers })).status);
    }
    return statuses;
  }

  const asked = operations().filter(
    ({ id, definition: { can, url } }) => can !== 'public' && AREAS.test(url) && !OF_THE_CALLER.has(id),
  );

  it('is over fifty operations', () => {
    expect(asked.length).to.be.greaterThan(50);
    const known = new Set(operations().map(({ id }) => id));
    expect([...OF_THE_CALLER].filter((id) => !known.has(id))).to.deep.equal([]);
  });

  for (const operation of asked)
    it(`is neither shown nor changed by others: ${operation.id}`, async () => {
      for (const status of await answersTo(operation)) expect(status).to.be.oneOf([403, 404]);
    });
});
