// The answer of a wallet to a request, as both sides hear of it: who asked, and who may use the key of the wallet.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hold } from '../credentials/fixtures.js';
import { accept, askWallet } from '../credentials/presenting/other-verifier.js';
import { seedVerifier } from '../credentials/verifier-fixtures.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';

const TARGET = 'PresentationOutcomeReady';

describe('hubs: requests for presentations', () => {
  const world = worldOfAll();
  const hubs = hubClientsOf(world);

  async function connected(persona: Persona, path: string) {
    const connection = hubs.make(path, await world.token(persona));
    const told = new Promise<readonly unknown[]>((resolve) => {
      connection.on(TARGET, (...args: unknown[]) => resolve(args));
    });
    await connection.start();
    return { connection, told };
  }

  it('tells who asked a wallet, and who may use its key, that an answer is there', async () => {
    await hold(world, { claims: { given_name: 'Eve' } });
    await seedVerifier(world);
    const { requestId } = (await askWallet(world)).json;
    const asker = await connected('administrator', '/hubs/blueprint');
    const holder = await connected('citizen', '/hubs/wallet');
    const other = await connected('user', '/hubs/wallet');
    await asker.connection.invoke('SubscribeToPresentation', requestId);
    await holder.connection.invoke('SubscribeToWallet', EXAMPLE.holdingWalletAddress);
    const refusal = await other.connection.invoke('SubscribeToPresentation', requestId).catch(String);
    expect(refusal).to.contain('REQUEST_NOT_FOUND');
    await accept(world, requestId);
    for (const { told } of [asker, holder]) expect((await told)[0]).to.equal(requestId);
    await asker.connection.invoke('UnsubscribeFromPresentation', requestId);
  });
});
