// The receivers of a move, by its definition and the holders, and every way in which an envelope can be for others.
import { expect } from 'chai';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { type DisclosedMove, groupsFor, groupsProblem } from '../../../../../core/envelope/layout/expected.js';
import { aWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const addresses = ['ada', 'ben', 'cid', 'dot', 'eve'].map((name) => aWallet(name).key.walletAddress).sort();
const [ada, ben, cid, dot, eve] = addresses as [string, string, string, string, string];

/** x sends a, b, c: y reads a and b, z reads b and c. y may send it back. */
const definition = definitionOf(
  [
    {
      ...asks({ a: num, b: num, c: num }),
      ...shows({ y: ['a', 'b'], z: ['b', 'c'] }),
      routes: [{ nextActionIds: [2] }],
    },
    { ...asks({ d: num }), id: 2, sender: 'y', rejectionConfig: { targetActionId: 1 } },
  ],
  { participants: ['x', 'y', 'z'].map((id) => ({ id })) },
) as unknown as Definition;

function move(given: Partial<DisclosedMove> & { readonly actionId?: string } = {}): DisclosedMove {
  const { actionId = '1', ...more } = given;
  const planned = planOf(definition).actions.get(actionId);
  if (!planned) throw new Error('the definition has the action');
  return {
    definition,
    planned,
    type: 'Action',
    sender: ada,
    opener: ada,
    taken: { x: ada, y: ben, z: cid },
    cannotReceive: () => false,
    ...more,
  };
}

const walletsOf = (of: DisclosedMove) => groupsFor(of).map(({ wallets }) => wallets);
const letters = (of: DisclosedMove) =>
  walletsOf(of).map((group) => group.map((one) => 'ABCDE'[addresses.indexOf(one)]).join(''));

describe('cells: the receiver of a move', () => {
  it('is who holds a role that reads something of an action', () => {
    expect(letters(move())).to.deep.equal(['A', 'B', 'C']);
    expect(letters(move({ taken: { x: ada, y: ben, z: ben } }))).to.deep.equal(['AB']);
    expect(letters(move({ taken: {} }))).to.deep.equal(['A']);
    expect(letters(move({ cannotReceive: (wallet) => wallet === ben }))).to.deep.equal(['A', 'C']);
    // The signer can read what it signs.
    expect(letters(move({ cannotReceive: () => true }))).to.deep.equal(['A']);
  });

  it('is of a rejection its sender, the opener and the target, and of a cancellation everybody', () => {
    const rejection = { actionId: '2', type: 'Rejection', sender: ben, opener: dot } as const;
    expect(letters(move(rejection))).to.deep.equal(['ABD']);
    expect(letters(move({ ...rejection, cannotReceive: (wallet) => wallet === ada }))).to.deep.equal(['BD']);
    expect(letters(move({ ...rejection, taken: {} })), 'who rejects takes its role, and no other').to.deep.equal([
      'BD',
    ]);
    const cancellation = { type: 'Cancellation', sender: dot, opener: dot } as const;
    expect(letters(move(cancellation))).to.deep.equal(['ABCD']);
    expect(letters(move({ ...cancellation, cannotReceive: (wallet) => wallet !== ada }))).to.deep.equal(['AD']);
  });

  it('is asked of an envelope exactly', () => {
    const expected = groupsFor(move());
    const found = (...given: readonly (readonly string[])[]) => groupsProblem(expected, given)?.code ?? 'ok';
    expect(found([ada], [ben], [cid])).to.equal('ok');
    // Too few, too many, another partition, another order, a stranger.
    expect(found([ada], [ben])).to.equal('VAL_CELL_003');
    expect(found([ada], [ben], [cid], [dot])).to.equal('VAL_CELL_003');
    expect(found([ada], [ben], [cid, eve])).to.equal('VAL_CELL_003');
    expect(found([ada], [ben, cid])).to.equal('VAL_CELL_002');
    expect(found([ada], [ben], [cid], [cid])).to.equal('VAL_CELL_002');
    expect(found([ada, ben], [ben], [cid])).to.equal('VAL_CELL_002');
    expect(found([ada], [cid], [ben])).to.equal('VAL_CELL_002');
    expect(found([ada], [ben], [cid, cid])).to.equal('VAL_CELL_002');
    const shared = groupsFor(move({ taken: { x: ada, y: ben, z: ben } }));
    expect(groupsProblem(shared, [[ben, ada]])?.code).to.equal('VAL_CELL_002');
    expect(groupsProblem(shared, [[ada], [ben]])?.code).to.equal('VAL_CELL_002');
    expect(groupsProblem(shared, [[ada, ben]])).to.equal(undefined);
  });

  it('is not who held a role before, nor who was revoked', () => {
    const now = groupsFor(move({ taken: { x: ada, y: dot, z: cid } }));
    expect(groupsProblem(now, [[ada], [ben], [cid]])?.path).to.equal('/payload/groups/1/keys');
    const vacant = groupsFor(move({ cannotReceive: (wallet) => wallet === cid }));
    expect(groupsProblem(vacant, [[ada], [ben], [cid]])?.code).to.equal('VAL_CELL_003');
    expect(groupsProblem(vacant, [[ada], [ben]])).to.equal(undefined);
  });
});
