// Absence in a text of language 1, where a name that had no value was null: the default that counts as null did in its
// place, or none where no value does. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import type { Read } from '../../blueprint/logic/facts.js';
import { operationOf } from '../../blueprint/logic/logic.js';
import { type DefinitionTypes, typesOf } from '../../blueprint/names/definition-types.js';
import { knowledgeOf } from '../../blueprint/names/knowledge.js';
import { type ResolvedUse, resolveNames } from '../../blueprint/names/resolve.js';
import { memberOf } from '../../blueprint/signatures/rule-types.js';
import { ANY, type Type } from '../../blueprint/typing/type.js';
import { type LiftNote, put } from './lift-note.js';
import { propertyOf } from './lift-schemas.js';

/**
 * Writes defaults. `asked` are names of which it is not certain that absence was null. The check found all names of the
 * definition.
 */
export function giveDefaults(document: JsonObject, asked: ReadonlySet<string>): readonly LiftNote[] {
  const definition = document as unknown as Definition;
  const { doubt } = knowledgeOf(definition);
  const open = definition.actions.flatMap((action, i) =>
    resolveNames(definition, action).rules.flatMap(({ at, rule, uses }) => {
      const place = `/actions/${i}${at}`;
      const doubtful = uses.filter(
        (use) => !use.mayBeAbsent && !asked.has(`${place} ${use.name}`) && doubt(action, use),
      );
      return doubtful.map((use) => ({ name: use.name, location: `${place}${use.at}`, taker: takerOf(rule, use.at) }));
    }),
  );
  return open.flatMap(({ name, location, taker }) => {
    const value = emptyOf(typeIn(definition, name.split('.').at(-1) ?? ''), taker);
    if (value === undefined) return [];
    put(document, parsePointer(location) ?? [], [name, value]);
    const message = `${shownName(name)} may be absent, and counts as ${JSON.stringify(value)} then: say what it has to count as.`;
    return [{ location, message }];
  });
}

/** Where a default stands for a value that may be null: in language 1 it stood for null too. */
export function nullDefaults(definition: Definition): readonly LiftNote[] {
  const types = typesOf(definition);
  return definition.actions.flatMap((action, i) =>
    resolveNames(definition, action).rules.flatMap(({ at, uses }) =>
      uses.flatMap((use) => {
        const { kind, nullable } = typeOf(types, definition, { action, use });
        const isDefaulted = use.mayBeAbsent && use.at.endsWith('/var/0');
        if (!isDefaulted || !(nullable || kind === 'null' || kind === 'any')) return [];
        const message = `${shownName(use.name)} may be null, for which its default stood too: it stands for what is not there alone.`;
        return [{ location: `/actions/${i}${at}${use.at}`, message }];
      }),
    ),
  );
}

interface Named {
  readonly action: Action;
  readonly use: Pick<ResolvedUse, 'list'> & { readonly read: Read };
}

function typeOf(types: DefinitionTypes, definition: Definition, { action, use: { read, list } }: Named): Type {
  if (read.kind === 'item')
    return memberOf(
      list ? memberOf(typeOf(types, definition, { action, use: { read: list } }), ['0']) : ANY,
      read.path,
    );
  if (!('path' in read)) return ANY;
  const [member = '', ...rest] = read.path;
  const ids = 'actions' in read ? read.actions : 'action' in read ? [read.action] : [action.id];
  const all = definition.actions
    .filter(({ id }) => ids.includes(id))
    .map((of) => memberOf(types.givenType(of, member), rest));
  return all.find(({ kind, nullable }) => nullable || kind === 'any') ?? all[0] ?? ANY;
}

/** An operator that takes the value, and at which place; '' where the rule gives it. */
interface Taker {
  readonly operator: string;
  readonly args: readonly Json[];
  readonly i: number;
}

/** The operator that takes a name of a rule, also as the outcome of a choice or as a default. */
function takerOf(rule: Json, at: string): Taker {
  const tokens = [...(parsePointer(at) ?? [])];
  let taker: Taker = { operator: '', args: [], i: 0 };
  let node = rule;
  while (tokens.length > 0) {
    const token = tokens.shift() as string;
    const held = (node as JsonObject)[token] as Json;
    const operation = Array.isArray(node) ? undefined : operationOf(node);
    node = held;
    if (operation === undefined) continue;
    const { name: operator, args } = operation;
    const i = Array.isArray(held) ? Number(tokens.shift() ?? 0) : 0;
    node = args[i] as Json;
    if (!givesOn(operator, i, args.length)) taker = operator === 'var' ? taker : { operator, args, i };
  }
  return taker;
}

/** True where the operator gives its operand as it is. */
function givesOn(operator: string, i: number, count: number): boolean {
  if (operator === 'var') return i === 1;
  return (operator === 'if' || operator === '?:') && (i % 2 === 1 || (i === count - 1 && count > 1));
}

const ORDERS: readonly string[] = ['<', '<=', '>', '>='];
/** Operators for which null was a value like others. */
const EQUATES: readonly string[] = ['==', '!=', 'merge'];

/** The value that counts as null did; undefined where none does. */
function emptyOf(type: Json | undefined, { operator, args, i }: Taker): Json | undefined {
  if (EQUATES.includes(operator) || (operator === 'in' && i === 0 && Array.isArray(args[1]))) return null;
  if (operator === 'cat') return type === 'string' ? '' : undefined;
  // A text came neither before nor behind null.
  if (type === 'string') return ORDERS.includes(operator) ? undefined : '';
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return 0;
}

/** The type that schemas state for a member of the name. */
function typeIn({ actions }: Definition, member: string): Json | undefined {
  const rows = actions.flatMap(({ dataSchemas = [] }) => dataSchemas.map((schema) => propertyOf(schema, member)));
  return rows.find((schema): schema is JsonObject => isObject(schema))?.type;
}
