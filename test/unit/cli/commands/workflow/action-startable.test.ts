// Where a list has nothing to begin, the hint says what else there is to do: not how to begin what is not there.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { alice, REGISTER_ID } from '../../../../support/register/ledger.js';

const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];

async function hint(blueprints: readonly object[]): Promise<string> {
  const made = await called(['action', 'startable', REGISTER_ID], {
    'GET /api/v1/wallets': wallets,
    [`GET /api/actions/${alice.address}/${REGISTER_ID}/blueprints`]: { blueprints },
  });
  expect(made.exit, made.err).to.equal(0);
  return made.err;
}

const loan = (isAvailable: boolean) => ({
  ...{ blueprintId: 'loan', title: 'Loan', version: 1 },
  availableActions: [{ actionId: 1, title: 'Ask', isAvailable }],
});

describe('action startable', () => {
  it('says how to begin what is for the wallet, and else what to do', async () => {
    expect(await hint([loan(false), { ...loan(true), blueprintId: 'own' }])).to.contain(
      `quorate instance start own --register ${REGISTER_ID}`,
    );
    expect(await hint([]))
      .to.contain('quorate blueprint publish BLUEPRINT')
      .and.not.contain('instance start');
    expect(await hint([loan(false)]))
      .to.contain('another wallet')
      .and.not.contain('instance start');
  });
});
