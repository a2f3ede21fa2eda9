// Keys and client ids of a participant at the command line: what the next version of its record states.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { alice, REGISTER_ID } from '../../../../support/register/ledger.js';

const VERIFIER = 'x509_san_dns:office.example';
const record = {
  registerId: REGISTER_ID,
  participantId: 'office',
  addresses: [{ walletAddress: alice.address, publicKey: '', algorithm: 'ED25519', primary: true }],
  verifierIds: [VERIFIER],
};
const wallet = { address: alice.address, publicKey: '', status: 'Active', name: 'main', id: 'x' };
const answers = {
  [`GET /api/registers/${REGISTER_ID}/participants/office`]: { latest: record, history: [] },
  'GET /api/v1/wallets': [wallet],
  'PUT /api/organizations/org/participants/office': { version: 2, transactionId: 'ab'.repeat(32), status: 'sealed' },
};
const run = (...words: readonly string[]) =>
  called(['participant', 'credentials', REGISTER_ID, 'office', ...words], answers);
const SIGNED = ['--wallet', alice.address, '--organisation', 'org'];

describe('cli/commands/workflow/participant-credentials', () => {
  it('shows what the record states', async () => {
    expect((await run()).out).to.contain(VERIFIER);
  });

  it('states keys and ids anew, and withdraws those of a kind', async () => {
    const key = 'ab'.repeat(32);
    const made = await run('--credential-key', key, '--withdraw', 'verifierIds', ...SIGNED);
    expect(made.bodies, made.err).to.deep.equal([
      { registerId: REGISTER_ID, signerWalletAddress: alice.address, credentialKeys: [key], verifierIds: [] },
    ]);
    const asked = await run('--verifier-id', 'a', '--verifier-id', 'b', '--holder-key', 'c', ...SIGNED);
    expect(asked.bodies[0]).to.deep.include({ verifierIds: ['a', 'b'], holderKeys: ['c'] });
  });
});
