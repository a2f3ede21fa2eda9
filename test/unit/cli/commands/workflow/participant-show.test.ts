// A participant as it is shown: what governance did to its record stands beside its versions.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { alice, bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const TX = 'ab'.repeat(32);
const AT = '2026-01-02T03:04:05.678Z';
const version = { version: 1, status: 'Active', transactionId: 'cd'.repeat(32), publishedAt: AT };
const address = { walletAddress: bob.address, algorithm: 'ED25519', primary: true };
const latest = { participantId: 'office', participantName: 'Office', addresses: [address], ...version };

const shown = async (more: object): Promise<string> => {
  const { exit, out, err } = await called(['participant', 'show', REGISTER_ID, 'office'], {
    [`GET /api/registers/${REGISTER_ID}/participants/office`]: { latest, history: [version], ...more },
  });
  expect(exit, err).to.equal(0);
  return out;
};

describe('participant show', () => {
  it('names the key that governance replaced, the new one, when, and by which transaction', async () => {
    expect(await shown({})).to.not.contain('GOVERNANCE');
    const keyOf = (walletAddress: string) => ({ walletAddress, publicKey: 'AA==', algorithm: 'ED25519' });
    const act = { transactionId: TX, proposalId: 'ef'.repeat(32), sealedAt: AT };
    const replaced = {
      operationType: 'replace-wallet',
      ...act,
      oldKey: keyOf(alice.address),
      newKey: keyOf(bob.address),
    };
    const out = await shown({ governed: [{ operationType: 'revoke-participant', ...act }, replaced] });
    expect(out).to.match(/^BY GOVERNANCE +OLD WALLET +NEW WALLET +SEALED +TXID$/m);
    expect(out).to.match(new RegExp(`^replace-wallet +${alice.address} +${bob.address} +${AT} +${TX}$`, 'm'));
    expect(out).to.match(new RegExp(`^revoke-participant +${AT} +${TX}$`, 'm'));
  });
});
