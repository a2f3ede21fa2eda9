// A promise that the time slot of another role keeps back is no end: the next slot takes it.
import { expect } from 'chai';
import { isOver } from '../../../../actors/validator-pool/outcomes.js';
import { RefusalPolicy } from '../../../../actors/validator-pool/refusal-policy.js';
import { UNSLOTTED_MOVES_MAX } from '../../../../core/base/limits/ledger/instances.js';
import { nextSlot } from '../../../../core/blueprint/names/reading-slots.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const num = { type: 'integer' };

/** y leaves 3, which reads 4, open, and repeats 2; z does 4 once. */
const DEFINITION = {
  ...definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2, 3, 4) },
    { sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(2) },
    {
      ...{ sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
      calculations: { c: read('count.4') },
    },
    { sender: 'z', ...asks({ n: num }), ...shows({ x: ['*'], y: ['*'] }), ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  })),
};

describe('a promise in the time slot of another role', () => {
  it('is kept, and sealed in the next one', () => {
    const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
    const fork = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2, 3, 4] });
    let last: Transaction = fork;
    const again = (atMs: number): void => {
      const data = { n: at.instance.moves };
      last = at.run({ action: 2, by: bob, data, next: [2], previous: last.txId, isPlain: true });
      at.ledger.sealAt(atMs, last);
    };
    while (at.instance.moves <= UNSLOTTED_MOVES_MAX) again(at.ledger.state.timestampMs + 1);
    const slotOf = (role: string | undefined) =>
      nextSlot(at.definition, at.ledger.state.timestampMs, (one) => one === role) as number;
    const promised = at.run({ action: 4, by: carol, data: { n: 1 }, next: [], previous: fork.txId, isPlain: true });
    again(slotOf('y'));
    const { state, view } = at.ledger;
    const nowMs = state.timestampMs + 100;
    const clock = { now: () => nowMs };
    const ports = { state: () => state, view: () => view, clock } as never;
    const judged = new RefusalPolicy({ isBehind: () => false }).now(promised, { ports, signaturesOk: true });
    expect(judged.verdict.ok ? 'ok' : judged.verdict.issues[0]?.code).to.equal('VAL_READ_002');
    expect([judged.found, isOver(promised, { state, view, clock })]).to.deep.equal([undefined, false]);
    expect(at.judge(promised, slotOf(undefined))).to.equal('ok');
  });
});
