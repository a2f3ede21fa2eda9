// Hashes of a run for several readers: in any order of them each finds those it finds alone. So it is of a sender that
// sealed other values, seeds or another root to some of them.
import { expect } from 'chai';
import * as fc from 'fast-check';
import { toBase64Url, toHex } from '../../../../../core/base/bytes.js';
import { canonical, type Json, parseJsonText } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { ClassHashes } from '../../../../../core/envelope/cells/class-hashes.js';
import { type OpenedCells, readCells } from '../../../../../core/envelope/cells/open.js';
import { type CellText, cellText, classOf, placeOf } from '../../../../../core/envelope/cells/root.js';
import { type Layout, layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { RUN } from '../../../../support/cells/cell-runs.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const members = ['a', 'b', 'c', 'd'];
const definition = definitionOf(
  [{ ...asks(Object.fromEntries(members.map((name) => [name, num]))), ...shows({ y: ['a', 'b'], z: ['b', 'c'] }) }],
  {},
) as unknown as Definition;
const layout: Layout = layoutOf(definition, definition.actions[0] as Definition['actions'][number]);
const RUNS = [RUN, { ...RUN, instanceId: 'inst-2' }];

/** Sealed to one reader: for each class a number that chooses its seed and one that chooses its values. */
interface Told {
  readonly role: 'x' | 'y' | 'z';
  /** Which of the runs. */
  readonly of: number;
  readonly seeds: readonly number[];
  readonly values: readonly number[];
}

const seedOf = (choice: number): Uint8Array => new Uint8Array(32).fill(choice + 1);

function sealedTo({ role, of, seeds, values }: Told): Readonly<Record<string, Json>> {
  const read = layout.classesOf(role);
  const place = placeOf(RUNS[of] ?? RUN);
  const cellsOf = (at: number): CellText[] =>
    (layout.classes[at]?.cells ?? []).map(({ pointer }) => cellText(pointer, values[at] as number, []));
  const others = layout.classes.flatMap((_, at) =>
    read.includes(at) ? [] : [toBase64Url(classOf(place, seedOf(seeds[at] as number), cellsOf(at)))],
  );
  const text = canonical({
    cells: read.map((at) => cellsOf(at).map(({ value }) => [Number(value)])),
    other: others,
    seeds: read.map((at) => toBase64Url(seedOf(seeds[at] as number))),
  });
  return parseJsonText(text) as Readonly<Record<string, Json>>;
}

function found(told: Told, hashed?: ClassHashes): unknown {
  const expected = {
    run: RUNS[told.of] ?? RUN,
    layout,
    classes: layout.classesOf(told.role),
    ...(hashed && { hashed }),
  };
  const { hashes, classes } = readCells(sealedTo(told), expected) as OpenedCells;
  return { hashes: hashes.map(toHex), values: classes.map(({ values }) => values) };
}

const choice = fc.array(fc.nat(1), { minLength: layout.classes.length, maxLength: layout.classes.length });
const reader: fc.Arbitrary<Told> = fc.record({
  role: fc.constantFrom('x', 'y', 'z'),
  of: fc.nat(1),
  seeds: choice,
  values: choice,
});

describe('hashes of the classes of a run', () => {
  it('are for each reader those that it finds alone, whichever reader was looked at before', () => {
    fc.assert(
      fc.property(fc.array(reader, { minLength: 2, maxLength: 8 }), (readers) => {
        const hashed = new ClassHashes();
        for (const told of readers) expect(found(told, hashed)).to.deep.equal(found(told));
      }),
      { numRuns: 300 },
    );
  });

  it('are not found again for a reader that has the same', () => {
    const hashed = new ClassHashes();
    const run = placeOf(RUN);
    const [first, second] = [1, 2].map(() => hashed.of(0, { run, seed: seedOf(0), cells: [cellText('/a', 1, [])] }));
    expect(second).to.equal(first);
  });

  it('are another one where a file has another key', () => {
    const hashed = new ClassHashes();
    const of = (manifests: readonly string[]) =>
      toHex(hashed.of(0, { run: placeOf(RUN), seed: seedOf(0), cells: [{ pointer: '/a', value: '1', manifests }] }));
    expect(of(['00'.repeat(32)])).to.not.equal(of(['01'.repeat(32)]));
  });
});
