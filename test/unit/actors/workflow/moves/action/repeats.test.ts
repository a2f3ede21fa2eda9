// Repeats around rejections: what was done before one and is undone by it is no repeat any more; what another branch
// did stays one.
import { expect } from 'chai';
import type { InstanceRecord } from '../../../../../../actors/workflow/instance/instance-record.js';
import type { ActionAsk } from '../../../../../../actors/workflow/moves/action/ask.js';
import { repeatedAction } from '../../../../../../actors/workflow/moves/action/repeats.js';
import type { Definition } from '../../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../../../../core/blueprint/state/instance.js';
import type { Visible } from '../../../../../../core/reading/cells/visible.js';

const BLUEPRINT = 'loops';
const role = (id: string) => ({ id, name: id, walletAddress: `wallet of ${id}` });
const action = (id: number, next: readonly number[], more: object = {}) => ({
  id,
  title: `Action ${id}`,
  sender: `p${id}`,
  isStartingAction: id === 0,
  routes: next.length > 0 ? [{ id: `after ${id}`, nextActionIds: next }] : [],
  ...more,
});

/** 0 leads to 1 and to 5 beside it; 1 to 2, 2 to 3, which may be sent back to 1. */
const definition = (isTerminal = false) =>
  ({
    id: BLUEPRINT,
    title: 'Loops',
    description: 'Goes back.',
    participants: [0, 1, 2, 3, 5].map((id) => role(`p${id}`)),
    actions: [
      action(0, [1, 5]),
      action(1, [2]),
      action(2, [3]),
      action(3, [], { rejectionConfig: { targetActionId: 1, isTerminal } }),
      action(5, []),
    ],
  }) as unknown as Definition;

/** Data with the runs of these moves, of which some were undone. */
const visible = (moves: readonly number[], undone: readonly number[]): Visible => {
  const runs = moves.map((_, i) => ({ txId: `tx ${i}`, isInForce: !undone.includes(i), waits: false }));
  return { fields: {}, opened: new Map(), closed: new Map(), runs } as unknown as Visible;
};

/** An instance with these moves, `-3` for the rejection of 3, that waits for `next`. */
function instanceWith(moves: readonly number[], next: readonly number[], of: Definition): InstanceRecord {
  const transactions = moves.map((move, i) => ({
    height: i + 1,
    index: 0,
    timestampMs: i,
    transaction: {
      txId: `tx ${i}`,
      payload: { said: Math.abs(move) },
      header: {
        actionId: String(Math.abs(move)),
        senderWallet: `wallet of p${Math.abs(move)}`,
        ...(i > 0 && { previousTransactionId: `tx ${i - 1}` }),
        metadata: { type: move < 0 ? 'Rejection' : 'Action' },
      },
    },
  }));
  const row = {
    blueprintId: BLUEPRINT,
    flow: next.length > 0 ? { 'tx 0': { action: 0, after: [], atMs: 0, next, took: [] } } : {},
    state: next.length > 0 ? 'Active' : 'Rejected',
  } as unknown as Instance;
  const about = { definition: of, plan: planOf(of) };
  return { at: { registerId: 'r', reg: 1 }, id: 'i', row, ...about, transactions } as unknown as InstanceRecord;
}

const asking = (id: number): ActionAsk =>
  ({
    ...{ registerId: 'r', blueprintId: BLUEPRINT, instanceId: 'i', actionId: String(id), payload: { said: id } },
    by: { address: `wallet of p${id}` },
    waitMs: 0,
  }) as unknown as ActionAsk;

describe('repeatedAction', () => {
  const answered = (
    id: number,
    { moves, next, undone = [] }: { moves: readonly number[]; next: readonly number[]; undone?: readonly number[] },
    of = definition(),
  ) => repeatedAction(instanceWith(moves, next, of), visible(moves, undone), asking(id))?.transactionId;

  it('gives what came of an action that is done and not waited for', () => {
    expect(answered(2, { moves: [0, 1, 2], next: [3, 5] })).to.equal('tx 2');
    expect(answered(2, { moves: [0, 1, 2], next: [2, 5] })).to.equal(undefined);
  });

  it('gives nothing for what a rejection undid, until it is done again', () => {
    const undone = [1, 2];
    expect(answered(2, { moves: [0, 1, 2, -3], next: [1, 5], undone })).to.equal(undefined);
    expect(answered(2, { moves: [0, 1, 2, -3, 1], next: [2, 5], undone })).to.equal(undefined);
    expect(answered(2, { moves: [0, 1, 2, -3, 1, 2], next: [3, 5], undone })).to.equal('tx 5');
    // The action that the rejection went back to is undone too, whichever party ended the instance since.
    expect(answered(1, { moves: [0, 1, 2, -3], next: [], undone })).to.equal(undefined);
  });

  it('still gives what was done before the target or beside it', () => {
    const given = { moves: [0, 5, 1, 2, -3], next: [1], undone: [2, 3] };
    expect(answered(0, given)).to.equal('tx 0');
    expect(answered(5, given)).to.equal('tx 1');
  });

  it('still gives everything where the rejection ended the instance', () => {
    expect(answered(2, { moves: [0, 1, 2, -3], next: [] }, definition(true))).to.equal('tx 2');
  });
});
