// Rows of the inbox while a dispute pauses an instance: each branch says until when it is paused, as the ledger has it,
// and the instance is counted as one that has not ended.
import { expect } from 'chai';
import { foldDockets } from '../../../../../actors/workflow/inbox/inbox-fold.js';
import { rowAfter } from '../../../../../actors/workflow/inbox/inbox-row.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { InboxCursor, InboxInstance } from '../../../../../storage/tables/workflow/inbox.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const HOUR = 3_600_000;
const num = { type: 'integer' };
const PARTICIPANTS = Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
  id,
  walletAddress: address,
}));
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2, 3) },
    { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(4) },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to(4) },
    { requiredPriorActions: [2, 3], ...to() },
  ]),
  participants: PARTICIPANTS,
  disputes: { redoWithin: 'PT2H' },
};

function disputed() {
  const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
  const fork = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
  const lie = at.take({ action: 2, by: bob, data: { qty: 'many' }, next: [4], previous: fork.txId });
  const shown = [[lie, '/qty']] as never;
  const claim = at.objection({ run: lie, by: carol, ground: 'schema', at: '/qty', shown });
  return { at, fork, lie, claim };
}

describe('rows of the inbox', () => {
  it('say until when a dispute pauses a branch, and since when it waits', () => {
    const { at, fork, lie, claim } = disputed();
    const { definition } = at;
    let atMs = 1000;
    const next = (before: InboxInstance | undefined, tx: Transaction): InboxInstance => {
      atMs += 1000;
      return rowAfter(before, tx, { definition, atMs });
    };
    const begun = next(undefined, fork);
    expect(begun.pending.map(({ branch }) => branch)).to.deep.equal([`${fork.txId}:2`, `${fork.txId}:3`]);
    for (const one of begun.pending) expect(one).to.not.have.property('pausedUntilMs');
    const [, other] = begun.pending;
    const after = next(next(begun, lie), claim);
    expect(after.instance.state).to.equal('Disputed');
    expect(after.pending).to.deep.equal([
      { ...other, pausedUntilMs: atMs + 2 * HOUR },
      { branch: `${claim.txId}:2`, sinceMs: atMs, wallet: bob.address },
    ]);
    const again = at.run({ action: 2, by: bob, data: { qty: 1 }, next: [4], previous: claim.txId });
    expect(next(after, again).pending).to.deep.equal([other]);
  });

  it('count an instance that is disputed, until it ends', async () => {
    const { at, fork, lie, claim } = disputed();
    at.ledger.seal(claim);
    const { timestampMs } = at.ledger.state;
    const payload = { type: 'cancellation' };
    const cancelled = at.move('Cancellation', { action: 2, by: alice, previous: fork.txId, payload });
    at.ledger.sealAt(timestampMs + 3 * HOUR, cancelled);
    const kept = new Map<string, InboxInstance>();
    const counted: number[] = [];
    let cursor: InboxCursor = { height: 0, hash: '', instances: 0, active: 0 };
    for (const [i, tx] of [fork, lie, claim, cancelled].entries()) {
      const ports = {
        chain: { view: () => at.ledger.view as never },
        rows: {
          instances: async (_reg: number, ids: readonly string[]) => ids.map((id) => kept.get(id)),
          changeOps: ({ instanceId, after }: { instanceId: string; after: InboxInstance }) => {
            kept.set(instanceId, after);
            return [];
          },
          cursorOp: () => ({ type: 'del', key: '' }) as never,
        },
        isNews: () => false,
        pause: async () => undefined,
      };
      const docket = { height: i + 1, hash: `${i}`, timestampMs: timestampMs + i, transactions: [tx] };
      ({ cursor } = await foldDockets(ports, { registerId: 'r', reg: 1 }, { cursor, dockets: [docket] }));
      expect(cursor.instances).to.equal(1);
      counted.push(cursor.active);
    }
    expect(counted).to.deep.equal([1, 1, 1, 0]);
  });
});
