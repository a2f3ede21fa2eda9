// The reducer over runs: the situations in which language 1 hangs, does too much, or keeps what should be done again.
import { expect } from 'chai';
import { isAllowed, movedFlow, openedFlow } from '../../../../core/flow/move.js';
import type { Net } from '../../../../core/flow/net.js';
import { type Flow, futureOf, isEnabled, pastOf, tokensOf } from '../../../../core/flow/runs.js';
import { netFrom } from './nets.js';

/**
 * Plays moves such as `2` (its first outcome), `2:1` (its second) and `2!` (its rejection); names each transaction
 * after its place in the list.
 */
function play(net: Net, ...moves: readonly string[]): Flow {
  let flow: Flow | undefined;
  for (const [i, text] of moves.entries()) {
    const [, id = '', outcome = '0', isRejection] = /^(\d+)(?::(\d+))?(!)?$/.exec(text) ?? [];
    const action = Number(id);
    const token = flow && tokensOf(flow).find((one) => one.target === action && isEnabled(flow as Flow, net, one));
    expect(isAllowed(flow, net, { action, previous: token?.txId }), `move ${i} (${text})`).to.equal(true);
    const { outcomes = [], rejection } = net.get(action) ?? {};
    const next = isRejection ? [rejection as number] : (outcomes[Number(outcome)] as readonly number[]);
    const kind = isRejection ? ('reject' as const) : ('act' as const);
    const move = { txId: `t${String(i).padStart(2, '0')}`, kind, action, previous: token?.txId, next, atMs: i };
    flow = flow ? movedFlow(flow, net, move) : openedFlow(move);
  }
  return flow as Flow;
}

/** Actions that may run now, and after a stroke those that wait. */
function open(flow: Flow, net: Net): string {
  const ids = (is: boolean): string =>
    [
      ...new Set(
        tokensOf(flow)
          .filter((token) => isEnabled(flow, net, token) === is)
          .map(({ target }) => target),
      ),
    ]
      .sort()
      .join();
  return ids(false) === '' ? ids(true) : `${ids(true)} / ${ids(false)}`;
}

describe('the reducer over runs', () => {
  const diamond = netFrom({ 1: '2+3', 2: '4', 3: '4', 4: '5 <2,3', 5: '- | 4 !4' });

  it('opens branches and joins them', () => {
    expect(open(play(diamond, '1'), diamond)).to.equal('2,3');
    expect(open(play(diamond, '1', '2'), diamond)).to.equal('3 / 4');
    expect(open(play(diamond, '1', '2', '3'), diamond)).to.equal('4');
    expect(open(play(diamond, '1', '3', '2', '4', '5'), diamond)).to.equal('');
  });

  it('rejects to a join: it is open again, and what it waited for still counts', () => {
    expect(open(play(diamond, '1', '2', '3', '4', '5!'), diamond)).to.equal('4');
    expect(open(play(diamond, '1', '2', '3', '4', '5!', '4', '5!', '4', '5'), diamond)).to.equal('');
  });

  it('leads back to a join by a route', () => {
    expect(open(play(diamond, '1', '2', '3', '4', '5:1'), diamond)).to.equal('4');
  });

  it('undoes one branch before a join, and keeps the other', () => {
    const credit = netFrom({ 7: '8+9', 8: '10', 9: '10', 10: '12 <8,9', 12: '13 !8', 13: '- | 7' });
    const refused = play(credit, '7', '8', '9', '10', '12!');
    expect(open(refused, credit)).to.equal('8 / 10');
    expect(open(play(credit, '7', '8', '9', '10', '12!', '8', '10', '12'), credit)).to.equal('13');
    // The next shipment: everything of the fork is done again.
    expect(open(play(credit, '7', '8', '9', '10', '12', '13:1'), credit)).to.equal('7');
    expect(open(play(credit, '7', '8', '9', '10', '12', '13:1', '7'), credit)).to.equal('8,9');
  });

  it('withdraws the token of the other branch where one goes back to the fork', () => {
    const net = netFrom({ 1: '2+3', 2: '4 !1', 3: '4', 4: '<2,3' });
    const back = play(net, '1', '2!');
    expect(open(back, net)).to.equal('1');
    expect(isAllowed(back, net, { action: 3, previous: 't00' })).to.equal(false);
    expect(open(play(net, '1', '3', '2!', '1'), net)).to.equal('2,3');
  });

  it('loops inside one branch without touching the others', () => {
    const net = netFrom({ 1: '2+3', 2: '5', 5: '2 | 4', 3: '4', 4: '<5,3' });
    expect(open(play(net, '1', '3', '2', '5'), net)).to.equal('2 / 4');
    expect(open(play(net, '1', '3', '2', '5', '2', '5:1'), net)).to.equal('4');
  });

  it('undoes what counted on a run that is done again', () => {
    // 6 waits for 2 of the other branch.
    const net = netFrom({ 1: '2+3', 2: '7', 7: '8 !2', 3: '6', 6: '8 <2', 8: '<7,6' });
    const corrected = play(net, '1', '2', '3', '6', '7!');
    expect(open(corrected, net)).to.equal('2 / 6');
    expect(open(play(net, '1', '2', '3', '6', '7!', '2'), net)).to.equal('6,7');
  });

  it('places a rejection forward where its target never ran', () => {
    const net = netFrom({ 1: '2 !3', 2: '-', 3: '-' });
    expect(open(play(net, '1!'), net)).to.equal('3');
  });

  it('is undone to the very start, and starts again', () => {
    const net = netFrom({ 1: '2', 2: '- !1' });
    const back = play(net, '1', '2!');
    expect(open(back, net)).to.equal('1');
    expect(Object.keys(back)).to.deep.equal(['t01']);
    expect(Object.keys(play(net, '1', '2!', '1', '2!'))).to.deep.equal(['t03']);
  });

  describe('joins by fork', () => {
    const some = netFrom({ 1: '2+3 | 2', 2: '4 | -', 3: '4', 4: '5 <<1', 5: '- !4' });

    it('wait for the branches that were opened, and for no other', () => {
      expect(open(play(some, '1', '2'), some)).to.equal('3 / 4');
      expect(open(play(some, '1', '2', '3'), some)).to.equal('4');
      expect(open(play(some, '1:1', '2'), some)).to.equal('4');
      expect(open(play(some, '1', '2:1', '3'), some)).to.equal('4');
    });

    it('are undone where a branch that had ended is done again', () => {
      const net = netFrom({ 1: '2+3', 2: '4 | -', 3: '4', 4: '5 <<1', 5: '2 | -' });
      expect(open(play(net, '1', '2:1', '3', '4', '5'), net)).to.equal('2 / 4');
      expect(open(play(net, '1', '2:1', '3', '4', '5', '2', '4', '5:1'), net)).to.equal('');
    });

    it('need a number of branches, and close the others', () => {
      const net = netFrom({ 1: '2+3+4', 2: '5', 3: '5', 4: '5', 5: '6 <<1:2', 6: '- !5' });
      expect(open(play(net, '1', '2'), net)).to.equal('3,4 / 5');
      expect(open(play(net, '1', '2', '3'), net)).to.equal('4,5');
      const fired = play(net, '1', '2', '3', '5');
      expect(open(fired, net)).to.equal('6');
      expect(isAllowed(fired, net, { action: 4, previous: 't00' })).to.equal(false);
      // Undone, the join has its two branches, and the third is open again.
      expect(open(play(net, '1', '2', '3', '5', '6!'), net)).to.equal('4,5');
      expect(open(play(net, '1', '2', '3', '5', '6!', '5'), net)).to.equal('6');
    });

    it('run with fewer where no other branch is left', () => {
      const net = netFrom({ 1: '2+3', 2: '5 | -', 3: '5', 5: '<<1:2' });
      expect(open(play(net, '1', '2:1', '3'), net)).to.equal('5');
    });
  });

  it('keeps of what it waited for the last ones alone, so that the state grows with the ways', () => {
    const net = netFrom({ 1: '2+5', 2: '3', 3: '4', 4: '-', 5: '6 <2,3,4', 6: '- !5' });
    const flow = play(net, '1', '2', '3', '4', '5');
    expect(flow['t04']).to.deep.include({ action: 5, after: ['t03'], took: [['t00', 5]] });
    // The runs that it leaves out are in its past all the same: going back to 2 undoes it.
    expect([...pastOf(flow, ['t04'])].sort()).to.deep.equal(['t00', 't01', 't02', 't03', 't04']);
    expect(futureOf(flow, ['t01'])).to.deep.equal(new Set(['t01', 't02', 't03', 't04']));
    const again = play(net, '1', '2', '3', '4', '5', '6!', '5');
    expect(pastOf(again, ['t06'])).to.include('t03');
  });

  it('gives one value for one set of runs, in canonical order', () => {
    const flow = play(diamond, '1', '3', '2', '4');
    expect(Object.keys(flow)).to.deep.equal(['t00', 't01', 't02', 't03']);
    expect(flow['t03']).to.deep.equal({
      action: 4,
      after: [],
      atMs: 3,
      next: [5],
      took: [
        ['t01', 4],
        ['t02', 4],
      ],
    });
    for (const run of Object.values(flow)) expect(Object.keys(run)).to.deep.equal(Object.keys(run).sort());
  });
});
