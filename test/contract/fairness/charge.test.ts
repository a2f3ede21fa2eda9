// Signatures are charged for where they are brought, and a key signs a transaction once.
import { expect } from 'chai';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

describe('signatures that are brought', () => {
  const world = worldOfAll({ rates: { ...NO_LIMITS, api: 10 } });

  async function post(url: string, body: object, as: 'user' | 'administrator') {
    const headers = { authorization: `Bearer ${await world.token(as)}` };
    const answer = await world.app.inject({ method: 'POST', url, headers, payload: body });
    return { status: answer.statusCode, json: answer.json(), retryAfter: Number(answer.headers['retry-after']) };
  }

  it('are paid for by what they cost to verify, by who brings them', async () => {
    const signatures = Array.from({ length: 31 }, () => ({
      publicKey: 'AA==',
      signatureValue: 'AA==',
      algorithm: 'ML-DSA-65',
    }));
    const batch = { transactions: [{ signatures }, { signatures }, { signatures }] };
    const url = '/api/v1/transactions/batch';
    expect((await post(url, batch, 'user')).status).to.equal(200);
    const refused = await post(url, batch, 'user');
    expect([refused.status, refused.json.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(refused.json.detail).to.contain('signatures');
    expect(refused.retryAfter).to.be.within(1, 60);
    expect((await post('/api/v1/transactions/prepare', {}, 'user')).status, 'without a signature').to.equal(400);
    expect((await post(url, batch, 'administrator')).status, 'another caller').to.equal(200);
  });

  it('are paid for where the payload of an act brings them', async () => {
    world.advance(60_000);
    const approvals = Array.from({ length: 25 }, () => ({ algorithm: 'ML-DSA-65' }));
    const act = { signatures: [{ publicKey: 'AA==', signatureValue: 'AA==', algorithm: 'ED25519' }] };
    const batch = { transactions: Array.from({ length: 2 }, () => ({ ...act, payload: { approvals } })) };
    const url = '/api/v1/transactions/batch';
    expect((await post(url, batch, 'user')).status).to.equal(200);
    const refused = await post(url, batch, 'user');
    expect([refused.status, refused.json.code]).to.deep.equal([429, 'RATE_LIMITED']);
  });
});
