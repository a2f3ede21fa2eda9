// Tools that sign for a person: what they show before, and that nothing is signed without a yes.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { ask } from '../ledger/fixtures.js';
import { aStarted } from '../workflow/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, use } from './clients.js';

const { walletAddress } = EXAMPLE;

describe('tools that sign', () => {
  const world = worldOfAll();

  /** A client whose person says this, and the questions that it was shown. */
  async function asked(isYes: boolean) {
    const questions: string[] = [];
    const client = await connected(world, {
      answer: ({ message }) => {
        questions.push(message);
        return isYes ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
      },
    });
    return { client, questions };
  }

  const stateOf = async (instanceId: string) =>
    (await ask(world, 'getInstance', { params: { instanceId } })).json as {
      readonly state: string;
      readonly completedActionCount: number;
    };

  it('show the action, its fields and who will read them, and do it after a yes', async () => {
    const { instanceId } = await aStarted(world);
    const { client, questions } = await asked(true);
    const act = { instanceId, actionId: 1, walletAddress, data: { confirmed: true } };
    const done = await use(client, 'action_submit', act);
    expect(done, done.message).to.include({ status: 'Passed', isError: false, instanceId });
    expect(questions).to.have.length(1);
    for (const part of ['"Confirm" (1)', instanceId, walletAddress, 'data.confirmed = true', 'buyer reads confirmed'])
      expect(questions[0]).to.contain(part);
    expect(await stateOf(instanceId)).to.include({ completedActionCount: 2 });
    await client.close();
  });

  it('write out what people do not see, and show of a long value its begin', async () => {
    const { instanceId } = await aStarted(world);
    const { client, questions } = await asked(false);
    const data = { 'see\u202ednim': 'x'.repeat(1000), confirmed: true };
    await use(client, 'action_submit', { instanceId, actionId: 1, walletAddress, data });
    expect(questions[0])
      .to.contain('see\\u{202e}dnim')
      .and.to.not.contain('\u202e')
      .and.to.not.contain('x'.repeat(250));
    await client.close();
  });

  it('sign nothing after a no', async () => {
    const { instanceId } = await aStarted(world);
    const { client, questions } = await asked(false);
    const calls = [
      use(client, 'action_submit', { instanceId, actionId: 1, walletAddress, data: { confirmed: true } }),
      use(client, 'action_reject', { instanceId, actionId: 1, walletAddress, reason: 'Not like this.' }),
      use(client, 'instance_cancel', { instanceId, walletAddress }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.code).to.equal('CONFIRMATION_DECLINED');
    expect(questions).to.have.length(3);
    expect(await stateOf(instanceId)).to.include({ state: 'Active', completedActionCount: 1 });
    await client.close();
  });

  it('reject and cancel after a yes', async () => {
    const { client, questions } = await asked(true);
    const first = await aStarted(world);
    const rejected = await use(client, 'action_reject', {
      ...{ instanceId: first.instanceId, actionId: 1, walletAddress, reason: 'Not like this.' },
    });
    expect(rejected, rejected.message).to.include({ status: 'Passed' });
    expect(questions[0]).to.contain('reason = "Not like this."');
    const second = await aStarted(world);
    const cancelled = await use(client, 'instance_cancel', {
      ...{ instanceId: second.instanceId, walletAddress, reason: 'We give up.' },
    });
    expect(cancelled, cancelled.message).to.include({ status: 'Passed' });
    expect(questions[1], 'it is sealed, so it is shown').to.contain('reason = "We give up."');
    expect(await stateOf(second.instanceId)).to.include({ state: 'Cancelled' });
    await client.close();
  });

  it('refuse a wallet that the person may not use, as the operation does', async () => {
    const { instanceId } = await aStarted(world);
    const client = await connected(world, { as: 'user' });
    const refused = await use(client, 'instance_cancel', { instanceId, walletAddress });
    expect(refused.code).to.equal('WALLET_ACCESS_DENIED');
    expect(await stateOf(instanceId)).to.include({ state: 'Active' });
    await client.close();
  });
});
