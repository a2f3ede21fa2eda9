// Random actions of language 2 with data that fits them, for tests of cells: members of which some are nested, with
// disclosures of the parts to some roles.
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { type Layout, layoutOf } from '../../../core/envelope/layout/layout.js';
import { asks, definitionOf, shows } from '../definitions/short-definitions.js';

export const ROLES = ['x', 'y', 'z', 'w'] as const;
const NAMES = ['a', 'b', 'c', '__proto__'] as const;

export interface DrawnAction {
  readonly definition: Definition;
  readonly action: Action;
  readonly layout: Layout;
}

const path = fc
  .array(fc.constantFrom('a', 'b', 'c', '__proto__', 'a/b~', '0'), { maxLength: 2 })
  .chain((below) => fc.constantFrom(...NAMES).map((name) => [name, ...below]));
const told = fc.dictionary(fc.constantFrom('y', 'z', 'w'), fc.array(path, { maxLength: 4 }), { maxKeys: 3 });

/** An action of role x with members `a` to `c` and one of an unlucky name. */
export const anAction: fc.Arbitrary<DrawnAction> = told.map((shown) => {
  const pointers = Object.entries(shown).map(
    ([role, paths]) =>
      [
        role,
        paths.map((one) => one.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')),
      ] as const,
  );
  // Any value, and none.
  const members = Object.fromEntries(NAMES.map((name) => [name, {} as Json]));
  const participants = ROLES.map((id) => ({ id }));
  const made = { ...asks(members, [...NAMES]), ...shows(Object.fromEntries(pointers)) };
  const definition = definitionOf([made], { participants }) as unknown as Definition;
  const action = definition.actions[0] as Action;
  return { definition, action, layout: layoutOf(definition, action) };
});

const scalar: fc.Arbitrary<Json> = fc.oneof(fc.integer(), fc.string({ maxLength: 4 }), fc.boolean(), fc.constant(null));

function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__', 'a/b~', '0'), value);
  return fc.array(entry, { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const value = fc.oneof(scalar, objectOf(scalar), objectOf(objectOf(scalar)), fc.array(scalar, { maxLength: 3 }));

/** Data of such an action: any of its members may be absent. */
export const someData: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));
