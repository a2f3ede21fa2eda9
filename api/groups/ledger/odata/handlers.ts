// OData over the ledger: reads the resource and the options, asks its collection, and gives the forms of the standard.
import { issue } from '../../../../core/base/issue.js';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { resourceOf } from '../../../../core/query/address.js';
import { csdlJson, csdlXml } from '../../../../core/query/csdl.js';
import { type EntityRecord, isComplex } from '../../../../core/query/model.js';
import { type Parameters, type QueryOptions, queryOptions } from '../../../../core/query/options.js';
import type { Condition } from '../../../../core/query/plan.js';
import { projectionOf } from '../../../../core/query/projection.js';
import { vocabularyJson, vocabularyXml } from '../../../../core/query/vocabulary.js';
import type { Handlers, RawReply, RawRequest } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';
import { annotations, chosenText, contextOf, json, rootOf, text, VERSION_HEADERS } from './answer.js';
import type { Collection, ODataCall } from './collection.js';
import { DOCKETS } from './dockets.js';
import { type AnswerFormat, formatOf } from './format.js';
import { listRows } from './listing.js';
import { MODEL } from './model.js';
import { preferredSize } from './prefer.js';
import { REGISTERS } from './registers.js';
import type { odataRoutes } from './routes.js';
import { placeIn, tokenOf } from './token.js';
import { TRANSACTIONS } from './transactions.js';
import { versionProblem } from './versions.js';

const COLLECTIONS: Readonly<Record<string, Collection>> = Object.fromEntries(
  [REGISTERS, TRANSACTIONS, DOCKETS].map((collection) => [collection.set, collection]),
);

type Reply = Promise<Result<RawReply>>;

export const odataHandlers: Handlers<typeof odataRoutes, LedgerDeps> = {
  getODataService({ query }, call, request) {
    const problem = versionProblem(request);
    if (problem !== undefined) return fail(problem);
    const format = formatOf((query as { $format?: string }).$format, acceptOf(request));
    if (isFailure(format)) return format;
    const value = MODEL.sets.map(({ name }) => ({ name, kind: 'EntitySet', url: name }));
    const context = format.metadata === 'none' ? {} : { '@odata.context': `${rootOf(call)}/$metadata` };
    return json({ ...context, value }, format);
  },

  getODataMetadata: ({ query }, _call, request) => metadata(query as Parameters, request),

  getODataVocabulary({ params: { vocabulary } }) {
    const isJson = vocabulary.endsWith('.json');
    return {
      status: 200,
      headers: {
        ...VERSION_HEADERS,
        'content-type': isJson ? CSDL_JSON : XML,
        'cache-control': 'public, max-age=86400',
      },
      body: isJson ? JSON.stringify(vocabularyJson()) : vocabularyXml(),
    };
  },

  queryOData({ params, query }, call, request) {
    // Some clients encode the sign of `$metadata`.
    if (params.resource === '$metadata') return metadata(query as Parameters, request);
    return answerQuery(call, { path: [params.resource], query, request });
  },

  queryODataMember: ({ params, query }, call, request) =>
    answerQuery(call, { path: [params.resource, params.member], query, request }),

  queryODataPart: ({ params, query }, call, request) =>
    answerQuery(call, { path: [params.resource, params.member, params.part], query, request }),
};

function acceptOf({ headers }: RawRequest): string | undefined {
  return typeof headers.accept === 'string' ? headers.accept : undefined;
}

const XML = 'application/xml;charset=utf-8';
const CSDL_JSON = 'application/json;charset=utf-8';

function metadata({ $format }: Parameters, request: RawRequest): Result<RawReply> {
  const problem = versionProblem(request);
  if (problem !== undefined) return fail(problem);
  const asked = typeof $format === 'string' ? $format : acceptOf(request);
  const isJson = asked !== undefined && /\bjson\b/i.test(asked) && !/\bxml\b/i.test(asked);
  if (isJson)
    return {
      status: 200,
      headers: { ...VERSION_HEADERS, 'content-type': CSDL_JSON, vary: 'accept' },
      body: JSON.stringify(csdlJson(MODEL)),
    };
  if (asked === undefined || /xml|\*\/\*|application\/\*/i.test(asked))
    return { status: 200, headers: { ...VERSION_HEADERS, 'content-type': XML, vary: 'accept' }, body: csdlXml(MODEL) };
  return fail(issue('NOT_ACCEPTABLE', '/accept', 'The model is told in application/xml and application/json.'));
}

interface Asked {
  readonly path: readonly string[];
  readonly query: unknown;
  readonly request: RawRequest;
}

/** A request with its options read: what every way below needs. */
interface Reading {
  readonly call: ODataCall;
  readonly path: readonly string[];
  readonly parameters: Parameters;
  readonly options: QueryOptions;
  readonly format: AnswerFormat;
  /** Rows of a page where the caller prefers fewer than there may be. */
  readonly pageSize: number;
  readonly preference: Readonly<Record<string, string>>;
}

async function answerQuery(call: ODataCall, { path, query, request }: Asked): Reply {
  const problem = versionProblem(request);
  if (problem !== undefined) return fail(problem);
  const resource = resourceOf(path[0] as string);
  if (isFailure(resource)) return resource;
  const collection = Object.hasOwn(COLLECTIONS, resource.name) ? COLLECTIONS[resource.name] : undefined;
  if (collection === undefined)
    return fail(
      issue(
        'ROUTE_NOT_FOUND',
        '',
        `There is no entity set ${JSON.stringify(resource.name)}: ask /odata for those that are.`,
      ),
    );
  const parameters = query as Parameters;
  const options = queryOptions(parameters, { topMax: PAGE_SIZE_MAX });
  if (isFailure(options)) return options;
  // A number or a value alone is text, whatever form of JSON the caller takes (OData Protocol 4.01 section 11.2.5.5).
  const isText = path.length > 1 && ['$count', '$value'].includes(path.at(-1) as string);
  const format = isText ? TEXT_FORMAT : formatOf(options.format, acceptOf(request));
  if (isFailure(format)) return format;
  const preferred = preferredSize(request.headers.prefer, PAGE_SIZE_MAX);
  const preference = preferred === undefined ? {} : { 'preference-applied': `odata.maxpagesize=${preferred}` };
  const reading = { call, path, parameters, options, format, pageSize: preferred ?? PAGE_SIZE_MAX, preference };
  const { key } = resource;
  return key === undefined ? ofSet(reading, collection) : ofEntity(reading, { collection, key });
}

const TEXT_FORMAT: AnswerFormat = { metadata: 'none', longAsText: false };

const NOTHING_HERE = issue('ROUTE_NOT_FOUND', '', 'There is nothing at this path: compare with /odata/$metadata.');

function ofSet(reading: Reading, collection: Collection): Reply {
  const [, member, part] = reading.path;
  if (member === undefined) return list(reading, { collection, implied: [] });
  if (member === '$count' && part === undefined) return count(reading, { collection, implied: [] });
  return Promise.resolve(fail(NOTHING_HERE));
}

interface EntityAsked {
  readonly collection: Collection;
  readonly key: ReadonlyMap<string, string>;
}

async function ofEntity(reading: Reading, { collection, key }: EntityAsked): Reply {
  const [, member, part] = reading.path;
  const record = await collection.find(reading.call, key);
  if (isFailure(record)) return record;
  if (member === undefined) return entity(reading, collection, record);
  const behind = Object.hasOwn(collection.behind, member) ? collection.behind[member] : undefined;
  const target = COLLECTIONS[collection.entity.navigation[member] ?? ''];
  if (behind !== undefined && target !== undefined) {
    const way = { collection: target, implied: behind(record) };
    if (part === undefined) return list(reading, way);
    return part === '$count' ? count(reading, way) : fail(NOTHING_HERE);
  }
  return memberOf(reading, { collection, record, member, part });
}

function entity({ call, options, format }: Reading, collection: Collection, record: EntityRecord): Result<RawReply> {
  const chosen = projectionOf(collection.entity, { select: options.select, longAsText: format.longAsText });
  if (isFailure(chosen)) return chosen;
  const context = contextOf(call, `${collection.set}${chosenText(options.select)}/$entity`, format);
  return json(
    { ...context, ...(format.metadata === 'full' && annotations(call, collection, record)), ...chosen(record) },
    format,
  );
}

interface MemberAsked {
  readonly collection: Collection;
  readonly record: EntityRecord;
  readonly member: string;
  readonly part: string | undefined;
}

/** A member: as JSON, or with `$value` as text where it is a single value. An absent member has no content. */
function memberOf({ call, format }: Reading, { collection, record, member, part }: MemberAsked): Result<RawReply> {
  const { entity: type, set } = collection;
  const property = Object.hasOwn(type.properties, member) ? type.properties[member] : undefined;
  if (property === undefined) return fail(NOTHING_HERE);
  const shown = projectionOf(type, { select: [[member]], longAsText: format.longAsText });
  if (isFailure(shown)) return shown;
  const value = shown(record)[member];
  const isSingle = !property.isCollection && !isComplex(property.type);
  if (part !== undefined && (part !== '$value' || !isSingle)) return fail(NOTHING_HERE);
  if (value === null) return { status: 204, headers: VERSION_HEADERS, body: undefined };
  if (part !== undefined) return text(String(value));
  const context = contextOf(call, `${set}(${collection.keyText(record)})/${member}`, format);
  return json(property.isCollection || isSingle ? { ...context, value } : { ...context, ...(value as object) }, format);
}

interface ListAsked {
  readonly collection: Collection;
  readonly implied: readonly Condition[];
}

async function list(reading: Reading, { collection, implied }: ListAsked): Reply {
  const { call, options, format, pageSize } = reading;
  const chosen = projectionOf(collection.entity, { select: options.select, longAsText: format.longAsText });
  if (isFailure(chosen)) return chosen;
  const after = placeIn(reading);
  if (isFailure(after)) return after;
  // A page may be shorter than what is asked for, and says where it goes on.
  const top = Math.min(options.top ?? pageSize, pageSize);
  const { filter, order, skip, isCounted } = options;
  const page = await listRows(call, collection, { filter, order, implied, skip, top, isCounted, after });
  if (isFailure(page)) return page;
  const shown = page.records.length;
  const isWhole = options.top !== undefined && shown >= options.top;
  const next =
    page.last === undefined || isWhole
      ? {}
      : { '@odata.nextLink': nextLink(reading, tokenOf(reading, page.last), shown) };
  const value = page.records.map((record) => ({
    ...(format.metadata === 'full' && annotations(call, collection, record)),
    ...chosen(record),
  }));
  const context = contextOf(call, `${collection.set}${chosenText(options.select)}`, format);
  const total = page.count === undefined ? {} : { '@odata.count': format.longAsText ? String(page.count) : page.count };
  return json({ ...context, ...total, value, ...next }, format, reading.preference);
}

/** The address of this request, going on behind the last row: `$top` less what was shown. */
function nextLink({ call, path, parameters, options }: Reading, token: string, shown: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (!/^\$?(?:skip|skiptoken|top)$/i.test(name)) query.append(name, String(value));
  if (options.top !== undefined) query.append('$top', String(options.top - shown));
  query.append('$skiptoken', token);
  return `${rootOf(call)}/${path.map(encodeSegment).join('/')}?${query}`;
}

/** The signs of keys are legal in a path and stay readable. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll('%24', '$').replaceAll('%3D', '=').replaceAll('%2C', ',');
}

/** How many there are, by `$filter` alone. */
async function count({ call, options }: Reading, { collection, implied }: ListAsked): Reply {
  const { filter } = options;
  const page = await listRows(call, collection, {
    filter,
    order: [],
    implied,
    skip: 0,
    top: 0,
    isCounted: true,
    after: undefined,
  });
  return isFailure(page) ? page : text(String(page.count));
}
