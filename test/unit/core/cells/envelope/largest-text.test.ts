// The largest texts that may be sealed are read, in an envelope and in a delivery of it: what a reader refuses without
// parsing it, no sender can have sealed in good faith.
import { expect } from 'chai';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { SEALED_VALUES_MAX } from '../../../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { deliveredCells, openedParts, sealDelivery } from '../../../../../core/cells/delivery/delivery.js';
import { deliveryContext } from '../../../../../core/cells/delivery/delivery-form.js';
import type { Envelope2 } from '../../../../../core/cells/envelope/envelope.js';
import type { OpenedCells } from '../../../../../core/cells/envelope/open.js';
import { cellSealingProblems, contentOf } from '../../../../../core/cells/envelope/seal.js';
import { layoutOf } from '../../../../../core/cells/layout/layout.js';
import { sealingProblems } from '../../../../../core/disclosure/seal.js';
import { openedBy, PARTIES, RUN, sealed } from '../../../../support/cell-runs.js';
import type { TestWallet } from '../../../../support/disclosure.js';
import { asks, definitionOf, shows } from '../../../../support/language-2.js';

const definition = definitionOf([{ ...asks({ a: {} }), ...shows({ y: ['a'] }) }]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0] as Action);
const y = PARTIES.get('y') as TestWallet;

const listOf = (count: number): Json => Array<number>(count).fill(1);
const nestedIn = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((one) => [one], 1);

function problemsOf(data: JsonObject): readonly string[] {
  const content = contentOf(layout, data, []);
  if (isFailure(content)) return content.issues.map(({ code }) => code);
  const groups = [{ classes: layout.classesOf('y'), recipients: [y.key] }];
  return cellSealingProblems({ run: RUN, ...content, groups, files: [] }).map(({ code }) => code);
}

/** What the party finds in the envelope, and in a delivery of it to the same wallet. */
function foundIn(envelope: Envelope2): readonly (OpenedCells | undefined)[] {
  const expected = { run: RUN, layout, classes: layout.classesOf('y') };
  const own = openedBy('y', envelope, { layout }) as OpenedCells;
  if (!('classes' in own)) return [undefined];
  const context = deliveryContext(RUN.registerId, RUN.instanceId ?? '');
  const runs = [{ txId: 'ab'.repeat(32), classes: expected.classes, opened: own }];
  const delivery = sealDelivery({ context, role: 'y', runs, to: y.key, entropy: sha256('delivery') });
  if (isFailure(delivery)) throw new Error(JSON.stringify(delivery.issues));
  const parts = openedParts(delivery, { opener: y.opener, context });
  const delivered = deliveredCells(parts?.[0], { envelope, expected });
  return [own, 'classes' in delivered ? delivered : undefined];
}

/** The largest size that is sealed. */
function largest(of: (size: number) => Json, from: number, to: number): number {
  let [good, bad] = [from, to];
  while (bad - good > 1) {
    const size = Math.floor((good + bad) / 2);
    if (problemsOf({ a: of(size) }).length === 0) good = size;
    else bad = size;
  }
  return good;
}

describe('cells: the largest texts', function () {
  this.timeout(60_000);

  for (const [kind, of, most, code] of [
    ['values', listOf, 2 * SEALED_VALUES_MAX, 'VAL_SIZE_001'],
    ['levels', nestedIn, 100, 'BODY_TOO_DEEP'],
  ] as const)
    it(`of ${kind} are sealed, read and delivered, and the next one is refused`, () => {
      const size = largest(of, 1, most);
      expect(problemsOf({ a: of(size + 1) })).to.deep.equal([code]);
      const value = of(size);
      const found = foundIn(sealed(layout, { data: { a: value } }));
      expect(found).to.have.length(2);
      for (const one of found) expect(one?.classes[0]?.values.at(-1)).to.deep.equal(value);
    });

  it('of language 1 are bounded alike', () => {
    const context = { registerId: RUN.registerId, instanceId: 'inst-1', actionId: '1' };
    const codes = (a: Json) =>
      sealingProblems({ context, groups: [{ fields: { a }, recipients: [y.key] }] }).map((one) => one.code);
    expect(codes(listOf(SEALED_VALUES_MAX - 100))).to.deep.equal([]);
    expect(codes(listOf(SEALED_VALUES_MAX))).to.deep.equal(['VAL_SIZE_001']);
  });
});
