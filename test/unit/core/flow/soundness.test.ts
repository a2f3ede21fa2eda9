// The soundness check: for each finding a smallest workflow that has it, and its repaired twin.
import { expect } from 'chai';
import type { Net, NetAction } from '../../../../core/flow/net.js';
import { search } from '../../../../core/flow/search.js';
import { checkSoundness, type SoundnessFault } from '../../../../core/flow/soundness.js';
import { waysOf } from '../../../../core/flow/ways.js';
import { netFrom } from './nets.js';

function codes(faults: readonly SoundnessFault[]): readonly string[] {
  return faults.map(({ code, action }) => `${code} ${action}`);
}

const BOUNDS = { states: 50_000, steps: 5_000_000 };

const PAIRS: readonly (readonly [string, Record<number, string>, Record<number, string>])[] = [
  ['BP_DEADLOCK 4', { 1: '2 | 3', 2: '4', 3: '4', 4: '<2' }, { 1: '2 | 3', 2: '4', 3: '4', 4: '' }],
  ['BP_DEADLOCK 4', { 1: '2+3 | 3', 2: '4', 3: '4', 4: '<2,3' }, { 1: '2+3 | 3', 2: '4', 3: '4', 4: '<<1' }],
  ['BP_BRANCHES_MEET 4', { 1: '2+3', 2: '4', 3: '4', 4: '' }, { 1: '2+3', 2: '4', 3: '4', 4: '<2,3' }],
  ['BP_ACTION_DEAD 3', { 1: '2', 2: '-', 3: '-' }, { 1: '2 | 3', 2: '-', 3: '-' }],
  ['BP_NEVER_ENDS 1', { 1: '2', 2: '1' }, { 1: '2', 2: '1 | -' }],
  ['BP_LOOP_NO_EXIT 2', { 1: '2 | -', 2: '3', 3: '2' }, { 1: '2 | -', 2: '3', 3: '2 | -' }],
  ['BP_REJECTION_NOT_BEFORE 1', { 1: '2 !2', 2: '-' }, { 1: '2', 2: '- !1' }],
  ['BP_BACK_AND_FORK 2', { 1: '2+3', 2: '1+3', 3: '' }, { 1: '2', 2: '1 | 3', 3: '' }],
  ['BP_JOIN_WAY 4', { 1: '2+3', 2: '4', 3: '4', 4: '<2' }, { 1: '2+3', 2: '4', 3: '4', 4: '<2,3' }],
  ['BP_JOIN_TWICE 4', { 1: '2+3', 2: '4', 3: '4', 4: '<2,3 <<1' }, { 1: '2+3', 2: '4', 3: '4', 4: '<<1' }],
  ['BP_JOIN_FORK 3', { 1: '2', 2: '3', 3: '<<1' }, { 1: '2', 2: '3', 3: '' }],
  ['BP_JOIN_FORK 4', { 1: '2+3', 2: '4', 3: '4', 4: '<<1:3' }, { 1: '2+3', 2: '4', 3: '4', 4: '<<1:2' }],
  [
    'BP_SCOPE_LEAK 4',
    { 1: '5 | 6', 5: '2+3', 6: '2', 2: '4', 3: '4', 4: '<<5' },
    { 1: '5 | 6', 5: '2+3', 6: '-', 2: '4', 3: '4', 4: '<<5' },
  ],
];

describe('the soundness check', () => {
  for (const [fault, broken, repaired] of PAIRS)
    it(`finds ${fault}, and nothing in its repaired twin`, () => {
      expect(codes(checkSoundness(netFrom(broken)))).to.include(fault);
      expect(codes(checkSoundness(netFrom(repaired)))).to.deep.equal([]);
    });

  it('lets a fork take a way that never comes to its join, wherever that leads', () => {
    const net = { 1: '2+3 | 5', 2: '4', 3: '4', 4: '5 <<1', 5: '' };
    expect(codes(checkSoundness(netFrom(net)))).to.deep.equal([]);
    expect(codes(checkSoundness(netFrom({ ...net, 2: '4 | 5' })))).to.include('BP_SCOPE_LEAK 4');
  });

  it('names the path to a deadlock and what is missing', () => {
    const [fault] = checkSoundness(netFrom({ 1: '2 | 3', 2: '4', 3: '4', 4: '<2' })).filter(
      ({ code }) => code === 'BP_DEADLOCK',
    );
    expect(fault?.path).to.deep.equal([
      { action: 1, by: 1 },
      { action: 3, by: 0 },
    ]);
    expect(fault?.about).to.deep.equal([2]);
  });

  it('finds a route that goes back and on only where a certain branch was taken', () => {
    // 4 ran before 3 on one of two ways.
    const net = netFrom({ 1: '4 | 3', 4: '3 | -', 3: '4+5', 5: '' });
    expect(codes(checkSoundness(net))).to.include('BP_BACK_AND_FORK 3');
  });

  it('remembers what a join has in its past by what it waited for alone', () => {
    // 4 waits for 3, which ran behind 2: so 4 goes back to 2, and no second branch comes there (seed 8342 of the
    // comparison).
    const net = netFrom({ 1: '2+5 | 3+5', 2: '3', 3: '6', 5: '4', 4: '6 | 2 <3', 6: '<3,4' });
    expect(codes(checkSoundness(net)).filter((code) => code.startsWith('BP_BRANCHES_MEET'))).to.deep.equal([]);
  });

  it('goes on beside a branch that can only go back', () => {
    const net = netFrom({ 1: '2+3', 2: '4', 4: '2', 3: '5', 5: '<4', 6: '' });
    expect(codes(checkSoundness(net)))
      .to.include('BP_ACTION_DEAD 6')
      .and.not.include('BP_ACTION_DEAD 3');
  });

  it('takes a terminal rejection for an end', () => {
    expect(codes(checkSoundness(netFrom({ 1: '2', 2: '1 !!' })))).to.deep.equal([]);
  });

  it('says how far it came where the net has too many states', () => {
    const faults = checkSoundness(tenBranches(), { states: 50, steps: 1000 });
    expect(codes(faults)).to.deep.equal(['BP_SOUNDNESS_UNKNOWN -1']);
    expect(faults[0]?.message).to.match(/^The search ended after \d+ states\. It found no fault/);
  });

  it('refuses a net with more ways than the rules are judged over', () => {
    const to = Array.from({ length: 80 }, (_, i) => i + 2);
    const actions = [1, ...to].map(
      (id): NetAction => ({ id, isStart: id === 1, outcomes: to.map((one) => [one]), priors: [] }),
    );
    expect(codes(checkSoundness(new Map(actions.map((action) => [action.id, action]))))).to.deep.equal(['BP_WAYS 1']);
  });

  it('counts what actions wait for among the ways, and refuses more scopes than the rules walk', () => {
    const ids = Array.from({ length: 101 }, (_, i) => i + 1);
    const waiting = ids.map(
      (id): NetAction => ({
        ...{ id, isStart: id === 1, outcomes: [id < 101 ? [id + 1] : []] },
        priors: ids.slice(0, id - 1),
      }),
    );
    expect(codes(checkSoundness(new Map(waiting.map((action) => [action.id, action]))))).to.deep.equal(['BP_WAYS 1']);
    const scopes = (count: number): Net =>
      netFrom(
        Object.fromEntries(
          Array.from({ length: count }, (_, k) => 4 * k + 1).flatMap((fork) => [
            [fork, `${fork + 1}+${fork + 2}`],
            [fork + 1, `${fork + 3}`],
            [fork + 2, `${fork + 3}`],
            [fork + 3, `${fork + 4 < 4 * count ? fork + 4 : '-'} <<${fork}`],
          ]),
        ),
      );
    expect(codes(checkSoundness(scopes(100)))).to.deep.equal([]);
    expect(codes(checkSoundness(scopes(101)))).to.deep.equal(['BP_WAYS 1']);
  });

  describe('does not grow with the branches that are open', () => {
    it('ten branches of nineteen actions', () => {
      expectSmall(tenBranches(), 220);
    });

    it('sixty-six choices in a row', () => {
      const actions: [number, string][] = [];
      for (let i = 0; i < 66; i++) {
        const at = 1 + i * 3;
        actions.push([at, `${at + 1} | ${at + 2}`], [at + 1, `${at + 3}`], [at + 2, `${at + 3}`]);
      }
      expectSmall(netFrom(Object.fromEntries([...actions, [199, '']])), 210);
    });
  });
});

/** The states of a sound net; a count, because times depend on the machine. */
function expectSmall(net: Net, states: number): void {
  const found = search(net, waysOf(net), BOUNDS);
  expect(found.faults).to.deep.equal([]);
  expect(found.isComplete).to.equal(true);
  expect(found.states).to.be.lessThan(states);
}

function tenBranches(): Net {
  const actions: [number, string][] = [[1, Array.from({ length: 10 }, (_, i) => 100 + i * 20).join('+')]];
  const lasts: number[] = [];
  for (let branch = 0; branch < 10; branch++) {
    for (let i = 0; i < 19; i++) actions.push([100 + branch * 20 + i, i === 18 ? '999' : `${101 + branch * 20 + i}`]);
    lasts.push(118 + branch * 20);
  }
  return netFrom(Object.fromEntries([...actions, [999, `<${lasts.join()}`]]));
}
