// Where a rehearsal stands while timers run: it goes on by them, and an action that a timer did with data is done.
import { expect } from 'chai';
import { walkOf } from '../../../../actors/rehearsal/walk.js';
import { readInstance } from '../../../../actors/workflow/instance/instance-record.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { placeOf } from '../../../support/node/inbox.js';
import {
  genesisTransaction,
  keyOf,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../../support/node/ledger-world.js';
import { step } from '../../../support/register/people.js';

const DAY_MS = 86_400_000;
const DEFINITION = {
  language: 2,
  title: 'Consent',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(2, 'office', [3], { timers: [{ id: 'deemed', after: 'P1D', then: { nextActionIds: [3] }, data: { n: 1 } }] }),
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(3, 'asks', [], { timers: [{ id: 'lapse', after: 'P1D', then: { nextActionIds: [] } }] }),
  ],
} as unknown as JsonObject;

describe('a rehearsal with timers', () => {
  it('waits for them, and counts as done what they state', async () => {
    const world = await ledgerWorld();
    const genesis = { transaction: genesisTransaction(world.clock.now(), REGISTER_ID), advertise: false };
    await world.ledger.genesis.found(genesis);
    const createdAt = new Date(world.clock.now()).toISOString();
    const header = { registerId: REGISTER_ID, blueprintId: 'consent', createdAt };
    const publication = signedTransaction(
      keyOf('owner'),
      {
        ...{ ...header, actionId: 'blueprint-publish' },
        metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
      },
      DEFINITION,
    );
    expect((await submitted(world, publication)).status).to.equal('sealed');
    const publicationTxId = publication.txId;
    const first = signedTransaction(keyOf('asks'), { ...header, actionId: '1', publicationTxId }, { n: 0 });
    expect((await submitted(world, first)).status).to.equal('sealed');
    const definition = DEFINITION as unknown as Definition;
    const standing = async (aheadMs = 0) => {
      const at = placeOf(world);
      const record = await readInstance(world, at, instanceIdOf(first));
      if (isFailure(record)) throw new Error(record.issue.message);
      const view = world.chain.view(at.reg);
      const here = { view, nowMs: world.clock.now() + aheadMs, hasCycles: true };
      const { steps, current, outcome } = walkOf({ definition, plan: planOf(definition) }, record, here);
      return [steps.map(({ status }) => status), current.map(({ actionId }) => actionId), outcome];
    };
    expect(await standing()).to.deep.equal([['Done', 'Current', 'Pending'], [2], 'InProgress']);
    // No wallet can act between the due time and the docket of the timer.
    expect(await standing(2 * DAY_MS)).to.deep.equal([['Done', 'Pending', 'Pending'], [], 'InProgress']);
    await world.clock.advance(DAY_MS + 2000);
    expect(await standing()).to.deep.equal([['Done', 'Done', 'Current'], [3], 'InProgress']);
    await world.clock.advance(DAY_MS + 2000);
    // An action that a timer ends without data is not done; the workflow came to its end all the same.
    expect(await standing()).to.deep.equal([['Done', 'Done', 'Pending'], [], 'Passed']);
    await world.ledger.stop();
  });
});
