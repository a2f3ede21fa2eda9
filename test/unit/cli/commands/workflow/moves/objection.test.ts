// An objection from the command line: before it is sent what it shows and does, and after it how the dispute ends, if
// there is one.
import { expect } from 'chai';
import { called } from '../../../../../support/program/command.js';
import { alice, bob } from '../../../../../support/register/ledger.js';

const txId = 'ab'.repeat(32);
const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];

async function object(more: object, args: readonly string[] = []): Promise<string> {
  const { exit, err } = await called(['instance', 'object', 'inst-1', '--tx', txId, ...args], {
    'GET /api/v1/wallets': wallets,
    'GET /api/instances/inst-1': { id: 'inst-1', participantWallets: { x: alice.address } },
    'POST /api/instances/inst-1/objections': {
      ...{ instanceId: 'inst-1', ground: 'schema', at: '/n', shown: [{ transactionId: txId, pointers: ['/n'] }] },
      ...{ status: args.includes('--yes') ? 'sealed' : 'preview', ...more },
    },
  });
  expect(exit, err).to.equal(0);
  return err;
}

describe('cli/commands/workflow/moves/objection', () => {
  it('says who ends the dispute that it begins', async () => {
    expect(await object({})).to.contain('Nothing was sent');
    const sent = await object({}, ['--yes']);
    expect(sent).to.contain('which wallets end the dispute').and.to.not.contain('not opened again');
  });

  it('says before and after it that a step is not opened again, where no dispute begins', async () => {
    const alone = { isVoidAlone: true };
    expect(await object(alone)).to.contain('The action is void, and its step is not opened again: its route went back');
    const sent = await object(alone, ['--yes']);
    expect(sent).to.contain('its step is not opened again').and.to.not.contain('which wallets end the dispute');
  });

  it('leaves to the resolver whether a private one is proven', async () => {
    const sent = await object({ isVoidAlone: true, readers: [bob.address] }, ['--yes', '--private']);
    expect(sent).to.contain('Where it is proven the action is void').and.to.contain('which wallets end the dispute');
  });
});
