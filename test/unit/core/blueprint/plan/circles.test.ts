// Circles of routes: each of them is told, with its way, within a bound that a large definition cannot break.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { CIRCLES_MAX, findCircles, idsOf } from '../../../../../core/blueprint/plan/circles.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';

const action = (id: number, to: number[][], more: Partial<Action> = {}): Action => ({
  id,
  sender: 'a',
  routes: to.map((nextActionIds) => ({ nextActionIds })),
  ...more,
});
const definition = (...actions: Action[]): Definition => ({
  title: 'Small',
  description: 'Ways that go round.',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions,
});
const circlesIn = (...actions: Action[]): readonly (readonly number[])[] =>
  findCircles(definition(...actions)).map(idsOf);

describe('circles of routes', () => {
  it('are each told, those that share an action or a way too', () => {
    expect(circlesIn(action(0, [[1]]), action(1, [[2]]), action(2, [[1]]))).to.deep.equal([[1, 2, 1]]);
    expect(circlesIn(action(0, [[0]]))).to.deep.equal([[0, 0]]);
    expect(
      circlesIn(action(1, [[2], [3]]), action(2, [[1]]), action(3, [[1]]), action(4, [[5]]), action(5, [[4]])),
    ).to.deep.equal([
      [1, 2, 1],
      [1, 3, 1],
      [4, 5, 4],
    ]);
    const shared = circlesIn(action(1, [[2], [4]]), action(2, [[3]]), action(3, [[1]]), action(4, [[3]]));
    expect(shared).to.deep.equal([
      [1, 2, 3, 1],
      [1, 4, 3, 1],
    ]);
  });

  it('are one where parallel branches run through it, and more where a branch has a loop of its own', () => {
    const round = [action(2, [[4]]), action(3, [[4]]), action(4, [[1], []])];
    expect(circlesIn(action(1, [[2, 3]]), ...round)).to.deep.equal([[1, 2, 4, 1]]);
    const nested = [action(2, [[4]]), action(3, [[5, 6]]), action(4, [[1], []]), action(5, [[4]]), action(6, [[4]])];
    expect(circlesIn(action(1, [[2, 3]]), ...nested)).to.deep.equal([[1, 2, 4, 1]]);
    const own = [action(2, [[4]]), action(3, [[5]]), action(4, [[1], []]), action(5, [[3], [4]])];
    expect(circlesIn(action(1, [[2, 3]]), ...own)).to.deep.equal([
      [1, 2, 4, 1],
      [3, 5, 3],
    ]);
  });

  it('are of routes alone: not of rejections, and not where branches come together', () => {
    expect(circlesIn(action(0, [[1]]), action(1, [], { rejectionConfig: { targetActionId: 0 } }))).to.deep.equal([]);
    expect(circlesIn(action(0, [[1], [2]]), action(1, [[3]]), action(2, [[3]]), action(3, []))).to.deep.equal([]);
  });

  it('are bounded in number, and found in the largest definition', () => {
    const long = Array.from({ length: 500 }, (_, i) => action(i, [[(i + 1) % 500]]));
    expect(circlesIn(...long).map(({ length }) => length)).to.deep.equal([501]);
    const all = Array.from({ length: 200 }, (_, i) => i);
    expect(circlesIn(...all.map((i) => action(i, [all.filter((j) => j > i)])))).to.deep.equal([]);
    const apart = all.map((i) => [i]);
    expect(circlesIn(...all.map((i) => action(i, apart)))).to.have.length(CIRCLES_MAX);
    expect(circlesIn(...all.map((i) => action(i, [all])))).to.have.length(1);
  });

  it('are warnings with the routes by which they go round', () => {
    const small = definition(
      action(1, [[2], [3]], { title: 'Ask', isStartingAction: true }),
      action(2, [[1]]),
      action(3, [[1]]),
    );
    const found = checkBlueprint(small as unknown as Json).filter(({ code }) => code === 'BP_CYCLE');
    expect(found.map(({ location, message }) => `${location} ${message}`)).to.deep.equal([
      '/actions/0/routes The routes lead in a circle, 1, 2, 1: action 1 "Ask" takes route "route-0" to 2, action 2 takes route "route-0" to 1. Where that is meant, leave it so.',
      '/actions/0/routes The routes lead in a circle, 1, 3, 1: action 1 "Ask" takes route "route-1" to 3, action 3 takes route "route-0" to 1. Where that is meant, leave it so.',
    ]);
    expect(found[0]?.path).to.deep.equal([
      'action 1 "Ask" takes route "route-0" to 2',
      'action 2 takes route "route-0" to 1',
    ]);
  });
});
