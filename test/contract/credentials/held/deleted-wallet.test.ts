// A wallet is deleted with the credentials that it holds; who makes it again of its words finds none of them, and no
// copy gets a key that one had before.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { walletRoutes } from '../../../../api/groups/wallets/wallets/routes.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { hold, offer, seedHoldingWallet } from '../fixtures.js';

const params = { address: EXAMPLE.holdingWalletAddress };
const claims = { given_name: 'Eve' };

describe('a wallet that holds credentials and is deleted', () => {
  const world = worldOfEach();
  const ask = async (route: AnyRoute, parts: object = {}, as: Persona = 'citizen') =>
    call(world, route, { params, ...parts }, { token: await world.token(as) });

  it('leaves none of them, and a cursor of a device ends', async () => {
    const credentialId = await hold(world, { claims });
    const sync = await ask(routes.syncHeldCredentials);
    const query = { since: sync.json.cursor };
    const foreign = await ask(walletRoutes.deleteWallet, {}, 'user');
    expect([foreign.status, foreign.json.code]).to.deep.equal([404, 'WALLET_NOT_FOUND']);
    expect((await ask(routes.listHeldCredentials)).json.credentials).to.have.length(1);
    expect((await ask(walletRoutes.deleteWallet)).status).to.equal(204);
    expect(await world.deps.credentials.kept.ids(params.address)).to.deep.equal([]);
    await seedHoldingWallet(world);
    expect((await ask(routes.listHeldCredentials)).json.credentials).to.deep.equal([]);
    const gone = await ask(routes.getHeldCredential, { params: { ...params, credentialId } });
    expect([gone.status, gone.json.code]).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
    const late = await ask(routes.syncHeldCredentials, { query });
    expect([late.status, late.json.code]).to.deep.equal([400, 'CURSOR_INVALID']);
  });

  it('gives no key of a copy a second time', async () => {
    await hold(world, { claims });
    await ask(walletRoutes.deleteWallet);
    const again = await hold(world, { claims });
    const { json } = await ask(routes.exportHeldCredential, { params: { ...params, credentialId: again } });
    const paths = json.tokens.map(({ derivationPath }: { readonly derivationPath: string }) => derivationPath);
    expect(paths).to.deep.equal([4, 5, 6, 7].map((n) => `m/44'/0'/0'/0/108/${n}'`));
  });

  it('takes nothing of an issuer that answers after its end', async () => {
    const { credentialOfferUri: offerUri } = await offer(world, { claims });
    await seedHoldingWallet(world);
    const { remote } = world.deps.credentials;
    const { request } = remote;
    let isDeleted = false;
    remote.request = async (asked) => {
      const answer = await request.call(remote, asked);
      if (asked.url.endsWith('/credential')) {
        isDeleted = true;
        expect((await ask(walletRoutes.deleteWallet)).status).to.equal(204);
      }
      return answer;
    };
    const late = await ask(routes.receiveCredentials, { body: { offerUri, consent: true } });
    expect([isDeleted, late.status, late.json.code]).to.deep.equal([true, 404, 'WALLET_NOT_FOUND']);
    expect(await world.deps.credentials.kept.ids(params.address)).to.deep.equal([]);
  });
});
