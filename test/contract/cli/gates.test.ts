// Actions that take a credential, by command: shown by a wallet on the node, or by a phone that takes a picture.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { folderOfAll } from '../../support/base/folders.js';
import { hold } from '../credentials/fixtures.js';
import { type Asked, answerOf, fetchObject, post, shownTo } from '../credentials/verifier-fixtures.js';
import { gatedOrder, gatedRegister, member, pinOwnKey } from '../workflow/gate-fixtures.js';
import { operatorOfAll } from './operator.js';

describe('gates by command', () => {
  const folder = folderOfAll();
  const operator = operatorOfAll();
  let registerId: string;
  const payload = () => join(folder, 'payload.json');
  before(async () => {
    writeFileSync(payload(), '{"confirmed":true}');
    registerId = await gatedRegister(operator.world);
    const { requests } = operator.world.deps.verifier;
    const put = requests.put.bind(requests);
    requests.put = (request) => {
      made.add(request.id);
      return put(request);
    };
  });

  const submitting = (instanceId: string) => [
    ...['action', 'submit', instanceId, '1', '--payload', payload()],
    ...['--wallet', EXAMPLE.walletAddress],
  ];

  /** Requests that the node made, and those that were answered. */
  const made = new Set<string>();
  const asked = new Set<string>();

  /** The newest request of this node, once it is there. */
  async function newRequest() {
    const { config, verifier } = operator.world.deps;
    for (;;) {
      const requestId = [...made].find((id) => !asked.has(id) && verifier.requests.find(id) !== undefined);
      if (requestId === undefined) {
        await new Promise(setImmediate);
        continue;
      }
      asked.add(requestId);
      return { requestUri: `${config.publicUrl}/api/v1/verifier/requests/${requestId}/request-object` } as Asked;
    }
  }

  it('are met by a credential that a wallet on the node holds, once its holder agrees', async () => {
    const { world } = operator;
    const credentialId = await hold(world, { claims: { given_name: 'Eve' } });
    await pinOwnKey(world, registerId);
    const { instanceId } = await gatedOrder(world, { registerId, requirements: [member()] });
    const refused = await operator.refused(submitting(instanceId));
    expect([refused.code, refused.hint]).to.deep.equal(['CREDENTIAL_REFUSED', refused.hint]);
    expect(refused.hint).to.contain('--present');
    const words = [...submitting(instanceId), '--credential', credentialId, '--holder', EXAMPLE.holdingWalletAddress];
    const done = await operator.call([...words, '--json'], { answers: ['yes'] });
    expect(done.exit, done.err).to.equal(0);
    expect(done.asked).to.contain(`Show given_name of the credential ${credentialId} at the gate member?`);
    const action = JSON.parse(done.out);
    expect(action).to.include({ status: 'sealed', isComplete: true });
    const judged = ['instance', 'gates', instanceId, action.transactionId, '--wallet', EXAMPLE.walletAddress];
    const { gates } = await operator.ask<{ gates: readonly object[] }>(judged);
    expect(gates).to.have.length(1);
    expect(gates[0]).to.deep.include({
      actionId: '1',
      gate: 'member',
      verdict: 'verified',
      claims: { given_name: 'Eve' },
    });
    const shown = await operator.call(judged);
    expect(shown.out).to.contain('given_name: Eve');
    const other = [...judged.slice(0, 3), 'ab'.repeat(32), ...judged.slice(4)];
    expect((await operator.ask<{ gates: readonly object[] }>(other)).gates).to.deep.equal([]);
    expect(done.out + done.err).to.not.contain('Eve');
  });

  it('are met by a phone that answers the request in the terminal, and say what was refused', async () => {
    const { world } = operator;
    const answering = async (change: object, instanceId: string) => {
      const ended = operator.call([...submitting(instanceId), '--present', '--json']);
      const request = await Promise.race([newRequest(), ended]);
      if (!('requestUri' in request)) throw new Error(request.err);
      const { claims } = await fetchObject(world, request);
      const token = { licence: [shownTo(world, claims, change)] };
      await post(world, claims.response_uri, await answerOf(claims, token));
      return ended;
    };
    const met = await answering({}, (await gatedOrder(world, { registerId })).instanceId);
    expect(met.exit, met.err).to.equal(0);
    expect(met.err).to.contain('openid4vp://authorize').and.contain('Show name at the gate licence');
    const refused = await answering({ paths: [] }, (await gatedOrder(world, { registerId })).instanceId);
    expect([refused.exit, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.contain('refused').and.contain('gate licence');
  });
});
