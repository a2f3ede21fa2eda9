// The cells of an action: they follow from the definition, in one order, each with its readers; and what of a
// definition has too many, or names a part of a list, is refused.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { CELL_CLASSES_MAX, CELLS_MAX } from '../../../../../core/base/limits/ledger/cells.js';
import { pointerText } from '../../../../../core/blueprint/definition/pointer.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import {
  about,
  asks,
  definitionOf,
  found,
  num,
  read,
  shows,
  to,
} from '../../../../support/definitions/short-definitions.js';

const text = { type: 'string' };

/** The classes of the action at a place: `readers: pointers`. */
function classesOf(actions: readonly JsonObject[], place = 0): readonly string[] {
  const definition = definitionOf(actions) as unknown as Definition;
  return layoutOf(definition, definition.actions[place] as Action).classes.map(
    ({ readers, cells }) => `${readers.join(' ')}: ${cells.map(({ pointer }) => pointer).join(' ')}`,
  );
}

describe('cells: layout', () => {
  it('has a cell for every member, also for one that is calculated, and for what disclosures name', () => {
    const site = { type: 'object', properties: { street: text, plan: text } };
    const action = {
      ...asks({ fee: num, site, note: text }),
      calculations: { total: { '+': [read('fee'), 1] } },
    };
    expect(
      classesOf([{ ...action, ...shows({ y: ['site/street', 'fee'], z: ['site', 'total', '*'] }) }]),
    ).to.deep.equal(['x y z: /fee /site/street', 'x z: /note /site /total']);
    expect(classesOf([action])).to.deep.equal(['x: /fee /note /site /total']);
  });

  it('reads a star at the end as all that is there, and passes over what names no member', () => {
    const action = asks({ site: { type: 'object', properties: { plan: text } }, fee: num });
    expect(classesOf([{ ...action, ...shows({ y: ['site/*', 'other/plan'], z: ['*'] }) }])).to.deep.equal([
      'x z: /fee',
      'x y z: /site',
    ]);
  });

  it('orders by UTF-16 code units of pointers', () => {
    const names = ['\ufb00', '\u{1f600}', 'b', 'a~', 'a/b', 'a'];
    const members = asks(Object.fromEntries(names.map((name) => [name, num])));
    expect(classesOf([members])).to.deep.equal([
      `x: ${[...names.map((name) => pointerText([name]))].sort().join(' ')}`,
    ]);
    expect(classesOf([members])[0]?.split(' ').slice(-2)).to.deep.equal(['/\u{1f600}', '/\ufb00']);
  });

  it('commits the decision where it depends on data, for who finds it and who is told', () => {
    const ways = [
      { nextActionIds: [2], condition: { '>': [read('fee'), 1] } },
      { nextActionIds: [2], isDefault: true },
    ];
    const second = { ...asks({ done: num }) };
    const first = (told: Readonly<Record<string, readonly string[]>>): readonly string[] =>
      classesOf([{ ...asks({ fee: num, note: text }), ...shows(told), routes: ways }, second]);
    expect(first({ y: ['fee'], z: ['note'] })).to.deep.equal(['x y: /@route /fee', 'x z: /note']);
    expect(first({ z: ['@route', 'note'] })).to.deep.equal(['x z: /@route /note', 'x: /fee']);
    // All members are not the decision: it may tell of what others stated.
    const second3 = {
      ...asks({ ok: num }),
      ...shows({ z: ['*'] }),
      routes: [
        { ...ways[0], nextActionIds: [3] },
        { nextActionIds: [3], isDefault: true },
      ],
    };
    expect(classesOf([{ ...asks({ fee: num }), ...shows({ y: ['*'] }), ...to(2) }, second3, second], 1)).to.deep.equal([
      'x y: /@route',
      'x z: /ok',
    ]);
  });

  it('has no cell for a decision that is implied', () => {
    expect(classesOf([{ ...asks({ fee: num }), ...to(2) }, asks({ ok: num })])).to.deep.equal(['x: /fee']);
  });

  it('knows an address that no participant has as a role of its own', () => {
    expect(classesOf([{ ...asks({ fee: num }), ...shows({ qr1stranger: ['fee'] }) }])).to.deep.equal([
      'qr1stranger x: /fee',
    ]);
  });

  it('finds the readers that a walk over every pointer finds', () => {
    const token = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(token, { minLength: 1, maxLength: 3 });
    const shares = fc.dictionary(fc.constantFrom('y', 'z', 'w'), fc.array(path, { maxLength: 4 }), { maxKeys: 3 });
    fc.assert(
      fc.property(shares, (told) => {
        const action = { ...asks({ a: { type: 'object' }, b: { type: 'object' }, c: num }), ...shows(mapped(told)) };
        const definition = definitionOf([action]) as unknown as Definition;
        const { cells, classes, classesOf: of } = layoutOf(definition, definition.actions[0] as Action);
        const named = Object.entries(told).flatMap(([role, paths]) => paths.map((one) => ({ role, one })));
        const paths = new Set([['a'], ['b'], ['c'], ...named.map(({ one }) => one)].map((one) => pointerText(one)));
        expect(cells.map(({ pointer }) => pointer)).to.have.members([...paths]);
        for (const { path: at, class: place } of cells) {
          const covers = (one: readonly string[]) => one.every((part, i) => at[i] === part);
          const readers = new Set(['x', ...named.filter(({ one }) => covers(one)).map(({ role }) => role)]);
          expect(classes[place]?.readers).to.deep.equal([...readers].sort());
          for (const role of ['x', 'y', 'z', 'w']) expect(of(role).includes(place)).to.equal(readers.has(role));
        }
        const firsts = classes.map((one) => one.cells[0]?.pointer as string);
        expect(firsts).to.deep.equal([...firsts].sort());
        expect(new Set(classes.map(({ readers }) => readers.join())).size).to.equal(classes.length);
        expect(cells.map(({ at }) => at)).to.deep.equal(cells.map((_, i) => i));
      }),
    );
  });
});

function mapped(told: Readonly<Record<string, readonly (readonly string[])[]>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(told).map(([role, paths]) => [role, paths.map((one) => one.join('/'))]));
}

describe('cells: findings', () => {
  const codes = (actions: readonly JsonObject[]): readonly string[] =>
    found(actions).filter((one) => /BP_CELLS|BP_POINTER_LIST/.test(one));
  const lines = { type: 'array', items: { type: 'object', properties: { price: num } } };

  it('refuse a part of a list, and take the list whole', () => {
    const first = (...names: readonly string[]) => [{ ...asks({ lines }), ...shows({ y: names }) }];
    const at = 'E BP_POINTER_LIST /actions/0/disclosures/0/dataPointers';
    expect(codes(first('lines/0/price'))).to.deep.equal([`${at}/0`]);
    expect(codes(first('lines/*', 'lines/1'))).to.deep.equal([`${at}/1`]);
    expect(codes(first('lines', 'lines/*', '*'))).to.deep.equal([]);
    expect(about(first('lines/0/price'), 'BP_POINTER_LIST').message).to.include('name /lines');
    // The ledger refuses it too.
    expect(checkExecution(definitionOf(first('lines/0'))).map(({ path }) => path)).to.deep.equal([
      '/actions/0/disclosures/0/dataPointers/0',
    ]);
  });

  it('refuse more cells or classes than fit', () => {
    const named = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, num as Json]));
    expect(codes([asks(named(CELLS_MAX))])).to.deep.equal([]);
    expect(codes([asks(named(CELLS_MAX + 1))])).to.deep.equal(['E BP_CELLS /actions/0']);
    // Each member for another pair of addresses.
    const many = (count: number) => [
      {
        ...asks(named(count)),
        ...shows(Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, [`m${i}`]]))),
      },
    ];
    expect(codes(many(CELL_CLASSES_MAX))).to.deep.equal([]);
    expect(codes(many(CELL_CLASSES_MAX + 1))).to.deep.equal(['E BP_CELLS /actions/0']);
  });
});
