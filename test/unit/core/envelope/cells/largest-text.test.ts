// The largest texts that may be sealed are read, in an envelope and in a delivery of it: what a reader refuses without
// parsing it, no sender can have sealed in good faith.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { valuesIn } from '../../../../../core/base/json-budget.js';
import { CELLS_MAX } from '../../../../../core/base/limits/ledger/cells.js';
import { PASSED_ON_VALUES_MAX, SEALED_VALUES_MAX } from '../../../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { cellEncryptionProblems, contentOf } from '../../../../../core/envelope/cells/encrypt.js';
import type { Envelope } from '../../../../../core/envelope/cells/envelope.js';
import { type OpenedCells, readCells } from '../../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../../core/envelope/cells/opening.js';
import { placeOf, rootOf } from '../../../../../core/envelope/cells/root.js';
import { deliveredCells, encryptDelivery, openedParts } from '../../../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../../../core/envelope/delivery/delivery-form.js';
import { layoutOf, WHOLE_MOVE } from '../../../../../core/envelope/layout/layout.js';
import { good } from '../../../../support/base/good.js';
import { openedBy, PARTIES, RUN, sealed } from '../../../../support/cells/cell-runs.js';
import type { TestWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, shows } from '../../../../support/definitions/short-definitions.js';

const definition = definitionOf([{ ...asks({ a: {} }), ...shows({ y: ['a'] }) }]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0] as Action);
const y = PARTIES.get('y') as TestWallet;

const listOf = (count: number): Json => Array<number>(count).fill(1);
const nestedIn = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((one) => [one], 1);

function problemsOf(data: JsonObject): readonly string[] {
  const content = contentOf(layout, data, []);
  if (isFailure(content)) return content.issues.map(({ code }) => code);
  const groups = [{ classes: layout.classesOf('y'), recipients: [y.key] }];
  return cellEncryptionProblems({ run: RUN, ...content, groups, files: [] }).map(({ code }) => code);
}

/** What the party finds in the envelope, and in a delivery of it to the same wallet. */
function foundIn(envelope: Envelope): readonly (OpenedCells | undefined)[] {
  const expected = { run: RUN, layout, classes: layout.classesOf('y') };
  const own = openedBy('y', envelope, { layout }) as OpenedCells;
  if (!('classes' in own)) return [undefined];
  const context = deliveryContext(RUN.registerId, RUN.instanceId ?? '');
  const runs = [{ txId: 'ab'.repeat(32), classes: expected.classes, opened: own }];
  const delivery = encryptDelivery({ context, role: 'y', runs, to: y.key, entropy: sha256('delivery') });
  if (isFailure(delivery)) throw new Error(JSON.stringify(delivery.issues));
  const parts = openedParts(delivery, { opener: y.opener, context });
  const delivered = deliveredCells(parts?.[0], { envelope, expected });
  return [own, 'classes' in delivered ? delivered : undefined];
}

/** The largest size that fits, of which 1 does and `to` does not. */
function largestOf(fits: (size: number) => boolean, to: number): number {
  let [most, least] = [1, to];
  while (least - most > 1) {
    const size = Math.floor((most + least) / 2);
    if (fits(size)) most = size;
    else least = size;
  }
  return most;
}

describe('cells: the largest texts', function () {
  this.timeout(60_000);

  for (const [kind, of, most, code] of [
    ['values', listOf, 2 * SEALED_VALUES_MAX, 'VAL_SIZE_001'],
    ['levels', nestedIn, 100, 'BODY_TOO_DEEP'],
  ] as const)
    it(`of ${kind} are sealed, read and delivered, and the next one is refused`, () => {
      const size = largestOf((count) => problemsOf({ a: of(count) }).length === 0, most);
      expect(problemsOf({ a: of(size + 1) })).to.deep.equal([code]);
      const value = of(size);
      const found = foundIn(sealed(layout, { data: { a: value } }));
      expect(found).to.have.length(2);
      for (const one of found) expect(one?.classes[0]?.values.at(-1)).to.deep.equal(value);
    });

  it('are shown whole in a private objection, with as many cells and classes as an action has', () => {
    const names = Array.from({ length: CELLS_MAX - 2 }, (_, i) => `p${i}`);
    const many = definitionOf([
      { ...asks({ a: {}, ...Object.fromEntries(names.map((name) => [name, {}])) }), ...shows({ y: ['a', ...names] }) },
    ]) as unknown as Definition;
    const wide = layoutOf(many, many.actions[0] as Action);
    expect(wide.cells.length).to.be.within(CELLS_MAX - 1, CELLS_MAX);
    const small = Object.fromEntries(names.map((name) => [name, 1]));
    const groups = [{ classes: wide.classesOf('y'), recipients: [y.key] }];
    const fits = (count: number): boolean => {
      const content = good(contentOf(wide, { a: listOf(count), ...small }, []));
      return cellEncryptionProblems({ run: RUN, ...content, groups, files: [] }).length === 0;
    };
    const size = largestOf(fits, SEALED_VALUES_MAX);
    const envelope = sealed(wide, { data: { a: listOf(size), ...small } });
    const opened = openedBy('y', envelope, { layout: wide }) as OpenedCells;
    const pointers = wide.cells.filter(({ class: at }) => wide.classesOf('y').includes(at)).map((one) => one.pointer);
    expect(pointers).to.have.length(names.length + 1);
    const shown = good(openingOf({ txId: 'ab'.repeat(32), run: RUN, layout: wide, opened }, pointers));
    const objection = { type: 'objection', v: 1, ground: 'schema', at: '', shown: [shown] } as unknown as JsonObject;
    const content = good(contentOf(WHOLE_MOVE, objection, []));
    const whole = [{ classes: [0], recipients: [y.key] }];
    expect(cellEncryptionProblems({ run: RUN, ...content, groups: whole, files: [] })).to.deep.equal([]);
    // With room for a second text of that size: a wallet of two roles may have one by a delivery.
    const values = valuesIn(JSON.stringify(objection), Number.POSITIVE_INFINITY);
    expect(values + SEALED_VALUES_MAX).to.be.below(PASSED_ON_VALUES_MAX);
  });

  it('of a run are not more where they are delivered', () => {
    const data = { a: listOf(SEALED_VALUES_MAX) };
    const opened = openedBy('y', sealed(layout, { data: { a: 1 } }), { layout }) as OpenedCells;
    const [own] = opened.classes;
    const part = { cells: [[[data.a]]], other: [], seeds: [toBase64Url(own?.seed as Uint8Array)] } as unknown as Json;
    const classes = layout.classesOf('y');
    const read = readCells(part as JsonObject, { run: RUN, layout, classes }) as OpenedCells;
    const root = toBase64Url(rootOf(placeOf(RUN), read.hashes));
    const given = deliveredCells(part, { envelope: { root }, expected: { run: RUN, layout, classes } });
    expect(given).to.deep.equal({ undelivered: 'form' });
  });
});
