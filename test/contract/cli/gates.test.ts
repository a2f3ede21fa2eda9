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
  });

  const submitting = (instanceId: string) => [
    ...['action', 'submit', instanceId, '1', '--payload', payload()],
    ...['--wallet', EXAMPLE.walletAddress],
  ];

  const asked = new Set<string>();

  /** The newest request of this node, once it is made. */
  async function newRequest() {
    const { deps } = operator.world;
    for (;;) {
      const { rows } = await deps.audit.page([EXAMPLE.organisationId], { eventType: 'PresentationRequested' }, 10);
      const ids = rows.map(({ details }) => (details as { requestId: string }).requestId);
      const requestId = ids.find((id) => !asked.has(id));
      if (requestId === undefined) {
        await new Promise(setImmediate);
        continue;
      }
      asked.add(requestId);
      return { requestUri: `${deps.config.publicUrl}/api/v1/verifier/requests/${requestId}/request-object` } as Asked;
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
    const made = JSON.parse(done.out);
    expect(made).to.include({ status: 'sealed', isComplete: true });
    const judged = ['instance', 'gates', instanceId, made.transactionId, '--wallet', EXAMPLE.walletAddress];
    const { gates } = await operator.ask<{ gates: readonly object[] }>(judged);
    expect(gates).to.have.length(1);
    expect(gates[0]).to.include({ actionId: '1', gate: 'member', verdict: 'verified' });
    const other = [...judged.slice(0, 3), 'ab'.repeat(32), ...judged.slice(4)];
    expect((await operator.ask<{ gates: readonly object[] }>(other)).gates).to.deep.equal([]);
    expect(done.out + done.err).to.not.contain('Eve');
  });

  it('are met by a phone that answers the request in the terminal, and say what was refused', async () => {
    const { world } = operator;
    const answering = async (change: object, instanceId: string) => {
      const ended = operator.call([...submitting(instanceId), '--present', '--json']);
      const made = await Promise.race([newRequest(), ended]);
      if (!('requestUri' in made)) throw new Error(made.err);
      const { claims } = await fetchObject(world, made);
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
