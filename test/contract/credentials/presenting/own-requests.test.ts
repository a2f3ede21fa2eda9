// An organisation asks the wallet of a person of this node: the person finds it in the inbox and answers with a
// credential of the wallet or of a device, and who asked reads the result.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { presentationRoutes as routes } from '../../../../api/groups/credentials/presentations/routes.js';
import { FormatFault } from '../../../../core/credentials/fault.js';
import { draftHeldPresentation } from '../../../../core/credentials/holding/presenting.js';
import { signedBy } from '../../../support/credentials/office.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { hold, issue } from '../fixtures.js';
import { seedVerifier } from '../verifier-fixtures.js';
import { accept, askWallet } from './other-verifier.js';

describe('a request to one wallet of this node', () => {
  const world = worldOfEach();
  const claims = { given_name: 'Eve', member_since: 2024 };
  let credentialId: string;

  beforeEach(async () => {
    credentialId = await hold(world, { claims });
    await seedVerifier(world);
  });

  const at = async (route: AnyRoute, presentationId: string, as: Persona = 'citizen', body?: object) =>
    call(world, route, { params: { presentationId }, ...(body && { body }) }, { token: await world.token(as) });
  const outcome = (id: string, as: Persona = 'administrator') => at(routes.getPresentationOutcome, id, as);

  it('stands in the inbox of the person, and its result is there once a credential was submitted', async () => {
    const { status, json } = await askWallet(world, { ttlSeconds: 120 });
    expect(status, JSON.stringify(json)).to.equal(201);
    const { requestId, qrCodeUrl, requestUrl } = json;
    expect(new URL(qrCodeUrl).searchParams.get('request_uri')).to.equal(requestUrl);
    expect(world.deps.inboxes.unread(EXAMPLE.administratorPlatformId).Credential).to.equal(1);
    expect((await outcome(requestId)).status, 'while nothing has come').to.equal(202);
    const read = await at(routes.getWaitingPresentation, requestId);
    expect(read.json.selection, read.text).to.deep.equal([{ queryId: 'credential', credentialId }]);
    const body = { credentialId, acceptUntrusted: true };
    const sent = await at(routes.submitPresentation, requestId, 'citizen', body);
    expect([sent.status, sent.json], sent.text).to.deep.equal([200, { outcome: 'Submitted' }]);
    const result = await outcome(requestId);
    expect([result.status, result.json.state]).to.deep.equal([200, 'Verified']);
    expect(result.json.result.verifiedClaims).to.deep.equal({ given_name: 'Eve' });
    const again = await at(routes.submitPresentation, requestId, 'citizen', body);
    expect([again.status, again.json.code]).to.deep.equal([410, 'REQUEST_EXPIRED']);
  });

  it('is accepted or denied as any other', async () => {
    const first = (await askWallet(world)).json.requestId;
    expect((await accept(world, first)).json).to.deep.equal({ outcome: 'Submitted' });
    expect((await outcome(first)).json.state).to.equal('Verified');
    const second = (await askWallet(world)).json.requestId;
    expect((await at(routes.denyPresentation, second)).json).to.deep.equal({ outcome: 'Denied' });
    expect((await outcome(second)).json).to.include({ state: 'Declined', denied: 'access_denied' });
  });

  it('takes the presentation of a device, and refuses one that does not satisfy it', async () => {
    const { text, holder } = await issue(world, { claims });
    const { requestId, nonce } = (await askWallet(world)).json;
    const tokenFor = (asked: string) => {
      const by = { clientId: 'x509_san_dns:localhost', nonce: asked, responseUri: '' };
      const atSeconds = Math.floor(world.deps.clock.now() / 1000);
      const draft = draftHeldPresentation(text, [['given_name']], { ...by, atSeconds });
      if (draft instanceof FormatFault) throw draft;
      return signedBy(holder, draft);
    };
    const submit = (vpToken: string) =>
      at(routes.submitPresentation, requestId, 'citizen', {
        vpToken,
        disclosedClaims: ['given_name'],
        acceptUntrusted: true,
      });
    expect((await submit(tokenFor(nonce))).json).to.deep.equal({ outcome: 'Submitted' });
    expect((await outcome(requestId)).json.state).to.equal('Verified');
    const other = (await askWallet(world)).json.requestId;
    const body = { vpToken: tokenFor('another'), acceptUntrusted: true };
    const refused = await at(routes.submitPresentation, other, 'citizen', body);
    expect([refused.status, refused.json.code]).to.deep.equal([422, 'VERIFIER_REFUSED']);
    expect((await outcome(other)).json.state).to.equal('Refused');
    const both = await at(routes.submitPresentation, (await askWallet(world)).json.requestId, 'citizen', {
      ...{ vpToken: 'a~', credentialId, acceptUntrusted: true },
    });
    expect(both.json.code).to.equal('BODY_INVALID');
  });

  it('takes a second word for an organisation that no list vouches for', async () => {
    const { requestId } = (await askWallet(world)).json;
    const refused = await at(routes.submitPresentation, requestId, 'citizen', { credentialId });
    expect([refused.status, refused.json.code]).to.deep.equal([403, 'VERIFIER_UNTRUSTED']);
  });

  it('is over in its time, and is for its two sides alone', async () => {
    const { requestId } = (await askWallet(world, { ttlSeconds: 30 })).json;
    expect((await at(routes.getWaitingPresentation, requestId, 'user')).json.code).to.equal('REQUEST_NOT_FOUND');
    expect((await at(routes.denyPresentation, requestId, 'user')).json.code).to.equal('REQUEST_NOT_FOUND');
    expect((await outcome(requestId, 'user')).status).to.equal(403);
    world.advance(30_000);
    for (const answer of [await at(routes.getWaitingPresentation, requestId), await outcome(requestId)])
      expect([answer.status, answer.json.code]).to.deep.equal([410, 'REQUEST_EXPIRED']);
  });

  it('is made by those who may ask, for a wallet of a person of this node', async () => {
    expect((await askWallet(world, {}, 'user')).status).to.equal(403);
    const codes = [];
    for (const targetWalletAddress of [EXAMPLE.issuerWalletAddress, EXAMPLE.walletAddress.replace('qr1q', 'qr1x')])
      codes.push((await askWallet(world, { targetWalletAddress })).json.code);
    expect(codes).to.deep.equal(['WALLET_NOT_FOUND', 'WALLET_NOT_FOUND']);
    expect((await askWallet(world, { ttlSeconds: 301 })).json.code).to.equal('BODY_INVALID');
  });
});
