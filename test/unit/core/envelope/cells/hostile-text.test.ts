// A dishonest sender may seal any text at all instead of cells. No reader takes it, and none fails on it.
import { expect } from 'chai';
import fc from 'fast-check';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { canonical, type Json } from '../../../../../core/base/json.js';
import { SEALED_VALUES_MAX } from '../../../../../core/base/limits/ledger/disclosure.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import type { Envelope } from '../../../../../core/envelope/cells/envelope.js';
import { openCells } from '../../../../../core/envelope/cells/open.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { agreements, closeGroup, OWN_BYTES, walletEntries } from '../../../../../core/envelope/sealed-group.js';
import { PARTIES, RUN } from '../../../../support/cells/cell-runs.js';
import type { TestWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const definition = definitionOf([
  { ...asks({ a: num, b: num, c: num }), ...shows({ y: ['a'], z: ['b'] }) },
]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0] as Action);
const party = PARTIES.get('y') as TestWallet;
const { registerId, instanceId = '', actionId } = RUN;

/** The value that role y finds in a group with this text. */
function found(text: string): unknown {
  const groups = [{ recipients: [party.key] }];
  const { agreed } = agreements(groups, new Uint8Array(32).fill(3));
  const group = closeGroup({
    ...{ recipients: [party.key], agreed, context: { registerId, instanceId, actionId } },
    own: new Uint8Array(OWN_BYTES).fill(9),
    text,
  });
  const root = toBase64Url(new Uint8Array(32));
  const envelope: Envelope = { v: 2, root, groups: [group], wallets: walletEntries(agreed) };
  return openCells(envelope, party.opener, { run: RUN, layout, classes: layout.classesOf('y') });
}

/** Characters that a reader of role y parses of a group with this text, which it refuses. */
function parsedBy(text: string): number {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (source: string, ...more: never[]) => {
    characters += source.length;
    return parse(source, ...more);
  };
  try {
    expect(found(text)).to.have.property('undelivered');
  } finally {
    JSON.parse = parse;
  }
  return characters;
}

describe('cells: hostile texts', () => {
  const hash = toBase64Url(new Uint8Array(32).fill(1));
  const good = { cells: [[[1]]], other: [hash, hash], seeds: [hash] };
  const form = { undelivered: 'form' };

  it('of the right form do not give the root', () => {
    expect(found(canonical(good))).to.deep.equal({ undelivered: 'root' });
    expect(found(canonical({ ...good, cells: [[[]]] }))).to.deep.equal({ undelivered: 'root' });
  });

  it('of any other form are told apart', () => {
    const others: readonly Json[] = [
      { ...good, cells: [] },
      { ...good, cells: [[[1]], [[1]]] },
      { ...good, cells: [[]] },
      { ...good, cells: [[[1, 2]]] },
      { ...good, cells: [[1]] },
      { ...good, cells: [1] },
      { ...good, cells: {} },
      { ...good, other: [hash] },
      { ...good, other: [hash, 'AA'] },
      { ...good, other: [hash, 1] },
      { ...good, seeds: [] },
      { ...good, seeds: [hash, hash] },
      { ...good, seeds: null },
      { ...good, files: [{}] },
      { ...good, files: 1 },
      { ...good, more: 1 },
      [],
      'text',
    ];
    for (const one of others) expect(found(canonical(one)), canonical(one)).to.deep.equal(form);
    for (const text of [
      '',
      '{',
      `${canonical(good)}x`,
      ` ${canonical(good)}`,
      '{"cells":[],"cells":[]}',
      `${canonical(good)}${' '.repeat(300)}`,
    ])
      expect(found(text), text.slice(0, 40)).to.deep.equal(form);
  });

  it('beyond what the group may hold, or of another form, are not even parsed', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const cell = (value: string) => `{"cells":[[[${value}]]],"other":["${hash}","${hash}"],"seeds":["${hash}"]}`;
    const list = (count: number, one: string) => `[${Array(count).fill(one).join()}]`;
    expect(parsedBy(cell('1'))).to.be.greaterThan(0);
    for (const text of [
      nested(100_000),
      // Of few values, but deep.
      cell(nested(1000)),
      cell('{"a":'.repeat(1000) + '1' + '}'.repeat(1000)),
      list(SEALED_VALUES_MAX, '{}'),
      cell(list(SEALED_VALUES_MAX, '1')),
      // More classes, cells and members than it has, and few values.
      `{"cells":${list(300, '[]')}}`,
      `{"cells":[${list(300, '[]')}]}`,
      `{"cells":[],"other":${list(300, `"${hash}"`)}}`,
      canonical(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 1]))),
      // Of another form than its sender should have written.
      cell('{"b":1,"a":1}'),
      cell('[1, 1]'),
    ])
      expect(parsedBy(text), text.slice(0, 60)).to.equal(0);
  });

  it('make no reader fail, whatever they are', () => {
    const part = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<Json>,
      fc.constant([hash]),
      fc.constant([[[1]]]),
      fc.constant([hash, hash]),
    );
    fc.assert(
      fc.property(fc.record({ cells: part, other: part, seeds: part }), (text) => {
        expect(found(canonical(text)))
          .to.have.property('undelivered')
          .that.is.oneOf(['form', 'root']);
      }),
      { numRuns: 60 },
    );
  });
});
