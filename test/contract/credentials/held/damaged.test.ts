// A credential of a wallet whose row a disk damaged: the others are listed, matched and shown, and it is named.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { hold, TYPE } from '../fixtures.js';

const address = EXAMPLE.holdingWalletAddress;

describe('a damaged credential of a wallet', () => {
  const world = worldOfEach();
  const ask = async (route: AnyRoute, parts: object = {}) =>
    call(
      world,
      route,
      { ...parts, params: { address, ...(parts as { params?: object }).params } },
      { token: await world.token('citizen') },
    );

  /** Three, of which the one in the middle is damaged; oldest first. */
  async function held() {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await hold(world, {}));
      // Ids are in the order of their times.
      world.advance(1);
    }
    const { kept } = world.deps.credentials;
    const row = kept.find(address, ids[1] ?? '');
    if (row === undefined) throw new Error('it is not there');
    const { key, value } = kept.put(row);
    await world.deps.commit([
      { key, value: Uint8Array.from(value as Uint8Array, (byte, i) => (i === 9 ? byte ^ 1 : byte)) },
    ]);
    return ids as [string, string, string];
  }
  const idsOf = ({ json }: { json: { credentials: readonly { credentialId: string }[] } }) =>
    json.credentials.map(({ credentialId }) => credentialId);

  it('is named beside those that are listed, on its page', async () => {
    const [first, second, third] = await held();
    const all = await ask(routes.listHeldCredentials);
    expect([all.status, idsOf(all), all.json.damaged]).to.deep.equal([200, [third, first], [second]]);
    const pages = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await ask(routes.listHeldCredentials, { query: { pageSize: 1, ...(cursor && { cursor }) } });
      pages.push([idsOf(page), page.json.damaged]);
      cursor = page.json.nextCursor ?? undefined;
    }
    expect(pages).to.deep.equal([
      [[third], undefined],
      [[], [second]],
      [[first], undefined],
    ]);
  });

  it('hinders no other one from being matched and told of', async () => {
    const [first, , third] = await held();
    const match = await ask(routes.matchHeldCredentials, { body: { requirements: [{ credentialType: TYPE }] } });
    expect(match.status, match.text).to.equal(200);
    expect(match.text).to.contain(first).and.contain(third);
    const { json } = await ask(routes.syncHeldCredentials);
    expect(json.changed.map(({ credentialId }: { credentialId: string }) => credentialId)).to.deep.equal([
      first,
      third,
    ]);
  });

  it('is refused by its id, and forgotten by a word of its owner', async () => {
    const [, credentialId] = await held();
    expect((await ask(routes.getHeldCredential, { params: { credentialId } })).json.code).to.equal('STORE_DAMAGED');
    (world.errors as object[]).splice(0);
    expect((await ask(routes.deleteHeldCredential, { params: { credentialId } })).status).to.equal(204);
    expect((await ask(routes.listHeldCredentials)).json).to.not.have.property('damaged');
    expect((await ask(routes.deleteHeldCredential, { params: { credentialId } })).json.code).to.equal(
      'CREDENTIAL_NOT_FOUND',
    );
  });
});
