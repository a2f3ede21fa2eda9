// Findings about disclosures that begin later: the forms of `from`, and rules that read such data before.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import type { Action, Definition } from '../../../../../../core/blueprint/definition/types.js';
import { sealsOf } from '../../../../../../core/blueprint/plan/seals.js';
import { LAST_MS } from '../../../../../../core/blueprint/plan/timers.js';
import { checkExecution } from '../../../../../../core/design/check/check.js';
import { layoutOf } from '../../../../../../core/envelope/layout/layout.js';
import { asks, definitionOf, found, read, shows, to } from '../../../../../support/definitions/short-definitions.js';

const num = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const at = '/actions/1/disclosures/0/from';
const sealed = (from: JsonObject, role = 'z', pointers = ['/*']) => ({
  participantAddress: role,
  dataPointers: pointers,
  from,
});
const row = (from: JsonObject, more: Readonly<Record<number, JsonObject>> = {}) =>
  [
    { ...asks({ opensAt: time, n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
    { sender: 'y', ...asks({ price: num }), disclosures: [sealed(from)], ...to(3) },
    { ...asks({ done: num }), ...shows({ z: ['*'] }), ...to(4) },
    { sender: 'z', ...asks({ end: num }), ...shows({ x: ['*'] }), ...to() },
  ].map((one, i) => ({ ...one, ...more[i + 1] }));
const errors = (actions: readonly JsonObject[], more?: JsonObject) =>
  found(actions, more).filter((one) => one.startsWith('E '));
const refused = (from: JsonObject, more: Readonly<Record<number, JsonObject>> = {}, definition?: JsonObject) => {
  const actions = row(from, more);
  expect(checkExecution(definitionOf(actions, definition)).length > 0).to.equal(errors(actions, definition).length > 0);
  return errors(actions, definition);
};
const BAD = [`E BP_SEAL ${at}`];

describe('from of a disclosure', () => {
  it('is one of an action, a time, a member and a delay', () => {
    for (const from of [
      { action: 3 },
      { time: '2027-03-01T12:00:00.000Z' },
      { after: 'P30D' },
      { time: { var: 'act.1.opensAt' } },
    ])
      expect(refused(from), JSON.stringify(from)).to.deep.equal([]);
    for (const from of [
      ...[
        {},
        { action: 3, after: 'P1D' },
        { action: 9 },
        { time: 'soon' },
        { time: { var: 'act.1.opensAt', plus: 1 } },
      ],
      ...[{ time: {} }, { after: 'P0D' }, { after: '10 workdays' }, { after: 'P11Y' }],
    ])
      expect(refused(from), JSON.stringify(from)).to.deep.equal(BAD);
  });

  it('names a member that surely states a time', () => {
    const place = `E BP_SEAL ${at}/time/var`;
    for (const name of ['act.1.n', 'act.1.none', 'act.9.opensAt', 'soon'])
      expect(refused({ time: { var: name } }), name).to.deep.equal([place]);
    const again = { 3: { rejectionConfig: { targetActionId: 1 } } };
    expect(refused({ time: { var: 'act.1.opensAt' } }, again), 'stated anew').to.deep.equal([place]);
    const facts = { facts: { opensAt: [1] } };
    expect(refused({ time: { var: 'fact.opensAt' } }, {}, facts), 'a fact').to.deep.equal([place]);
    const later = errors(row({ time: { var: 'act.3.day' } }, { 3: { ...asks({ day: time }) } }));
    expect(later).to.deep.equal([`E BP_READ_MAYBE_ABSENT ${at}/time/var`]);
    expect(found(row({ time: { var: 'act.1.opensAt' } }))).to.include(`W BP_TIMER_PUBLIC ${at}/time`);
  });

  it('names no action that votes decide, or that others confirm', () => {
    const confirm = { by: ['y'], within: 'P1D', otherwise: 'count' };
    expect(refused({ action: 3 }, { 3: { confirm, ...shows({ y: ['*'], z: ['*'] }) } })).to.deep.equal(BAD);
    const approval = { of: [{ role: 'x' }, { role: 'y' }], need: 2, yes: 'r', no: 'no' };
    const ways = {
      routes: [
        { id: 'r', nextActionIds: [4] },
        { id: 'no', nextActionIds: [] },
      ],
    };
    expect(refused({ action: 3 }, { 3: { approval, ...ways } })).to.deep.equal(BAD);
  });

  it('is of a role that sends or confirms nothing of it, and reads all of it from one time on', () => {
    const disclosing = (...disclosures: JsonObject[]) => refused({ action: 3 }, { 2: { disclosures } });
    expect(disclosing(sealed({ action: 3 }, 'nobody'))).to.deep.equal(BAD);
    expect(disclosing(sealed({ action: 3 }, 'y'))).to.deep.equal(BAD);
    const both = disclosing(sealed({ action: 3 }), { participantAddress: 'z', dataPointers: ['/price'] });
    expect(both).to.deep.equal(BAD);
    expect(disclosing(sealed({ action: 3 }), sealed({ after: 'P1D' }))).to.deep.equal([
      ...BAD,
      'E BP_SEAL /actions/1/disclosures/1/from',
    ]);
    expect(disclosing(sealed({ action: 3 }), sealed({ after: 'P1D' }, 'x'))).to.deep.equal([]);
    const confirm = { by: ['z'], within: 'P1D', otherwise: 'count' };
    expect(refused({ action: 3 }, { 2: { confirm } })).to.deep.equal(BAD);
  });

  it('is of a sender whose role others cannot give away', () => {
    const participants = [{ id: 'x' }, { id: 'y', replaceBy: ['x', 'z'] }, { id: 'z' }];
    expect(refused({ action: 3 }, {}, { participants })).to.deep.equal(BAD);
  });

  it('that cannot be read opens nothing', () => {
    const definition = definitionOf(row({ time: 'soon' })) as unknown as Definition;
    const seal = sealsOf(definition, definition.actions[1] as Action).get('z');
    expect(seal).to.deep.equal({ by: 'time', afterMs: LAST_MS });
  });
});

describe('a rule that reads sealed data', () => {
  const lowest = { calculations: { lowest: read('act.2.price') } };
  const timer = (more: JsonObject) => ({ timers: [{ id: 't', notBefore: true, ...more }] });
  const early = ['E BP_READ_SEALED /actions/3/calculations/lowest/var'];

  it('comes behind the action that opens it, on every way', () => {
    expect(refused({ action: 3 }, { 4: lowest })).to.deep.equal([]);
    expect(refused({ action: 1 }, { 4: lowest }), 'before the sealed one').to.deep.equal(early);
    expect(refused({ action: 4 }, { 4: lowest }), 'itself').to.deep.equal(early);
    const ways = {
      routes: [
        { id: 'r', nextActionIds: [3], condition: { '>': [read('in.price'), 5] } },
        { id: 'q', nextActionIds: [4], isDefault: true },
      ],
    };
    expect(refused({ action: 3 }, { 2: ways, 4: lowest }), 'a way round').to.deep.equal(early);
    expect(refused({ action: 3 }, { 3: { sender: 'z', calculations: { early: read('act.2.price') } } })).to.deep.equal([
      'E BP_READ_SEALED /actions/2/calculations/early/var',
    ]);
  });

  it('comes behind each run of it, where a way leads back', () => {
    const back = { routes: [{ id: 'r', nextActionIds: [4] }], rejectionConfig: { targetActionId: 2 } };
    expect(refused({ action: 3 }, { 3: back, 4: lowest })).to.deep.equal([]);
    expect(refused({ action: 3 }, { 4: { ...lowest, ...to(2) } }), 'opened anew each time').to.deep.equal([]);
  });

  it('waits for the time of it', () => {
    const from = { time: { var: 'act.1.opensAt' } };
    expect(refused(from, { 4: lowest })).to.deep.equal(early);
    expect(refused(from, { 4: { ...lowest, ...timer({ at: { var: 'act.1.opensAt' } }) } })).to.deep.equal([]);
    const zoned = timer({ at: { var: 'act.1.opensAt' }, zone: '+01:00' });
    expect(refused(from, { 4: { ...lowest, ...zoned } })).to.deep.equal(early);
    expect(refused({ time: '2027-03-01T12:00:00.000Z' }, { 4: lowest })).to.deep.equal(early);
  });

  it('waits for as long since it was open itself, and no way leads back', () => {
    const from = { after: 'PT5H' };
    expect(refused(from, { 4: { ...lowest, ...timer({ after: 'PT5H' }) } })).to.deep.equal([]);
    for (const more of [{ after: 'PT4H' }, { after: 'PT5H', from: 'start' }])
      expect(refused(from, { 4: { ...lowest, ...timer(more) } }), JSON.stringify(more)).to.deep.equal(early);
    const circle = { ...lowest, ...timer({ after: 'PT5H' }), ...to(2) };
    expect(refused(from, { 4: circle })).to.deep.equal(early);
  });

  it('is no matter for a role that reads it at once', () => {
    const own = {
      2: { disclosures: [sealed({ action: 3 }), ...(shows({ x: ['price'] }).disclosures as JsonObject[])] },
    };
    expect(refused({ action: 3 }, { ...own, 3: { calculations: { p: read('act.2.price') } } })).to.deep.equal([]);
  });
});

describe('the decision of an action that reads sealed data', () => {
  it('is told to no role that would learn of it', () => {
    const decides = {
      ...asks({ done: num }),
      ...shows({ z: ['*'] }),
      routes: [
        { id: 'r', nextActionIds: [4], condition: { '>': [read('act.2.price'), 5] } },
        { id: 'q', nextActionIds: [], isDefault: true },
      ],
    };
    const readersOf = (disclosures: readonly JsonObject[]) => {
      const definition = definitionOf(row({ action: 4 }, { 2: { disclosures }, 3: decides })) as unknown as Definition;
      const layout = layoutOf(definition, definition.actions[2] as Action);
      return layout.classes.find(({ cells }) => cells.some(({ pointer }) => pointer === '/@route'))?.readers;
    };
    const atOnce = shows({ x: ['price'] }).disclosures as JsonObject[];
    expect(readersOf([...atOnce, { participantAddress: 'z', dataPointers: ['/*'] }])).to.include('z');
    expect(readersOf([...atOnce, sealed({ action: 4 })])).to.not.include('z');
  });
});
