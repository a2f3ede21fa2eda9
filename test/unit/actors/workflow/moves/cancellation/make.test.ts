// The end of a full instance, as a node makes it of what its user asks: by the definition, or because nothing goes on.
import { expect } from 'chai';
import type { InstanceRecord } from '../../../../../../actors/workflow/instance/instance-record.js';
import { instanceView } from '../../../../../../actors/workflow/instance/instance-view.js';
import { cancellationOf } from '../../../../../../actors/workflow/moves/cancellation/make.js';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { INSTANCE_COMMON_MAX } from '../../../../../../core/base/limits/ledger/instances.js';
import { isFailure } from '../../../../../../core/base/result.js';
import type { Definition } from '../../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../../core/blueprint/state/instance.js';
import { holdersNow } from '../../../../../../core/instance/people/holders.js';
import { alice, bob, type Wallet, wallet } from '../../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../../support/register/people.js';

const carol = wallet('carol');
/** bob goes on, or round; no party cancels once alice has begun. */
const ROUNDS = {
  language: 2,
  title: 'Rounds',
  description: 'One begins, and another one goes on.',
  participants: [
    { id: 'buyer', walletAddress: alice.address },
    { id: 'seller', walletAddress: bob.address },
  ],
  actions: [step(1, 'buyer', [2], { isStartingAction: true }), step(2, 'seller', [])],
  cancellation: { by: ['opener'], until: [1] },
} as unknown as JsonObject;

function begun() {
  const at = new People(ROUNDS);
  const first = at.seal(1, alice);
  const { view, state } = at.ledger;
  const definition = ROUNDS as unknown as Definition;
  const recordOf = (row: Instance): InstanceRecord => ({
    ...{ at: { registerId: first.header.registerId, reg: 1 }, id: INSTANCE, row, definition },
    ...{ plan: planOf(definition), held: holdersNow(view, INSTANCE), standsIn: () => [] },
    transactions: [{ transaction: first, location: { height: 2, index: 0 }, timestampMs: state.timestampMs } as never],
  });
  const full = { ...at.instance, late: { seller: { moves: INSTANCE_COMMON_MAX, wallet: bob.address } } };
  const ended = (row: Instance, by: Wallet) => {
    const ask = { registerId: '', instanceId: INSTANCE, by: { address: by.address }, waitMs: 0 } as never;
    const found = cancellationOf({ record: recordOf(row), view }, ask, state.timestampMs + 1000);
    return isFailure(found) ? found.issues.map(({ code }) => code) : { roles: found.roles, full: found.full };
  };
  const isStuck = (row: Instance) => instanceView(recordOf(row), view, state.timestampMs + 1000).isStuck;
  return { now: at.instance, full, ended, isStuck };
}

describe('actors/workflow/moves/cancellation/make', () => {
  it('ends a full instance for a party that did not fill it, whatever its definition says', () => {
    const { now, full, ended } = begun();
    expect(ended(now, alice)).to.deep.equal(['VAL_BP_018']);
    expect(ended(full, alice)).to.deep.equal({ roles: undefined, full: true });
    expect(ended(full, bob)).to.deep.equal(['VAL_BP_002']);
    expect(ended(full, carol)).to.deep.equal(['VAL_BP_002']);
  });

  it('shows it as stuck', () => {
    const { now, full, isStuck } = begun();
    expect([isStuck(now), isStuck(full)]).to.deep.equal([false, true]);
  });
});
