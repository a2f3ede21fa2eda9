// An entity type and an entity that use all that the model has, and filters over them.
import { isFailure, type Result } from '../../../../core/base/result.js';
import { compileExpression, compileFilter } from '../../../../core/query/compile.js';
import type { EntityRecord, EntityType } from '../../../../core/query/model.js';
import { parseExpression } from '../../../../core/query/parser.js';

const PART = {
  name: 'Part',
  properties: {
    who: { type: 'Edm.String', isCollection: true },
    size: { type: 'Edm.Int32' },
    body: { type: 'Edm.String', isOpaque: true },
  },
} as const;

const ABOUT = {
  name: 'About',
  isOpen: true,
  properties: { kind: { type: 'Edm.String' }, note: { type: 'Edm.String', isNullable: true } },
} as const;

export const THING: EntityType = {
  name: 'Thing',
  key: ['id'],
  navigation: { others: 'Things' },
  properties: {
    id: { type: 'Edm.String' },
    count: { type: 'Edm.Int64' },
    isOpen: { type: 'Edm.Boolean' },
    at: { type: 'Edm.DateTimeOffset' },
    until: { type: 'Edm.DateTimeOffset', isNullable: true },
    names: { type: 'Edm.String', isCollection: true },
    about: { type: ABOUT },
    parts: { type: PART, isCollection: true },
  },
};

export const ONE: EntityRecord = {
  id: 'thing-1',
  count: 7,
  isOpen: true,
  at: '2026-11-27T10:20:30.250Z',
  names: ['ann', 'ben'],
  about: { kind: 'Action', order: 'A-17', weight: 2.5, deep: { x: 1 }, flag: false },
  parts: [
    { who: ['ann'], size: 10, body: 'x' },
    { who: ['ben', 'cleo'], size: 20, body: 'y' },
  ],
};

export const NOW_MS = Date.parse('2026-11-27T12:00:00.000Z');
const OF = { type: THING, nowMs: NOW_MS };

/** Whether the filter holds for the entity above. */
export function holds(text: string): boolean {
  return good(compileFilter(good(parseExpression(text)), OF))(ONE);
}

export function computed(text: string): unknown {
  return good(compileExpression(good(parseExpression(text)), OF)).compute(ONE);
}

export function refusalOf(text: string): string {
  const tree = parseExpression(text);
  const found = isFailure(tree) ? tree : compileFilter(tree, OF);
  return isFailure(found) ? `${found.issue.code}: ${found.issue.message}` : 'no refusal';
}

export function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(JSON.stringify(result.issues));
  return result;
}
