// A party that repeats its action at full speed makes each try of another one old that reads it: after so many moves it
// leaves that one time, by a rule of every validator. Each condition of that by itself.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { OVERTAKING_MOVES_MAX, OVERTAKING_QUIET_MS } from '../../../../../../core/base/limits/ledger/instances.js';
import type { Transaction } from '../../../../../../core/transaction/types.js';
import { asks, definitionOf, read, shows } from '../../../../../support/language-2.js';
import { alice, bob, wallet } from '../../../../../support/ledger.js';
import { SealedLedger, type Sent } from '../../../../../support/sealed-ledger.js';

const carol = wallet('carol');
const num = { type: 'integer' };
const loop = (id: number) => ({
  routes: [
    { id: 'again', nextActionIds: [id], condition: { '>': [read('in.n'), 0] } },
    { id: 'on', nextActionIds: [], isDefault: true },
  ],
});

/** z repeats action 2, and may do action 4; action 3 counts the former, and is of y unless stated. */
function fast(more: JsonObject = {}) {
  const definition = {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), routes: [{ id: 'f', nextActionIds: [2, 3, 4] }] },
      { sender: 'z', ...asks({ n: num }), ...shows({ y: ['*'] }), ...loop(2) },
      {
        ...{ sender: 'y', ...asks({ n: num }), calculations: { drawn: read('count.2') } },
        ...{ ...shows({ x: ['*'] }), ...loop(3), ...more },
      },
      { sender: 'z', ...asks({ n: num }), ...shows({ y: ['*'] }), ...loop(4) },
    ]),
    participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    })),
  };
  const at = new SealedLedger(definition, [alice, bob, carol]);
  const fork = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2, 3, 4] });
  let last: Transaction = fork;
  const again = (): Sent => ({
    ...{ action: 2, by: carol, data: { n: at.instance.moves }, next: [2], previous: last.txId, isPlain: true },
  });
  /** Until so many moves are sealed since action 3 was opened. */
  const until = (moves: number): void => {
    while (at.instance.moves < moves) last = at.take(again());
  };
  const judged = (afterMs: number): string => at.judge(at.run(again()), at.ledger.state.timestampMs + afterMs);
  return { at, fork, again, until, judged };
}

const REFUSED = 'VAL_READ_002';
/** Moves of the instance with the one that opened action 3, which is none since. */
const MOST = OVERTAKING_MOVES_MAX;

describe('who makes what others read old', () => {
  it('leaves them time once they are open for long', () => {
    const { at, until, judged } = fast();
    until(MOST);
    expect(judged(1)).to.equal('ok');
    until(MOST + 1);
    expect([judged(1), judged(OVERTAKING_QUIET_MS - 1)]).to.deep.equal([REFUSED, REFUSED]);
    expect(judged(OVERTAKING_QUIET_MS)).to.equal('ok');
    // In that time the other one has its way, and from then on nobody waits.
    const by = {
      action: 3,
      by: bob,
      next: [3],
      previous: at.instance ? (Object.keys(at.instance.flow)[0] as string) : '',
    };
    at.take({ ...by, data: { n: 1, drawn: MOST }, isPlain: true });
    expect(judged(1)).to.equal('ok');
  });

  it('is not its own role', () => {
    const { until, judged } = fast({ sender: 'z' });
    until(MOST + 1);
    expect(judged(1)).to.equal('ok');
  });

  it('is nobody where the open action does not read it', () => {
    const { at, fork, until, judged } = fast();
    until(MOST + 1);
    expect(judged(1)).to.equal(REFUSED);
    const beside = { action: 4, by: carol, data: { n: 1 }, next: [4], previous: fork.txId, isPlain: true };
    expect(at.judge(at.run(beside), at.ledger.state.timestampMs + 1)).to.equal('ok');
  });
});
