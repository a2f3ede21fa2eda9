// Definitions of language 2 written short, and what the check says of them: for tests of names and knowledge.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Finding } from '../../../core/blueprint/findings/finding.js';
import { checkBlueprint } from '../../../core/design/check/check.js';

export const num = { type: 'number' };
export const read = (name: string): JsonObject => ({ var: name });
export const asks = (properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  dataSchemas: [
    {
      type: 'object',
      properties,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
    },
  ],
});
export const shows = (told: Readonly<Record<string, readonly string[]>>): JsonObject => ({
  disclosures: Object.entries(told).map(([participantAddress, names]) => ({
    participantAddress,
    dataPointers: names.map((name) => `/${name}`),
  })),
});
export const to = (...nextActionIds: readonly number[]): JsonObject => ({ routes: [{ id: 'r', nextActionIds }] });

export function definitionOf(actions: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    language: 2,
    title: 'Probe',
    description: 'Probe of the language.',
    participants: [{ id: 'x' }, { id: 'y' }, { id: 'z' }],
    actions: actions.map((action, i) => ({ id: i + 1, sender: 'x', isStartingAction: i === 0, ...action })),
    ...more,
  };
}

/**
 * Warnings about data that serves no other party, and terms that are not stated: most definitions here have neither.
 */
const OF_USE: readonly string[] = ['BP_NEXT_UNTOLD', 'BP_DATA_UNREAD', 'BP_CANCEL_DEFAULT'];

export function findingsOf(definition: JsonObject): readonly Finding[] {
  return checkBlueprint(definition).filter(({ code }) => !OF_USE.includes(code));
}

export function found(actions: readonly JsonObject[], more?: JsonObject): readonly string[] {
  return findingsOf(definitionOf(actions, more)).map(
    ({ severity, code, location }) => `${severity === 'error' ? 'E' : 'W'} ${code} ${location}`,
  );
}

export function about(actions: readonly JsonObject[], code: string, more?: JsonObject): Finding {
  const findings = findingsOf(definitionOf(actions, more));
  const one = findings.find((finding) => finding.code === code);
  expect(one, `${code} among ${JSON.stringify(findings)}`).to.not.equal(undefined);
  return one as Finding;
}

/** Two actions: the first states a price, and the second calculates. */
export function calculating(
  rule: Json,
  more: { readonly first?: JsonObject; readonly second?: JsonObject } = {},
): readonly JsonObject[] {
  return [
    {
      ...asks({ price: num, note: { type: 'string' } }, ['note']),
      ...shows({ y: ['*'], z: ['*'] }),
      ...to(2),
      ...more.first,
    },
    {
      sender: 'y',
      ...asks({ qty: num }),
      calculations: { fee: rule },
      ...shows({ x: ['*'], z: ['*'] }),
      ...more.second,
    },
  ];
}
