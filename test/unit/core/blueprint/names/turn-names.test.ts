// Names of this turn of a loop: what they read, where they are refused, the finding that leads to them, and that each
// who judges a run reads the same by them: its sender, validators and readers.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { actionsRead, type RunFacts } from '../../../../../core/blueprint/logic/facts.js';
import { typesOf } from '../../../../../core/blueprint/names/definition-types.js';
import { resolveNames } from '../../../../../core/blueprint/names/resolve.js';
import { readsOf } from '../../../../../core/blueprint/names/run-reads.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import type { RunRow } from '../../../../../core/blueprint/state/run-row.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { valuesOf } from '../../../../../core/envelope/layout/values.js';
import { checkRun, type SeenRun } from '../../../../../core/instance/runs/check-run.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import { KnownOperands } from '../../../../../core/validate/data/known-operands.js';
import { asks, definitionOf, findingsOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';

/** A member that a linter takes for a promise. */
const THEN = 'then';
const text = { type: 'string' };
const flag = { type: 'boolean' };
const ALL = shows({ x: ['*'], y: ['*'], z: ['*'] });
const UPHELD: Json = { var: ['turn.3.upheld', false] };

/**
 * An award (2) that may be appealed against (3) and is decided then (4): once more, or for good. `is` says by what the
 * decision goes.
 */
function award(is: Json, more: JsonObject = {}): JsonObject {
  return definitionOf([
    { ...asks({ plan: text }), ...ALL, ...to(2) },
    {
      ...asks({ winner: text, contested: flag }),
      ...ALL,
      routes: [
        { id: 'appeal', nextActionIds: [3], condition: read('in.contested') },
        { id: 'decide', nextActionIds: [4], isDefault: true },
      ],
      ...(more.award as JsonObject),
    },
    { sender: 'y', ...asks({ upheld: flag, note: text }, ['note']), ...ALL, ...to(4) },
    {
      sender: 'z',
      ...asks({ end: text }),
      calculations: { again: is },
      ...ALL,
      routes: [
        { id: 'again', nextActionIds: [2], condition: read('calc.again') },
        { id: 'done', nextActionIds: [5], isDefault: true },
      ],
    },
    { ...asks({ last: text }), calculations: { was: (more.was as Json) ?? UPHELD }, ...ALL, ...to() },
  ]);
}

const TURN = award(UPHELD) as unknown as Definition;
const DECIDE = TURN.actions[3] as Action;

function said(definition: JsonObject, code: RegExp): readonly string[] {
  return findingsOf(definition).flatMap((one) => (code.test(one.code) ? [`${one.code} ${one.location}`] : []));
}

function messageOf(definition: JsonObject, code: string): string {
  return findingsOf(definition).find((one) => one.code === code)?.message ?? 'none';
}

const run = (txId: string, action: number, data: JsonObject): RunFacts => ({ txId, action, data });
const AWARD = { winner: 'north', contested: false };
/** Upheld in the first turn; in the second one nobody appealed. */
const RUNS = [
  run('1', 1, { plan: 'a' }),
  run('2', 2, AWARD),
  run('3', 3, { upheld: true }),
  run('4', 4, { end: 'no', again: true }),
  run('5', 2, AWARD),
];

function againIn(definition: Definition, runs: readonly RunFacts[]): Json {
  const found = execute({ definition, actionId: '4', payload: { end: 'yes' }, facts: { runs, time: {} } });
  return isFailure(found) ? found.issue.code : (found.data.again as Json);
}

describe('names of this turn of a loop', () => {
  it('read what ran since its first action, and nothing of a turn before', () => {
    expect(againIn(TURN, RUNS.slice(0, 3))).to.equal(true);
    expect(againIn(TURN, RUNS)).to.equal(false);
    expect(againIn(TURN, [...RUNS, run('6', 3, { upheld: true })])).to.equal(true);
    expect(againIn(award({ var: ['act.3.upheld', false] }) as unknown as Definition, RUNS)).to.equal(true);
    // The first action of the turn is of it.
    const first = award({ '==': [read('turn.2.winner'), 'north'] }) as unknown as Definition;
    expect(againIn(first, RUNS)).to.equal(true);
    // Without a run of it no turn has begun.
    expect(againIn(TURN, [run('3', 3, { upheld: true })])).to.equal(false);
  });

  it('end an appeal that was upheld once, where nobody appeals again', () => {
    const steps = (isContested: boolean) => [{ action: 2, payload: { winner: 'north', contested: isContested } }];
    const walk = (definition: JsonObject, route: string) =>
      runScenario(definition as unknown as Definition, {
        name: 'appeal',
        steps: [
          { action: 1, payload: { plan: 'a' } },
          ...steps(true),
          { action: 3, payload: { upheld: true } },
          { action: 4, payload: { end: 'no' }, expect: { route: 'again' } },
          ...steps(false),
          { action: 4, payload: { end: 'yes' }, expect: { route } },
        ],
      }).passed;
    expect(walk(award(UPHELD), 'done')).to.equal(true);
    expect(walk(award({ var: ['act.3.upheld', false] }), 'again')).to.equal(true);
  });

  it('are the way out of a finding about what may be of an earlier turn', () => {
    const stale = award({ var: ['act.3.upheld', false] }, { was: { var: ['act.3.upheld', false] } });
    const [inLoop, behind] = ['/actions/3/calculations/again/var', '/actions/4/calculations/was/var'].map((at) =>
      findingsOf(stale).find(({ code, location }) => code === 'BP_READ_EARLIER_TURN' && location.startsWith(at)),
    );
    expect(inLoop?.severity).to.equal('warning');
    expect(inLoop?.message).to.equal(
      'act.3.upheld may be the value of an earlier turn of the loop that begins with action 2: action 3 need not run in each. Read {"var": ["turn.3.upheld", DEFAULT]}, the value of this turn, or leave it where the newest of all turns is meant.',
    );
    expect(behind).to.not.equal(undefined);
    expect(said(award(UPHELD), /EARLIER|ABSENT/)).to.deep.equal([]);
    // What runs in each turn, or before the loop, is of this one; the first action can only mean turns before.
    for (const sure of ['act.2.winner', 'act.1.plan'])
      expect(said(award({ '==': [read(sure), 'a'] }), /EARLIER/), sure).to.deep.equal([]);
    const own = award({ '==': [{ var: ['act.4.end', ''] }, 'a'] });
    const begins = award(UPHELD, { award: { calculations: { before: { var: ['act.3.upheld', false] } } } });
    const later = award(UPHELD);
    const [, , appeal] = later.actions as JsonObject[];
    const before = { ...appeal, calculations: { last: { var: ['act.4.end', ''] } } };
    const actions = (later.actions as JsonObject[]).map((one) => (one === appeal ? before : one));
    for (const meant of [own, begins, { ...later, actions }, award({ some: [read('runs.3.upheld'), read('item')] })])
      expect(said(meant, /EARLIER/)).to.deep.equal([]);
  });

  it('are refused where there is nothing that they could read', () => {
    for (const [name, words] of [
      ['turn.1.plan', 'turn.1.plan is not there: action 1 is in no loop. Write act.1.plan.'],
      ['turn.3.held', 'Did you mean turn.3.upheld?'],
      ['turn.9.upheld', 'expected one like turn.1.price'],
    ] as const)
      expect(messageOf(award({ '==': [{ var: [name, ''] }, 'a'] }), 'BP_NAME_UNKNOWN'), name).to.include(words);
    const first = award(UPHELD, { award: { calculations: { before: { var: ['turn.3.upheld', false] } } } });
    expect(messageOf(first, 'BP_NAME_UNKNOWN')).to.equal(
      'turn.3.upheld is never there: a run of action 2 begins a turn itself. act.3.upheld is the value of a turn before.',
    );
    const timer = { id: 'late', after: 'P1D', [THEN]: { nextActionIds: [4] } };
    const silent = award(UPHELD, { award: { timers: [timer] } });
    expect(messageOf(silent, 'BP_NAME_UNKNOWN')).to.equal(
      'turn.3.upheld would be of a turn before where a timer ends action 2, which begins each turn, and states nothing: give that timer data.',
    );
    const stated = award(UPHELD, { award: { timers: [{ ...timer, data: AWARD }] } });
    expect(said(stated, /NAME|ABSENT/)).to.deep.equal([]);
    expect(messageOf(award(read('turn.3.upheld')), 'BP_READ_MAYBE_ABSENT')).to.include(
      'action 3 need not have run before action 4',
    );
  });

  it('have the type of the member, and say of which actions they are', () => {
    expect(typesOf(TURN).rulesOf(DECIDE).get('/calculations/again')?.type.kind).to.equal('boolean');
    const [use] = resolveNames(TURN, DECIDE).rules[0]?.uses ?? [];
    expect(use && actionsRead(use.read)).to.deep.equal([3, 2]);
    expect([...readsOf(TURN, DECIDE).actions].sort()).to.deep.equal([2, 3]);
  });

  it('are known to validators as far as the newest runs are plain', () => {
    const known = (runs: readonly (RunFacts & { readonly isSealed?: boolean })[]) => {
      const rows = new Map<string, RunRow>();
      const lasts: Record<string, { count: number; last: string }> = {};
      for (const [n, { txId, action }] of runs.entries()) {
        const before = lasts[action];
        rows.set(txId, { action, at: n, causes: [], n, ...(before && { before: before.last }) });
        lasts[action] = { count: (before?.count ?? 0) + 1, last: txId };
      }
      const instance = { moves: runs.length, runs: lasts } as unknown as Instance;
      const view = {
        state: (key: string) => rows.get(key.split('/').at(-1) as string) as unknown as JsonObject,
        transaction: (txId: string) => {
          const one = runs.find((run) => run.txId === txId);
          const metadata = one?.isSealed ? { contentEncoding: 'encrypted' } : {};
          return { bytes: new Uint8Array(1), header: { metadata }, payload: one?.data ?? {} };
        },
      };
      const knowing = { definition: TURN, action: DECIDE, payload: { end: 'yes' }, instance };
      const operands = new KnownOperands({ ...knowing, view: view as never });
      return operands.valueOf(operands.rules.find(({ at }) => at === '/calculations/again') as never);
    };
    expect(known(RUNS.slice(0, 3))).to.equal(true);
    expect(known(RUNS)).to.equal(false);
    // Where the turn begins is public, whatever is sealed.
    const sealing = (action: number) => RUNS.map((one) => ({ ...one, isSealed: one.action === action }));
    expect(known(sealing(2))).to.equal(false);
    expect(known(sealing(3))).to.equal(undefined);
  });

  it('are judged by readers as they were calculated', () => {
    const layout = layoutOf(TURN, DECIDE);
    const judged = (again: boolean, runs: readonly RunFacts[], has = (_: RunFacts) => true) => {
      const values = valuesOf(layout, { end: 'yes', again });
      const seen = new Map(layout.cells.map((cell) => [cell, values[cell.at]]));
      const shown = runs.map((one): SeenRun => ({ ...one, has: () => has(one) }));
      const state = { runs: shown, time: {} };
      return checkRun({ definition: TURN, action: DECIDE, seen, next: [5], state }).members.get('/again');
    };
    expect([judged(false, RUNS), judged(true, RUNS)]).to.deep.equal(['verified', 'violated']);
    // What a reader lacks of an earlier turn is not read.
    const lacks = (one: RunFacts) => one.action !== 3;
    expect(judged(false, RUNS, lacks)).to.equal('verified');
    expect(judged(true, RUNS.slice(0, 3), lacks)).to.equal('stated');
  });
});
