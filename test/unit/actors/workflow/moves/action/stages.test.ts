// The stages of an action in their order, whether its caller waits or it is an operation: what a way may say comes at
// the same place, and what ends it leaves nothing on the ledger.
import { expect } from 'chai';
import type { ActionWay } from '../../../../../../actors/workflow/moves/action/way.js';
import { type Issue, issue } from '../../../../../../core/base/issue.js';
import { isFailure } from '../../../../../../core/base/result.js';
import { issuesOf } from '../../../../../support/base/results.js';
import { REGISTER_ID } from '../../../../../support/node/ledger-world.js';
import {
  ASKER,
  member,
  type OperationWorld,
  operationWorld,
  order,
  sealedHere,
  withOrders,
} from '../../../../../support/node/operation-world.js';

const NO = issue('ACCOUNT_SUSPENDED', '', 'The account is suspended.');
const INSTANCE = '11111111-1111-4111-8111-111111111111';

/** A way that notes each stage, and ends at one of them. */
function noted(seen: string[], endsAt?: string): ActionWay {
  const at = (stage: string): readonly Issue[] => {
    seen.push(stage);
    return stage === endsAt ? [NO] : [];
  };
  return {
    check: async () => at('check'),
    proceed: () => at('proceed').length === 0,
    encrypt: (ask) => {
      seen.push('encrypt');
      return sealedHere(ask);
    },
    mayStill: () => at('mayStill'),
    keep: async () => at('keep'),
  };
}

async function carried(world: OperationWorld, ask: Parameters<OperationWorld['workflow']['carry']>[0], way: ActionWay) {
  const outcome = world.workflow.carry(ask, way);
  await world.clock.settle();
  return outcome;
}

describe('the stages of an action', () => {
  it('are the same at once and as an operation', async () => {
    const seen: string[] = [];
    const world = await operationWorld({
      refuse: () => {
        seen.push('submit');
        return undefined;
      },
    });
    const by = await withOrders(world);
    seen.length = 0;
    await carried(world, order(by), noted(seen));
    expect(seen).to.deep.equal(['check', 'proceed', 'encrypt', 'mayStill', 'keep', 'submit']);
    seen.length = 0;
    const direct = world.workflow.submit(order(by));
    await world.clock.settle();
    expect(await direct).to.include({ isComplete: false });
    expect(seen).to.deep.equal(['submit']);
  });

  it('sign nothing for who lost the right meanwhile: while others had their turn, or while it was encrypted', async () => {
    const world = await operationWorld();
    const by = { ...(await withOrders(world)), asker: ASKER };
    const instance = { opens: INSTANCE };
    const suspended = world.commit(member(world, 'Suspended'));
    const late = await carried(world, order(by, instance), {
      ...noted([]),
      encrypt: async (ask) => {
        await suspended;
        return sealedHere(ask);
      },
    });
    expect(JSON.stringify(issuesOf(late))).to.contain('ACCOUNT_SUSPENDED');
    await world.commit(member(world, 'Active'));
    let free: () => void = () => undefined;
    const first = world.workflow.carry(order(by, instance), {
      ...noted([], 'check'),
      check: () =>
        new Promise((resolve) => {
          free = () => resolve([NO]);
        }),
    });
    const second = carried(world, order(by, instance), noted([]));
    await world.commit(member(world, 'Suspended'));
    free();
    await first;
    expect(JSON.stringify(issuesOf(await second))).to.contain('ACCOUNT_SUSPENDED');
    await world.commit(member(world, 'Active'));
    expect(isFailure(await carried(world, order(by, instance), noted([])))).to.equal(false);
  });

  it('end where a way says so, before anything is sent', async () => {
    const world = await operationWorld();
    const by = await withOrders(world);
    for (const stage of ['check', 'mayStill', 'keep']) {
      const seen: string[] = [];
      const outcome = await carried(world, order(by, { opens: INSTANCE }), noted(seen, stage));
      expect(issuesOf(outcome), stage).to.deep.equal([NO]);
      expect(seen.at(-1)).to.equal(stage);
    }
    const deferred = await carried(world, order(by, { opens: INSTANCE }), noted([], 'proceed'));
    expect(deferred).to.deep.include({ status: 'deferred' });
    expect(isFailure(await world.workflow.instance(REGISTER_ID, INSTANCE))).to.equal(true);
  });
});
