// The reports of the check about `confirm`: roles that cannot confirm, times that no two readers count alike, and what
// is taken on trust.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../../core/design/check/check.js';
import { asks, definitionOf, read, shows, to } from '../../../../../support/definitions/short-definitions.js';

const num = { type: 'integer' };
// biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
const THEN = { then: { nextActionIds: [3] } };

function definition(confirm: JsonObject, shown: JsonObject = shows({ y: ['*'] }), more: JsonObject = {}): JsonObject {
  return definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
    { sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'] }), ...to(3) },
    {
      ...asks({ price: num }),
      calculations: { double: { '*': [read('in.price'), 2] } },
      ...shown,
      confirm: { by: ['y'], within: 'P1D', otherwise: 'redo', ...confirm },
      ...more,
      ...to(),
    },
  ]);
}

const found = (blueprint: JsonObject): readonly string[] =>
  checkBlueprint(blueprint as Json)
    .filter(({ location }) => location.includes('/confirm') || location.includes('/timers'))
    .map(({ severity, code, location }) => `${severity[0]} ${code} ${location}`);
const ledger = (blueprint: JsonObject): readonly string[] =>
  checkExecution(blueprint as Json).map(({ code, path }) => `${code} ${path}`);

describe('confirm in a definition', () => {
  it('names roles that are there, read something, and do not send the action', () => {
    expect(found(definition({}))).to.deep.equal([]);
    expect(ledger(definition({}))).to.deep.equal([]);
    const at = '/actions/2/confirm';
    for (const [by, code, place] of [
      [['w'], 'BP_CONFIRM', '/by/0'],
      [['y', 'y'], 'BP_CONFIRM', '/by/1'],
      [['x'], 'BP_CONFIRM', '/by/0'],
      [['z'], 'BP_CONFIRM_BLIND', '/by/0'],
    ] as const) {
      expect(found(definition({ by: [...by] })), by.join()).to.include(`e ${code} ${at}${place}`);
      expect(ledger(definition({ by: [...by] })), by.join()).to.include(`VAL_BP_010 ${at}${place}`);
    }
    for (const within of ['PT59M', 'P366D', 'soon'])
      expect(ledger(definition({ within })), within).to.deep.equal([`VAL_BP_010 ${at}/within`]);
    for (const wrong of [{ otherwise: 'stop' }, { by: [] }, { within: null }])
      expect(ledger(definition(wrong as JsonObject)).join(), JSON.stringify(wrong)).to.include(at);
  });

  it('warns of what they take on trust, and of who may not be there', () => {
    const at = '/actions/2/confirm/by/0';
    expect(found(definition({}, shows({ y: ['price'] })))).to.deep.equal([`w BP_CONFIRM_UNCHECKED ${at}`]);
    expect(found(definition({ by: ['z'] }, shows({ z: ['*'] })))).to.deep.equal([`w BP_CONFIRM_OPEN ${at}`]);
    // The action before may be done by its timer, or by another role: then no wallet holds the role that confirms.
    const { actions, ...rest } = definition({}) as unknown as JsonObject & { readonly actions: readonly JsonObject[] };
    const ends = { ...THEN, data: { n: 0 } };
    for (const timer of [ends, { also: ['x'] }]) {
      const second = { ...actions[1], timers: [{ id: 'late', after: 'P2D', ...timer }] } as unknown as JsonObject;
      const late = { ...rest, actions: [actions[0], second, actions[2]] } as unknown as JsonObject;
      expect(found(late)).to.deep.equal([`w BP_CONFIRM_OPEN ${at}`]);
    }
    // A timer that ends the branch leads to no confirmation, but for an action that takes its run as done.
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const over = { timers: [{ id: 'late', after: 'P2D', then: { nextActionIds: [] } }] };
    const ending = (third: object) =>
      found({ ...rest, actions: [actions[0], { ...actions[1], ...over }, { ...actions[2], ...third }] } as JsonObject);
    expect(ending({}).join()).to.not.contain('BP_CONFIRM_OPEN');
    expect(ending({ requiredPriorActions: [2] }).join()).to.contain('BP_CONFIRM_OPEN');
  });

  it('keeps its name from timers', () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: '@confirm', after: 'P2D', then: { nextActionIds: [] } }];
    expect(ledger(definition({}, undefined, { timers }))).to.include('VAL_BP_010 /actions/2/timers/0/id');
  });
});
