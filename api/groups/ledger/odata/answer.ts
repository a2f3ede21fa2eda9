// Bodies and addresses of OData answers (OData JSON Format 4.01 section 4 and 10 to 14).
import type { EntityRecord, EntityType } from '../../../../core/query/model.js';
import type { RawReply } from '../../../define.js';
import type { Collection, ODataCall } from './collection.js';
import { type AnswerFormat, contentType } from './format.js';
import { MODEL } from './model.js';

export const VERSION_HEADERS = { 'odata-version': '4.0' } as const;

/** Where the answers of this node lie for its clients. */
export function rootOf({ deps }: ODataCall): string {
  return `${deps.config.publicUrl}/odata`;
}

export function json(body: unknown, format: AnswerFormat, headers: Readonly<Record<string, string>> = {}): RawReply {
  return {
    status: 200,
    headers: { ...VERSION_HEADERS, ...headers, 'content-type': contentType(format), vary: 'accept' },
    body: JSON.stringify(body),
  };
}

export function text(body: string): RawReply {
  return { status: 200, headers: { ...VERSION_HEADERS, 'content-type': 'text/plain;charset=utf-8' }, body };
}

/** `@odata.context`: a list, an entity of it or a member of that, with the members that were chosen. */
export function contextOf(call: ODataCall, fragment: string, format: AnswerFormat): Readonly<Record<string, string>> {
  return format.metadata === 'none' ? {} : { '@odata.context': `${rootOf(call)}/$metadata#${fragment}` };
}

export function chosenText(select: readonly (readonly string[])[] | undefined): string {
  return select === undefined ? '' : `(${select.map((path) => path.join('/')).join(',')})`;
}

/** Full metadata of an entity besides its members. */
export function annotations(
  call: ODataCall,
  collection: Collection,
  record: EntityRecord,
): Readonly<Record<string, string>> {
  const { set, entity } = collection;
  const id = `${set}(${collection.keyText(record)})`;
  const at = `${rootOf(call)}/${id}`;
  const ways = Object.keys(entity.navigation).map((way) => [`${way}@odata.navigationLink`, `${at}/${way}`] as const);
  return { '@odata.type': `#${typeName(entity)}`, '@odata.id': at, ...Object.fromEntries(ways) };
}

function typeName({ name }: EntityType): string {
  return `${MODEL.namespace}.${name}`;
}
