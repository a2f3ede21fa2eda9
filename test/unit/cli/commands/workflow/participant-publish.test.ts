// A new participant has a name and an organisation: the refusal says which is missing, and how to state it.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { alice, REGISTER_ID } from '../../../../support/register/ledger.js';

const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];

describe('participant publish', () => {
  it('says what a new participant lacks, and how it is stated', async () => {
    const of = ['participant', 'publish', REGISTER_ID, '--wallet', alice.address];
    for (const [stated, lacks] of [
      [['--name', 'Office'], '--of'],
      [['--of', 'Town'], '--name'],
    ] as const) {
      const made = await called([...of, ...stated], {
        'GET /api/v1/wallets': wallets,
        'GET /api/auth/me': { organizationId: 'o' },
      });
      expect(made.exit, made.err).to.equal(2);
      expect(made.err).to.contain(`a new participant needs ${lacks}`).and.contain('--name NAME --of ORGANISATION');
    }
  });
});
