// Classes that no envelope has: who reads them, what its sender keeps of them, and that a reader takes nothing that was
// not sealed.
import { expect } from 'chai';
import { fromBase64Url, toBase64Url } from '../../../../../core/base/bytes.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { contentOf } from '../../../../../core/envelope/cells/encrypt.js';
import { evidenceIn, evidenceOf, type KeptGates, readKept, withKept } from '../../../../../core/envelope/cells/kept.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { classOf, placeOf } from '../../../../../core/envelope/cells/root.js';
import { gateSeedsOf } from '../../../../../core/envelope/cells/seeds.js';
import { evidenceFor, groupsOf } from '../../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { good } from '../../../../support/base/good.js';
import { RUN } from '../../../../support/cells/cell-runs.js';
import { gatedDefinition } from '../../../../support/credentials/gated-ledger.js';

/** x sends; y reads data and evidence, w the evidence alone, z the data alone. */
const definition = gatedDefinition([
  { evidence: 'kept', readers: ['y', 'w'] },
  { id: 'second', evidence: 'kept', readers: ['w'] },
]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0]!);
const wallets = new Map(['w', 'x', 'y', 'z'].map((role) => [role, [`wallet ${role}`]]));
const placesOf = (gate: string) => layout.classes.flatMap((item, at) => (item.gate === gate ? [at] : []));
const [[licence], [second]] = [placesOf('licence'), placesOf('second')] as [[number], [number]];

const evidence = { v: 1, issued: 'a.b.c', claims: ['d'], proof: 'e.f.g' };
const { classes } = good(contentOf(layout, { n: 1, '@gate': { licence: evidence } }, []));
const gateSeeds = gateSeedsOf({ run: RUN, classes }, new Uint8Array(32).fill(3));
const kept = evidenceIn({ classes, gateSeeds });
const place = placeOf(RUN);
let nextSeed = 0;
const hashes = classes.map(({ gate, cells }) => {
  const seed = gate === undefined ? new Uint8Array(32) : fromBase64Url(gateSeeds[nextSeed++]!)!;
  return classOf(place, seed, cells);
});
const given: OpenedCells = { classes: [], hashes, files: [] };
const found = (gates: KeptGates | undefined, places: readonly number[] = [licence]) =>
  withKept(given, { run: RUN, layout, classes: [], kept: places }, gates).classes.map((item) => item.class);
const own = kept['licence']!;

describe('core/envelope/cells/kept', () => {
  it('are read by who sends and by the readers of their gates, and are in no group', () => {
    expect(['w', 'x', 'y', 'z'].map((role) => layout.evidenceOf(role))).to.deep.equal([
      ...[[licence, second], [licence, second], [licence], []],
    ]);
    const groups = groupsOf(layout, wallets);
    expect(groups.flatMap((group) => group.classes)).to.not.include.members([licence]);
    expect(groups.flatMap((group) => group.classes)).to.not.include.members([second]);
    const alone = groups.find((group) => group.wallets.includes('wallet w'));
    expect(alone?.classes, 'all hashes, and nothing else').to.deep.equal([]);
    expect(evidenceFor(layout, wallets, 'wallet w')).to.deep.equal([licence, second]);
    expect(evidenceFor(layout, wallets, 'wallet z')).to.deep.equal([]);
  });

  it('are kept by their sender where their gate was shown something', () => {
    expect(Object.keys(kept)).to.deep.equal(['licence']);
    expect(readKept(JSON.stringify(kept))).to.deep.equal(kept);
  });

  it('give a reader the cells that were sealed', () => {
    expect(found(kept)).to.deep.equal([licence]);
    const values = withKept(given, { run: RUN, layout, classes: [], kept: [licence] }, kept).classes[0]?.values;
    expect(values).to.deep.equal([{ v: 1 }, ['d'], 'a.b.c', 'e.f.g', undefined]);
  });

  for (const [what, gates, places] of [
    ['nothing', undefined, [licence]],
    ['evidence of another gate', { second: own }, [licence]],
    ['evidence that the wallet does not read', kept, []],
    ['another seed', { licence: { ...own, seed: toBase64Url(new Uint8Array(32)) } }, [licence]],
    ['a seed of another length', { licence: { ...own, seed: 'AA' } }, [licence]],
    ['another value', { licence: { ...own, cells: [[{ v: 2 }], ...own.cells.slice(1)] } }, [licence]],
    ['a value that was absent', { licence: { ...own, cells: [...own.cells.slice(0, -1), ['s']] } }, [licence]],
    ['fewer cells', { licence: { ...own, cells: own.cells.slice(1) } }, [licence]],
    ['a cell of another form', { licence: { ...own, cells: ['x', ...own.cells.slice(1)] } }, [licence]],
    ['a cell of two values', { licence: { ...own, cells: [[1, 2], ...own.cells.slice(1)] } }, [licence]],
  ] as const)
    it(`give nothing of ${what}`, () => expect(found(gates as KeptGates, places)).to.deep.equal([]));

  it('are told again as they were kept, without what stood in a group', () => {
    const expected = { run: RUN, layout, classes: [], kept: [licence] };
    expect(evidenceOf(withKept(given, expected, kept), expected)).to.deep.equal(kept);
    expect(evidenceOf(withKept(given, expected, kept), { ...expected, kept: [second] })).to.deep.equal({});
  });

  it('give nothing under another hash, or in another run', () => {
    const swapped = { ...given, hashes: [...hashes].reverse() };
    const asked = { run: RUN, layout, classes: [], kept: [licence] };
    expect(withKept(swapped, asked, kept).classes).to.deep.equal([]);
    expect(withKept(given, { ...asked, run: { ...RUN, instanceId: 'other' } }, kept).classes).to.deep.equal([]);
  });

  it('are read from another node in one form', () => {
    for (const text of ['', '[]', '1', '{"a":1}', '{"a":{"seed":1,"cells":[]}}', '{"a":{"seed":"","cells":{}}}'])
      expect(readKept(text), text).to.equal(undefined);
  });
});
