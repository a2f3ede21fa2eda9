// A party that repeats its action lets others go first who read it: each condition of that by itself.
import { expect } from 'chai';
import { leavesTime } from '../../../../../../actors/workflow/moves/action/leaving-time.js';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { asks, definitionOf, read, shows, to } from '../../../../../support/definitions/short-definitions.js';
import { alice, bob } from '../../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../../support/register/sealed-ledger.js';

const num = { type: 'integer' };

/** x repeats action 2, and may do 4; y's action 3 counts the former, unless stated otherwise. */
function world(reader: JsonObject = {}) {
  const definition = {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2, 3, 4) },
      {
        ...{ ...asks({ n: num }), ...shows({ y: ['*'] }) },
        routes: [
          { id: 'again', nextActionIds: [2], condition: { '>': [read('in.n'), 1] } },
          { id: 'on', nextActionIds: [], isDefault: true },
        ],
      },
      {
        ...{ sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'] }), ...to() },
        ...{ calculations: { drawn: read('count.2') }, ...reader },
      },
      { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to() },
    ]),
    participants: Object.entries({ x: alice, y: bob }).map(([id, { address }]) => ({ id, walletAddress: address })),
  };
  const at = new SealedLedger(definition, [alice, bob]);
  const fork = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2, 3, 4] });
  const leaves = (action = 2) => leavesTime(at.ledger.view, { instanceId: 'inst-1', actionId: String(action) });
  const run = (action: number, next: readonly number[], previous = fork.txId) =>
    at.take({ action, by: alice, data: { n: action }, next, previous, isPlain: true });
  return { at, fork, leaves, run };
}

describe('a party that repeats its action', () => {
  it('leaves time to others whose open action reads it', () => {
    const { leaves, run } = world();
    expect(leaves()).to.equal(false);
    run(2, [2]);
    expect([leaves(), leaves(4)]).to.deep.equal([true, false]);
    const ended = world();
    const last = { action: 2, by: alice, data: { n: 1 }, next: [], previous: ended.fork.txId, isPlain: true };
    ended.at.take(last);
    expect(ended.leaves()).to.equal(false);
  });

  it('leaves none behind another move, which another party had time to follow', () => {
    const { leaves, run } = world();
    run(2, [2]);
    run(4, []);
    expect(leaves()).to.equal(false);
  });

  it('leaves none where no other role reads it, or does not just now', () => {
    const own = world({ sender: 'x' });
    own.run(2, [2]);
    const unread = world({ calculations: { drawn: read('count.4') } });
    unread.run(2, [2]);
    const done = world();
    const data = { n: 1, drawn: 0 };
    done.at.take({ action: 3, by: bob, data, next: [], previous: done.fork.txId, isPlain: true });
    done.run(2, [2]);
    expect([own.leaves(), unread.leaves(), done.leaves()]).to.deep.equal([false, false, false]);
    expect(leavesTime(done.at.ledger.view, { instanceId: 'another', actionId: '2' })).to.equal(false);
  });
});
