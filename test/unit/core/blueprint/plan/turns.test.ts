// Turns of loops: with which actions they begin, also of loops inside of loops, and what is surely done in one: as the
// moves of random workflows say it.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { turnsOf } from '../../../../../core/blueprint/plan/turns.js';

/** A member that a linter takes for a promise. */
const THEN = 'then';

interface Way {
  readonly from: number;
  readonly to: readonly number[];
}

/** A workflow of these ways; 1 opens. */
function definitionOf(ways: readonly Way[], more: Readonly<Record<number, object>> = {}): Definition {
  const ids = [...new Set(ways.flatMap(({ from, to }) => [from, ...to]))].sort((a, b) => a - b);
  const actions = ids.map((id) => ({
    id,
    sender: 'a',
    isStartingAction: id === 1,
    routes: ways.flatMap(({ from, to }, i) =>
      from === id ? [{ id: `r${i}`, nextActionIds: to, condition: true as Json }] : [],
    ),
    ...more[id],
  }));
  const participants = [{ id: 'a' }, { id: 'b' }];
  return { language: 2, title: 'Turns', description: 'Loops.', participants, actions } as unknown as Definition;
}

/** `1>2 2>3,4` */
function read(text: string, more?: Readonly<Record<number, object>>): Definition {
  const ways = text.split(' ').map((way): Way => {
    const [from = '', to = ''] = way.split('>');
    return { from: Number(from), to: to === '' ? [] : to.split(',').map(Number) };
  });
  return definitionOf(ways, more);
}

function begins(text: string, more?: Readonly<Record<number, object>>): Readonly<Record<number, readonly number[]>> {
  const definition = read(text, more);
  const turns = turnsOf(definition);
  return Object.fromEntries(
    definition.actions.flatMap(({ id }) => (turns.begins(id).length > 0 ? [[id, turns.begins(id)]] : [])),
  );
}

describe('turns of loops', () => {
  it('begin with the action by which a loop is entered', () => {
    expect(begins('1>2 2>3 3>4')).to.deep.equal({});
    expect(begins('1>2 2>3 3>2 3>4')).to.deep.equal({ 2: [2], 3: [2] });
    expect(begins('1>2 2>1 2>3')).to.deep.equal({ 1: [1], 2: [1] });
    expect(begins('1>2 2>2 2>3')).to.deep.equal({ 2: [2] });
    // Two ways in: a turn begins with either.
    expect(begins('1>2 1>3 2>3 3>2 3>4')).to.deep.equal({ 2: [2, 3], 3: [2, 3] });
    // By a timer as by a route; a rejection takes back what it leads round.
    const timer = { timers: [{ id: 't', after: 'P1D', [THEN]: { nextActionIds: [2] } }] };
    expect(begins('1>2 2>3 3>4', { 3: timer })).to.deep.equal({ 2: [2], 3: [2] });
    expect(begins('1>2 2>3 3>4', { 3: { rejectionConfig: { targetActionId: 2 } } })).to.deep.equal({});
  });

  it('begin anew with each loop that an action is in', () => {
    expect(begins('1>2 2>3 3>4 4>3 4>2 4>5')).to.deep.equal({ 2: [2], 3: [2, 3], 4: [2, 3] });
    // Two loops side by side, and a third inside of one of them.
    expect(begins('1>2,5 2>3 3>2 3>4 5>6 6>7 7>6 7>5 7>8')).to.deep.equal({
      ...{ 2: [2], 3: [2] },
      ...{ 5: [5], 6: [5, 6], 7: [5, 6] },
    });
  });

  it('surely have what each way through the turn does', () => {
    const sure = (text: string, more?: Readonly<Record<number, object>>) => {
      const turns = turnsOf(read(text, more));
      return (action: number, runs: number) => turns.isSure(action, runs);
    };
    const skips = sure('1>2 2>3 2>4 3>4 4>2 4>5');
    expect([skips(3, 4), skips(2, 4), skips(4, 5), skips(3, 5), skips(2, 3)]).to.deep.equal([
      ...[false, true, true, false, true],
    ]);
    // What ran before the loop says nothing of a turn, and a join waits for each branch of this turn.
    const forks = sure('1>2 2>3,4 3>5 4>5 5>2 5>6', { 5: { requiredPriorActions: [3, 4] } });
    expect([forks(3, 5), forks(4, 5), forks(3, 4), forks(4, 6)]).to.deep.equal([true, true, false, true]);
    const silent = { timers: [{ id: 't', after: 'P1D', [THEN]: { nextActionIds: [4] } }] };
    const timed = sure('1>2 2>3 3>4 4>2 4>5', { 3: silent });
    expect(timed(3, 4)).to.equal(false);
    const stating = { timers: [{ ...silent.timers[0], data: { x: 1 } }] };
    expect(sure('1>2 2>3 3>4 4>2 4>5', { 3: stating })(3, 4)).to.equal(true);
  });

  it('tell what runs later in a turn from what runs beside it', () => {
    const turns = turnsOf(read('1>2 2>3,4 3>5 4>5 5>6 6>2 6>7', { 5: { requiredPriorActions: [3, 4] } }));
    const isLater = (action: number, runs: number) => turns.isLater(action, runs);
    expect([isLater(5, 3), isLater(6, 5), isLater(6, 2), isLater(2, 2)]).to.deep.equal([true, true, true, true]);
    expect([isLater(3, 4), isLater(3, 5), isLater(3, 7), isLater(6, 7)]).to.deep.equal([false, false, false, false]);
  });

  it('inside of a larger loop are of the newest of both', () => {
    // 3 and 4 may be passed by in a turn of the loop of 2.
    const turns = turnsOf(read('1>2 2>3 2>5 3>4 4>3 4>5 5>2 5>6'));
    expect([turns.isSure(4, 5), turns.isSure(3, 4), turns.isSure(4, 3)]).to.deep.equal([false, true, false]);
  });
});
