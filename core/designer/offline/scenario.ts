// A scenario that walks a draft from its start to its end: the usual way, with data that its schemas take. It says
// nothing of whether the draft does what people mean.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { sampleOf } from '../../design/sample.js';
import { itemsOf } from '../../edits/draft.js';
import { objectMember } from './making/drafting.js';
import { nextOf, usualRoute } from './making/flow.js';

/** Steps of a walk: far more than a draft that people tell has. */
const WALK_MAX = 60;

/** Walks the usual way; undefined for a draft without a start. */
export function scenarioOf(blueprint: JsonObject, name: string): JsonObject | undefined {
  const actions = itemsOf(blueprint, 'actions');
  const start = actions.find(({ isStartingAction }) => isStartingAction === true);
  if (!start) return undefined;
  const steps: JsonObject[] = [];
  const open = [start];
  const done = new Set<number>();
  while (open.length > 0 && steps.length < WALK_MAX) {
    const at = open.findIndex((action) => waitsFor(actions, action).every((id) => done.has(id)));
    const [action] = open.splice(Math.max(0, at), 1) as [JsonObject];
    if (done.has(Number(action.id))) continue;
    done.add(Number(action.id));
    steps.push({ action: Number(action.id), payload: payloadOf(action, objectMember(blueprint, 'currencies')) });
    const next = nextOf(
      action.approval === undefined
        ? usualRoute(action)
        : itemsOf(action, 'routes').find(({ id }) => id === (action.approval as JsonObject).yes),
    );
    for (const id of next) {
      const match = actions.find((item) => item.id === id);
      if (match && !open.includes(match)) open.push(match);
    }
  }
  const last = steps.at(-1) as JsonObject;
  return { name, steps: [...steps.slice(0, -1), { ...last, expect: { state: 'Completed' } }] };
}

function waitsFor(actions: readonly JsonObject[], { joins, requiredPriorActions }: JsonObject): readonly number[] {
  if (Array.isArray(requiredPriorActions)) return requiredPriorActions as readonly number[];
  if (joins === undefined || !isObject(joins)) return [];
  const fork = actions.find(({ id }) => id === joins.fork);
  return fork ? nextOf(usualRoute(fork)) : [];
}

/** Data that the schemas of an action take: the least of each required member. */
export function payloadOf(action: JsonObject, currencies?: JsonObject): JsonObject {
  const calculated =
    action.calculations !== undefined && isObject(action.calculations) ? Object.keys(action.calculations) : [];
  const members = itemsOf(action, 'dataSchemas').flatMap((schema) => {
    const properties = schema.properties !== undefined && isObject(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
    return required
      .filter((name) => !calculated.includes(name) && properties[name] !== undefined)
      .map((name) => [name, valueFor(properties[name] as Json, currencies)] as const);
  });
  return Object.fromEntries(members);
}

const ZEROS = '0'.repeat(32);

/** A value that a schema takes, as far as its type and bounds say. */
function valueFor(schema: Json, currencies: JsonObject = {}): Json {
  if (!isObject(schema)) return 'x';
  const { type, format } = schema;
  if (Array.isArray(schema.enum)) return schema.enum[0] as Json;
  if (schema.const !== undefined) return schema.const as Json;
  if (format === 'money') return moneyOf(inside(schema, 'amount'), currencies);
  if (format === 'decimal') return decimalOf(schema);
  if (format === 'date') return '2026-06-01';
  if (format === 'date-time') return '2026-06-01T09:00:00.000Z';
  if (format === 'duration') return 'P1D';
  if (schema['x-file'] !== undefined)
    return {
      fileId: ZEROS,
      fileName: 'file.pdf',
      contentType: 'application/pdf',
      size: 3,
      hash: `sha256:${ZEROS}${ZEROS}`,
    };
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return leastOf(schema);
  if (type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () => valueFor(schema.items as Json, currencies));
  if (type === 'object') {
    const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
    return Object.fromEntries(required.map((name) => [name, valueFor(inside(schema, name), currencies)]));
  }
  const plain = 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
  return schema.pattern === undefined && schema.examples === undefined ? plain : (sampleOf(schema) ?? plain);
}

/** A schema may state both bounds: templates add `exclusiveMinimum` to the usual one. */
function leastOf({ minimum, exclusiveMinimum }: JsonObject): number {
  if (exclusiveMinimum === undefined) return Number(minimum ?? 1);
  return Math.max(Number(minimum ?? -Infinity), Number(exclusiveMinimum) + 1);
}

function inside({ properties }: JsonObject, name: string): JsonObject {
  const member = properties !== undefined && isObject(properties) ? properties[name] : undefined;
  return member !== undefined && isObject(member) ? member : {};
}

/** In the first currency of the draft, with its places. */
function moneyOf(amount: JsonObject, currencies: JsonObject): Json {
  const [currency, places] = Object.entries(currencies)[0] ?? ['EUR', 2];
  return { amount: decimalOf({ ...amount, 'x-scale': places as number }), currency };
}

function decimalOf(schema: JsonObject): string {
  const places = typeof schema['x-scale'] === 'number' ? schema['x-scale'] : 0;
  const least =
    typeof schema['x-minimum'] === 'string' || typeof schema['x-minimum'] === 'number'
      ? String(schema['x-minimum'])
      : '1';
  return places > 0 && !least.includes('.') ? `${least}.${'0'.repeat(places)}` : least;
}
