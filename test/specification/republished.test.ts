// A definition that is published again (specification section 2.2): instances that run keep theirs, and the next one
// takes the newest.
import { expect } from 'chai';
import { LEDGER } from '../../api/examples/ledger.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { ask } from '../contract/ledger/fixtures.js';
import { aStarted, REVIEWED } from '../contract/workflow/fixtures.js';
import { worldOfAll } from '../contract/world/world-of.js';

describe('a definition that is published again', () => {
  const world = worldOfAll();

  const publish = async (blueprintJson: object) => {
    const body = { blueprintId: REVIEWED.id, override: UNREHEARSED, blueprintJson };
    const answer = await ask(world, 'publishBlueprint', { params: { registerId: LEDGER.registerId }, body });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json;
  };
  const submit = async (body: object) => {
    const order = { blueprintId: REVIEWED.id, registerAddress: LEDGER.registerId, senderWallet: EXAMPLE.walletAddress };
    const answer = await ask(world, 'submitAction', { body: { ...order, ...body } });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json.instanceId as string;
  };
  const definitionOf = async (instanceId: string) =>
    (await ask(world, 'getInstanceDefinition', { params: { instanceId } })).json;

  it('leaves running instances their definition, and gives the next one the newest', async () => {
    const { instanceId } = await aStarted(world);
    const first = await publish(REVIEWED);
    expect(first.alreadyPublished, 'the same bytes again').to.equal(true);
    const second = await publish({ ...REVIEWED, title: 'Purchase order, revised' });
    expect(second.alreadyPublished, 'while an instance runs').to.equal(false);
    expect(second.publicationTxId).to.not.equal(first.publicationTxId);
    expect(await definitionOf(instanceId)).to.deep.include({
      ...{ publicationTxId: first.publicationTxId, blueprintVersion: 1, isPinnedToLatest: false, pinState: 'pinned' },
    });
    const next = await submit({ actionId: '0', payloadData: { amount: 4 } });
    expect(await definitionOf(next)).to.deep.include({
      ...{ publicationTxId: second.publicationTxId, blueprintVersion: 2, isPinnedToLatest: true, pinState: 'pinned' },
    });
    await submit({ instanceId, actionId: '1', payloadData: {} });
    expect((await ask(world, 'getInstance', { params: { instanceId } })).json.state).to.equal('Completed');
  });
});
