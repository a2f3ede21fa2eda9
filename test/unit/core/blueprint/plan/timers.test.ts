// When timers are due, by durations, calendars and offsets, and what the check says of them.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { ActionTimer, Definition } from '../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { statedDuesOf } from '../../../../../core/blueprint/plan/stated-dues.js';
import { dueAfterOf } from '../../../../../core/blueprint/plan/timers.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { asks, definitionOf, findingsOf, to } from '../../../../support/definitions/short-definitions.js';

const CALENDARS = { town: { weekend: [6, 7], holidays: ['2026-12-25', '2026-12-28'] } };
const TOWN = { calendars: CALENDARS } as unknown as Definition;

function dueOf(timer: Partial<ActionTimer>, from: string): string {
  const due = dueAfterOf(TOWN, { id: 'one', after: 'P1D', ...timer });
  return typeof due === 'string' ? due : new Date(due(Date.parse(from))).toISOString();
}

describe('the due time of a timer', () => {
  it('adds weeks, days and times to the millisecond', () => {
    expect(dueOf({ after: 'P2W' }, '2026-01-31T23:59:59.123Z')).to.equal('2026-02-14T23:59:59.123Z');
    expect(dueOf({ after: 'P1DT2H' }, '2026-01-31T10:00:00.000Z')).to.equal('2026-02-01T12:00:00.000Z');
  });

  it('counts months to the end of the day, in the offset of the timer', () => {
    expect(dueOf({ after: 'P1M' }, '2026-01-31T10:00:00.000Z')).to.equal('2026-02-28T23:59:59.999Z');
    expect(dueOf({ after: 'P1Y' }, '2024-02-29T10:00:00.000Z')).to.equal('2025-02-28T23:59:59.999Z');
    // It is the first of the month already where days end an hour earlier.
    expect(dueOf({ after: 'P1M', zone: '+01:00' }, '2026-01-31T23:30:00.000Z')).to.equal('2026-03-01T22:59:59.999Z');
    expect(dueOf({ after: 'P1M', zone: '-05:00' }, '2026-02-01T03:00:00.000Z')).to.equal('2026-03-01T04:59:59.999Z');
  });

  it('counts working days by a calendar of the definition', () => {
    const timer = { after: '2 workdays', calendar: 'town' };
    // Thursday the 24th; Friday and Monday are holidays.
    expect(dueOf(timer, '2026-12-24T10:00:00.000Z')).to.equal('2026-12-30T23:59:59.999Z');
    expect(dueOf({ ...timer, after: '1 workdays' }, '2026-12-19T10:00:00.000Z')).to.equal('2026-12-21T23:59:59.999Z');
    expect(dueOf({ ...timer, after: '2600 workdays' }, '2026-12-19T10:00:00.000Z')).to.equal(
      '2036-12-09T23:59:59.999Z',
    );
  });

  it('is not read from what has no single meaning', () => {
    expect(dueOf({ after: '-P3D' }, '2026-12-19T10:00:00.000Z')).to.contain('calculate the earlier date as a member');
    expect(dueOf({ after: '2 workdays' }, '2026-01-01T00:00:00.000Z')).to.contain('name one of the calendars');
    expect(dueOf({ after: 'P1D', calendar: 'town' }, '2026-01-01T00:00:00.000Z')).to.contain('counts working days');
    expect(dueOf({ zone: 'Europe/Berlin' }, '2026-01-01T00:00:00.000Z')).to.contain('Expected UTC');
    for (const after of ['P0D', '-P1D', 'P11Y', 'P4000D', '3 days'])
      expect(dueOf({ after }, '2026-01-01T00:00:00.000Z'), after).to.match(/^(Expected|A timer waits)/);
  });
});

const text = { type: 'string' };
/** Two actions, the second with a timer. */
function timed(timer: JsonObject, more: { readonly first?: JsonObject; readonly second?: JsonObject } = {}) {
  return definitionOf([
    { ...asks({ plan: text }), ...to(2), ...more.first },
    { ...asks({ answer: text }), timers: [{ id: 'late', after: 'P1D', ...timer }], ...to(3), ...more.second },
    { ...asks({ end: text }), routes: [{ id: 'e', nextActionIds: [] }] },
  ]);
}

function findings(definition: JsonObject): readonly string[] {
  return findingsOf(definition)
    .filter(({ code }) => /TIMER|DEADLINE|DEAD|MEET|CYCLE|BACK|ABSENT|FORM|UNREAD|WAYS/.test(code))
    .map(({ severity, code, location }) => `${severity[0]} ${code} ${location}`);
}

// biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
const on = (...nextActionIds: readonly number[]): JsonObject => ({ then: { nextActionIds } });

describe('the check of timers', () => {
  it('takes one that leads on, and one that leads back', () => {
    expect(findings(timed({ ...on(3), data: { answer: 'none' } }))).to.deep.equal([]);
    expect(findings(timed(on(1)))).to.deep.equal([]);
    expect(findings(timed(on()))).to.deep.equal([]);
  });

  it('asks for data that the action would record', () => {
    const at = '/actions/1/timers/0';
    expect(findings(timed({ ...on(3), data: { answer: 1 } }))).to.deep.equal([`e BP_TIMER_DATA ${at}/data`]);
    expect(findings(timed({ ...on(3), data: {} }))).to.deep.equal([`e BP_TIMER_DATA ${at}/data`]);
    expect(findings(timed({ ...on(3), data: { answer: 'a', more: 1 } }))).to.deep.equal([`e BP_TIMER_DATA ${at}/data`]);
    const second = { calculations: { twice: { cat: [{ var: 'in.answer' }, { var: 'in.answer' }] } } };
    expect(findings(timed({ ...on(3), data: { answer: 'a' } }, { second }))).to.deep.equal([
      `e BP_TIMER_DATA ${at}/data`,
    ]);
    const issues = checkExecution(timed({ ...on(3), data: { answer: 1 } }));
    expect(issues.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([`VAL_BP_010 ${at}/data`]);
  });

  it('refuses what cannot be read', () => {
    const at = '/actions/1/timers/0';
    expect(findings(timed(on(9)))).to.deep.equal([`e BP_TIMER ${at}/then/nextActionIds/0`]);
    expect(findings(timed({ ...on(3), after: 'soon' }))).to.deep.equal([`e BP_TIMER ${at}/after`]);
    const twice = [
      { id: 'late', after: 'P2D', ...on(3) },
      { id: 'late', after: 'P3D', ...on(3) },
    ];
    expect(findings(timed(on(3), { second: { timers: twice } }))).to.deep.equal(['e BP_TIMER /actions/1/timers/1/id']);
  });

  it('takes one that counts from the time of the docket, as after does, and which nobody states', () => {
    const at = { var: 'time.docket' };
    const of = (timer: JsonObject): JsonObject =>
      timed({}, { second: { timers: [{ id: 'late', ...timer, ...on(3) }] } });
    const place = '/actions/1/timers/0';
    const definition = of({ at, plus: 'P1M' });
    expect(findings(definition)).to.deep.equal([]);
    const [planned] = planOf(definition as unknown as Definition).actions.get('2')?.timers ?? [];
    expect(planned).to.include({ from: 'open' }).and.not.have.property('stated');
    const fromMs = Date.parse('2026-01-31T10:00:00.000Z');
    expect(new Date(planned?.dueAfter(fromMs) ?? 0).toISOString()).to.equal('2026-02-28T23:59:59.999Z');
    expect(statedDuesOf(definition as unknown as Definition)).to.deep.equal([]);
    expect(findings(of({ at }))).to.deep.equal([`e BP_TIMER ${place}/at`]);
    expect(findings(of({ at, plus: 'PT1M' }))).to.deep.equal([`w BP_TIMER_SHORT ${place}/plus`]);
    expect(findings(of({ at, plus: 'P1D', from: 'start' }))).to.deep.equal([`e BP_TIMER ${place}/from`]);
    expect(findings(of({ at: { var: 'time.signed' }, plus: 'P1D' }))).to.deep.equal([`e BP_TIMER ${place}/at/var`]);
  });

  it('takes reminders that are repeated by a duration and a number, and of roles that are there', () => {
    const at = '/actions/1/timers/0';
    const remind = ['x'];
    expect(findings(timed({ remind }))).to.deep.equal([]);
    expect(findings(timed({ remind, every: 'PT1H', times: 50 }))).to.deep.equal([]);
    expect(findings(timed({ remind: ['stranger'] }))).to.deep.equal([`e BP_TIMER ${at}/remind/0`]);
    expect(findings(timed({ remind: ['x', 'x'] }))).to.deep.equal([`e BP_TIMER ${at}/remind/1`]);
    expect(findings(timed({ remind, times: 3 }))).to.deep.equal([`e BP_TIMER ${at}`]);
    expect(findings(timed({ remind, ...on(3) }))).to.deep.equal([`e BP_TIMER ${at}`]);
    expect(findings(timed({ ...on(3), every: 'P1D', times: 3 }))).to.deep.equal([
      `e BP_TIMER ${at}/every`,
      `e BP_TIMER ${at}/times`,
    ]);
    for (const every of ['P1M', 'PT59M', 'soon'])
      expect(findings(timed({ remind, every, times: 3 })), every).to.deep.equal([`e BP_TIMER ${at}/every`]);
  });

  it('warns of a time that clocks decide, and of a deadline that nothing follows', () => {
    expect(findings(timed({ ...on(3), after: 'PT9M' }))).to.deep.equal(['w BP_TIMER_SHORT /actions/1/timers/0/after']);
    const first = { routes: [{ id: 'r', nextActionIds: [2], branchDeadline: 'P3D' }] };
    expect(findings(timed(on(3), { first }))).to.deep.equal([]);
    const second = { timers: [] };
    expect(findings(timed(on(3), { first, second }))).to.deep.equal([
      'w BP_DEADLINE_DEAD_END /actions/0/routes/0/branchDeadline',
    ]);
  });

  it('warns of a timer that never fires', () => {
    const late = { id: 'late', after: 'P1D', ...on(3) };
    const atStart = (more: JsonObject, second: JsonObject = {}): JsonObject =>
      timed(on(3), { first: { timers: [late] as never, ...more }, second });
    const found = ['w BP_TIMER_NEVER /actions/0/timers/0'];
    expect(findings(atStart({}))).to.deep.equal(found);
    // A rejection, a route or a timer leads back to it: a branch waits there then.
    expect(findings(atStart({}, { rejectionConfig: { targetActionId: 1 } }))).to.deep.equal([]);
    expect(findings(atStart({}, { timers: [{ id: 'again', after: 'P1D', ...on(1) }] as never }))).to.deep.equal([]);
    const second = (...timers: readonly JsonObject[]) =>
      findings(timed({}, { second: { timers: timers.map((one, i) => ({ ...late, id: `t${i}`, ...one })) as never } }));
    expect(second({ after: 'P2D' }, { after: 'PT36H' })).to.deep.equal(['w BP_TIMER_NEVER /actions/1/timers/0']);
    expect(second({ after: 'P2D' }, { after: 'P2D' })).to.deep.equal(['w BP_TIMER_NEVER /actions/1/timers/1']);
    expect(second({ after: 'P1M' }, { after: 'P1Y' })).to.deep.equal(['w BP_TIMER_NEVER /actions/1/timers/1']);
    // Which of these is first depends on when they begin.
    expect(second({ after: 'P1M' }, { after: 'P31D' })).to.deep.equal([]);
    expect(second({ after: 'P1M' }, { after: 'P2M', zone: '+01:00' })).to.deep.equal([]);
    expect(second({ after: 'P2D' }, { after: 'P3D', from: 'start' })).to.deep.equal([]);
  });

  it('knows that nothing was stated where a timer without data went on', () => {
    const reads = { calculations: { copy: { var: 'act.2.answer' } } };
    const definition = (timer: JsonObject): JsonObject => {
      const made = timed(timer) as unknown as { actions: JsonObject[] };
      const [first, second, third] = made.actions as [JsonObject, JsonObject, JsonObject];
      return { ...made, actions: [first, second, { ...third, ...reads }] } as unknown as JsonObject;
    };
    expect(findings(definition(on(3)))).to.deep.equal(['e BP_READ_MAYBE_ABSENT /actions/2/calculations/copy/var']);
    expect(findings(definition({ ...on(3), data: { answer: 'none' } }))).to.deep.equal([]);
  });

  it('finds the join that its timer makes run twice', () => {
    const diamond = (timers: readonly JsonObject[], joins: JsonObject): JsonObject =>
      definitionOf([
        { ...asks({ plan: text }), ...to(2, 3) },
        { ...asks({ a: text }), ...to(4) },
        { ...asks({ b: text }), ...to(4) },
        { ...asks({ c: text }), ...joins, timers: timers as never, routes: [{ id: 'e', nextActionIds: [] }] },
      ]);
    const timers = [{ id: 'late', after: 'P1D', ...on() }];
    expect(findings(diamond([], { requiredPriorActions: [2, 3] }))).to.deep.equal([]);
    expect(findings(diamond(timers, { requiredPriorActions: [2, 3] }))).to.include('e BP_BRANCHES_MEET /actions/3');
    expect(findings(diamond(timers, { joins: { fork: 1 } }))).to.deep.equal([]);
  });
});
