// The operations as types for programs that have no definitions: the text of node-operations.d.ts in the package. From
// the schemas of the definitions: a named schema is a named type, and the description of a member is its comment.
import { looksAtTokens } from '../../auth/policy.js';
import { type AnyRoute, isAnsweredAt, type Routes, statusMap } from '../../define.js';
import type { ClientCall } from '../calls.js';

type Schema = { readonly [member: string]: unknown };

export interface TypesOf {
  readonly groups: Readonly<Record<string, Routes>>;
  readonly calls: Readonly<Record<string, ClientCall>>;
}

/** An interface with the operations of the public listener by group, and the types that they name. */
export function operationTypes({ groups, calls }: TypesOf): string {
  const named: Named = new Map();
  const members = Object.entries(groups).flatMap(([group, routes]) => {
    const methods = Object.entries(routes).flatMap(([id, definition]) =>
      isAnsweredAt(definition, 'public') && definition.isPage !== true
        ? [
            `${comment(aboutOf(definition), 4)}    readonly ${id}: ${methodOf(definition, calls[id] as ClientCall, named)};\n`,
          ]
        : [],
    );
    return methods.length === 0 ? [] : [`  readonly ${group}: {\n${methods.join('')}  };\n`];
  });
  const types = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `${HEAD}\nexport interface NodeOperations {\n${members.join('')}}\n\n${types.join('\n')}`;
}

type Named = Map<string, string>;

const HEAD = `// Made from the operations of the node by api/client/making/types.ts.
import type { NodeCall, NodeFile, NodeList } from './node-call.js';
`;

function aboutOf(definition: AnyRoute): string {
  const { method, url, summary, description, can } = definition;
  const open = looksAtTokens(definition) ? 'for everybody, with a token or without' : 'for everybody';
  return `${description ?? `${summary}.`} ${method} ${url}; ${can === 'public' ? open : `policy ${can}`}.`;
}

function methodOf(definition: AnyRoute, { isBytes, list }: ClientCall, named: Named): string {
  const input = inputOf(definition, named);
  if (isBytes) return `NodeFile<${input}>`;
  const answer = answerOf(definition, named);
  if (list === undefined) return `NodeCall<${input}, ${answer}>`;
  const item = list === '' ? `(${answer})[number]` : `NonNullable<(${answer})[${JSON.stringify(list)}]>[number]`;
  return `NodeList<${input}, ${answer}, ${item}>`;
}

function inputOf(definition: AnyRoute, named: Named): string {
  const input = (definition.input ?? {}) as Readonly<Record<string, Schema | undefined>>;
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = input[part];
    if (schema === undefined) return [];
    // Every member of a query has a default or may be left out where it says so.
    if (part === 'query') return [`readonly query?: ${objectOf({ ...schema, required: [] }, named)}`];
    return [`readonly ${part}: ${typeOf(schema, named)}`];
  });
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`;
}

/** Statuses from 400 on are errors of the client. */
function answerOf(definition: AnyRoute, named: Named): string {
  if (definition.kind === 'raw') return 'unknown';
  const bodies = Object.entries(statusMap(definition))
    .filter(([status]) => Number(status) < 400)
    .map(([, schema]) => (schema === null ? 'undefined' : typeOf(schema as Schema, named)));
  return bodies.length === 0 ? 'never' : [...new Set(bodies)].join(' | ');
}

function typeOf(schema: Schema, named: Named): string {
  const { title } = schema;
  if (typeof title !== 'string') return inline(schema, named);
  if (!named.has(title)) {
    // Before its members, which may name it.
    named.set(title, '');
    const about = typeof schema.description === 'string' ? comment(schema.description, 0) : '';
    named.set(title, `${about}export type ${title} = ${inline(schema, named)};\n`);
  }
  return title;
}

function inline(schema: Schema, named: Named): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).map((item) => typeOf(item, named)).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectOf(schema, named);
    case 'array':
      return `readonly (${typeOf((schema.items ?? {}) as Schema, named)})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectOf(schema: Schema, named: Named): string {
  const {
    properties = {},
    required = [],
    patternProperties,
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly patternProperties?: Readonly<Record<string, Schema>>;
    readonly additionalProperties?: Schema | boolean;
  };
  const members = Object.entries(properties).map(([name, member]) => {
    const about = typeof member.description === 'string' ? comment(member.description, 2) : '';
    const mark = required.includes(name) ? '' : '?';
    // A caller with exactOptionalPropertyTypes may still say undefined, which JSON leaves out.
    return `${about}  readonly ${memberOf(name)}${mark}: ${typeOf(member, named)}${mark && ' | undefined'};\n`;
  });
  const others = patternProperties === undefined ? additionalProperties : Object.values(patternProperties)[0];
  if (typeof others === 'object') {
    const value = members.length === 0 ? typeOf(others, named) : 'unknown';
    members.push(`  readonly [name: string]: ${value};\n`);
  }
  return members.length === 0 ? '{}' : `{\n${members.join('')}}`;
}

function memberOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function comment(text: string, indent: number): string {
  return `${' '.repeat(indent)}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}
