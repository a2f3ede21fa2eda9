// A node that is killed while it encrypts: what was accepted goes on after the restart, and is one transaction. With a
// real process, its disk and its thread.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { newParty } from '../../cli/harness/party.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';

const NOTES = {
  id: 'large-note',
  title: 'Large note',
  description: 'One writes as much as a transaction holds, another reads it.',
  participants: [
    { id: 'writer', name: 'Writer' },
    { id: 'reader', name: 'Reader' },
  ],
  actions: [
    {
      id: 0,
      title: 'Write',
      sender: 'writer',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', required: ['note'], properties: { note: { type: 'string' } } }],
      routes: [{ nextActionIds: [1] }],
    },
    { id: 1, title: 'Read', sender: 'reader', dataSchemas: [{ type: 'object' }] },
  ],
};
/** The length that fits a transaction once it is sealed. */
const NOTE_CHARACTERS = 2_700_000;
/** After the answer: while it is stored, encrypted, signed or submitted, as fast as this machine happens to be. */
const KILLED_AFTER_MS = [0, 150, 400];
const ENDED_MS = 30_000;

describe('operations of a node that is killed', function () {
  this.timeout(180_000);
  let node: NodeProcess;

  before(async () => {
    node = await NodeProcess.create();
  });
  after(() => node.remove());

  it('go on after each restart, and are one transaction each', async () => {
    let client = node.client(await node.login());
    const writer = await newParty(client, 'Writer', 'ED25519');
    const { userId } = await client.getMe();
    const owners = [{ userId, walletId: writer.address }];
    const { registerId } = await client.createRegister({ body: { name: 'Notes', owners } });
    const body = { blueprintId: NOTES.id, override: UNREHEARSED, blueprintJson: NOTES };
    await client.publishBlueprint({ params: { registerId }, body });
    const begun: { operationId: string; instanceId: string }[] = [];
    for (const afterMs of KILLED_AFTER_MS) {
      const note = String(afterMs).padEnd(NOTE_CHARACTERS, 'note ');
      const place = { blueprintId: NOTES.id, actionId: '0', registerAddress: registerId };
      const accepted = await client.submitAction({
        body: { ...place, senderWallet: writer.address, payloadData: { note } },
      });
      if (!('operationId' in accepted) || accepted.operationId === undefined) throw new Error(JSON.stringify(accepted));
      expect(accepted).to.include({ isAsync: true, status: 'encrypting' });
      begun.push({ operationId: accepted.operationId, instanceId: accepted.instanceId });
      await pause(afterMs);
      await node.kill();
      await node.start();
      client = node.client(await node.login());
    }
    for (const { operationId, instanceId } of begun) {
      const done = await ended(operationId);
      expect(done, JSON.stringify(done)).to.include({ status: 'Completed', percentComplete: 100, instanceId });
      const instance = await client.getInstance({ params: { instanceId } });
      expect(instance).to.include({ firstTransactionId: done.transactionHash, completedActionCount: 1 });
      expect(instance.currentActionIds).to.deep.equal([1]);
    }
    const { totalCount, items } = await client.listOperations({ query: { wallet: writer.address } });
    expect([totalCount, items.length]).to.deep.equal([KILLED_AFTER_MS.length, KILLED_AFTER_MS.length]);
    const text = String(await client.getPrometheusMetrics({}));
    expect(text).to.match(/^ledger_operations_unfinished 0$/m);
    // Nothing else was sealed for them: the genesis, the publication and one transaction each.
    // By short rows: all their bytes are more than a page holds.
    const { transactions: sealed } = await client.listTransactionSummaries({ params: { registerId }, query: {} });
    expect(sealed).to.have.length(2 + KILLED_AFTER_MS.length);

    async function ended(operationId: string) {
      for (const until = Date.now() + ENDED_MS; ; await pause(100)) {
        const operation = await client.getOperation({ params: { operationId } });
        if (operation.completedAt !== undefined || Date.now() > until) return operation;
      }
    }
  });
});
