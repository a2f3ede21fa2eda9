// Data taken apart into cells and put together again: nothing is lost, added or moved, and what a liar seals that is no
// data is told.
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, type Json } from '../../../../../core/base/json.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { project } from '../../../../../core/blueprint/names/disclose.js';
import { type Layout, layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { type CellValue, dataOf, valuesOf } from '../../../../../core/envelope/layout/values.js';
import { anAction, someData } from '../../../../support/cells/cell-actions.js';
import { asks, definitionOf, shows } from '../../../../support/definitions/short-definitions.js';

const any = {};
const definition = definitionOf([
  { ...asks({ a: any, b: any }), ...shows({ y: ['a/b', 'a/c/d'], z: ['a/b/e'] }) },
]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0] as Action);

function told(values: readonly CellValue[], of = layout): Record<string, Json> {
  return Object.fromEntries(
    of.cells.map(({ pointer }, i) => [pointer, values[i] === undefined ? '(absent)' : (values[i] as Json)]),
  );
}

function seen(values: Readonly<Record<string, CellValue>>, of: Layout = layout) {
  const cells = of.cells.filter(({ pointer }) => Object.hasOwn(values, pointer));
  const { data, misplaced } = dataOf(of, new Map(cells.map((cell) => [cell, values[cell.pointer]])));
  return { data, misplaced: [...misplaced].map(({ pointer }) => pointer) };
}

describe('cells: values', () => {
  it('are what is at their pointers without the parts that are cells of their own', () => {
    const data = { a: { b: { e: 1, f: 2 }, c: { d: null, g: 3 }, h: 4 } };
    expect(told(valuesOf(layout, data))).to.deep.equal({
      '/a': { c: { g: 3 }, h: 4 },
      '/a/b': { f: 2 },
      '/a/b/e': 1,
      '/a/c/d': null,
      '/b': '(absent)',
    });
    expect(valuesOf(layout, data)[layout.cells.findIndex(({ pointer }) => pointer === '/a/c/d')]).to.equal(null);
  });

  it('take no place in a list for a member', () => {
    expect(told(valuesOf(layout, { a: [{ b: 1 }], b: 0 }))).to.include({ '/a/b': '(absent)', '/b': 0 });
  });

  it('are not made of data with a member that has no cell', () => {
    expect(() => valuesOf(layout, { a: 1, c: 2 })).to.throw('the root of an action is closed');
  });

  it('give the data again', () => {
    fc.assert(
      fc.property(anAction, someData, ({ layout: of }, data) => {
        const values = valuesOf(of, data);
        const joined = dataOf(of, new Map(of.cells.map((cell, i) => [cell, values[i]])));
        expect(canonical(joined.data)).to.equal(canonical(data));
        expect([...joined.misplaced]).to.deep.equal([]);
      }),
      { numRuns: 300 },
    );
  });

  it('give each role what its pointers name, and nothing else', () => {
    fc.assert(
      fc.property(anAction, someData, ({ definition: { actions }, layout: of }, data) => {
        const values = valuesOf(of, data);
        for (const role of ['y', 'z', 'w']) {
          const classes = of.classesOf(role);
          const cells = of.cells.filter((cell) => classes.includes(cell.class));
          const joined = dataOf(of, new Map(cells.map((cell) => [cell, values[cell.at]])));
          const pointers = (actions[0]?.disclosures ?? [])
            .filter(({ participantAddress }) => participantAddress === role)
            .flatMap(({ dataPointers }) => dataPointers);
          // In language 1 this names an item of a list, which is no cell.
          fc.pre(!pointers.some((pointer) => pointer.includes('/0')));
          expect(canonical(joined.data)).to.equal(canonical(project(data, pointers)));
          expect([...joined.misplaced]).to.deep.equal([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('tell parts that stand where no object is', () => {
    expect(seen({ '/a': 5, '/a/b': { f: 1 } })).to.deep.equal({ data: { a: 5 }, misplaced: ['/a/b'] });
    expect(seen({ '/a': undefined, '/a/c/d': 1 })).to.deep.equal({ data: {}, misplaced: ['/a/c/d'] });
    expect(seen({ '/a': {}, '/a/c/d': 1 })).to.deep.equal({ data: { a: {} }, misplaced: ['/a/c/d'] });
    expect(seen({ '/a': { c: {} }, '/a/c/d': 1 })).to.deep.equal({ data: { a: { c: { d: 1 } } }, misplaced: [] });
    expect(seen({ '/a/b': undefined, '/a/b/e': 1 })).to.deep.equal({ data: {}, misplaced: ['/a/b/e'] });
    // Its own cell is not seen, so an object stands there.
    expect(seen({ '/a/b/e': 1 })).to.deep.equal({ data: { a: { b: { e: 1 } } }, misplaced: [] });
  });

  it('tell a value with a part in it that is a cell of its own', () => {
    expect(seen({ '/a': { b: 1 }, '/a/b': undefined })).to.deep.equal({ data: { a: {} }, misplaced: ['/a'] });
    expect(seen({ '/a': { b: 1 } })).to.deep.equal({ data: { a: {} }, misplaced: ['/a'] });
  });
});
