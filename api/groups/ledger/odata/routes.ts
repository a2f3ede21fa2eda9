// OData V4 (specification 4.2): the ledger as entity sets, for spreadsheets and programs that speak it. Answers have
// the forms of the standard, which no schema of an operation can state: $metadata states them.
import Type from 'typebox';
import { ODATA_QUERY_BYTES_MAX } from '../../../../core/base/limits/node/requests.js';
import { SEGMENT_PATTERN } from '../../../../core/query/address.js';
import { CAPABILITIES } from '../../../../core/query/vocabulary.js';
import { rawRoute } from '../../../define.js';

const Segment = Type.String({ minLength: 1, maxLength: 400, documented: { pattern: SEGMENT_PATTERN } });
const Option = (description: string) => Type.Optional(Type.String({ description }));

/** For the documentation: each is read by core/query/options.ts, which tells faults by their place in the text. */
const Query = Type.Object(
  {
    $filter: Option("Such as registerId eq '...' and docketNumber ge 100."),
    $orderby: Option('Such as docketNumber desc.'),
    $select: Option('Members, with commas between them; metaData/blueprintId for a member of a member.'),
    $top: Option('At most 100.'),
    $skip: Option('Rows to leave out.'),
    $count: Option('true tells how many there are.'),
    $skiptoken: Option('Stands in @odata.nextLink alone.'),
    $format: Type.Optional(
      Type.String({
        documented: { pattern: '^(?:json|application/json(?:;[^,]*)?)?$' },
        description: 'json, or application/json with odata.metadata and IEEE754Compatible.',
      }),
    ),
  },
  // Clients of OData add parameters of their own.
  { additionalProperties: true },
);

const MetadataQuery = Type.Object(
  {
    ...Query.properties,
    $format: Type.Optional(
      Type.String({
        documented: { pattern: '^(?:json|xml|application/(?:json|xml))?$' },
        description: 'json, xml, or the media type.',
      }),
    ),
  },
  { additionalProperties: true },
);

const shared = {
  method: 'GET',
  can: 'CanReadTransactions',
  family: 'odata',
  queryBytesMax: ODATA_QUERY_BYTES_MAX,
} as const;

const errors = [
  'PATH_INVALID',
  'QUERY_INVALID',
  'QUERY_NOT_INDEXED',
  'CURSOR_INVALID',
  'NOT_IMPLEMENTED',
  'NOT_ACCEPTABLE',
  'HEADER_INVALID',
  'ROUTE_NOT_FOUND',
  'REGISTER_NOT_FOUND',
  'REGISTER_FORKED',
  'REGISTER_BEHIND',
  'TRANSACTION_NOT_FOUND',
  'DOCKET_NOT_FOUND',
] as const;

const answers = {
  status: 200,
  type: 'application/json',
  schema: Type.Record(Type.String(), Type.Unknown()),
  description: 'JSON of OData 4.0: a list as `value` with `@odata.nextLink`, an entity, or one member.',
} as const;

export const odataRoutes = {
  getODataService: rawRoute({
    ...shared,
    url: '/odata',
    summary: 'List the entity sets',
    input: { query: Query },
    answers: { ...answers, description: 'The service document of OData 4.0.' },
    errors: ['NOT_ACCEPTABLE', 'HEADER_INVALID'],
  }),
  getODataMetadata: rawRoute({
    ...shared,
    url: '/odata/$metadata',
    summary: 'Read the entity model',
    description: 'CSDL as XML, or as JSON where Accept or $format asks for it.',
    input: { query: MetadataQuery },
    answers: {
      ...{ status: 200, type: 'application/xml', forms: { 'application/json': 'CSDL as JSON.' } },
      ...{ schema: Type.String(), description: 'CSDL 4.01.' },
    },
    errors: ['NOT_ACCEPTABLE', 'HEADER_INVALID'],
  }),
  getODataVocabulary: rawRoute({
    ...shared,
    url: '/odata/vocabularies/:vocabulary',
    can: 'public',
    summary: 'Read the vocabulary that the entity model references',
    description:
      'The terms of Org.OData.Capabilities.V1 that $metadata uses, as XML or as JSON by the end of the name.',
    input: {
      params: Type.Object({
        vocabulary: Type.Enum([`${CAPABILITIES}.xml`, `${CAPABILITIES}.json`], { title: 'ODataVocabulary' }),
      }),
    },
    answers: {
      ...{ status: 200, type: 'application/xml', forms: { 'application/json': 'CSDL as JSON.' } },
      ...{ schema: Type.String(), description: 'CSDL 4.01.' },
    },
    errors: ['PATH_INVALID'],
  }),
  queryOData: rawRoute({
    ...shared,
    url: '/odata/:resource',
    summary: 'Query an entity set, or read one entity',
    description:
      "Registers, Transactions or Dockets; with a key Registers('id'), Transactions('txId') or Dockets(registerId='id',number=5). Shows what the caller may read. A filter that an " +
      'index serves costs the rows of its answer; one that none serves is refused with the members that are indexed when it would look at too many rows. ' +
      'Without $top a page has 100 rows and @odata.nextLink leads on.',
    input: { params: Type.Object({ resource: Segment }), query: Query },
    // $metadata may be spelt %24metadata, which leads here.
    answers: { ...answers, forms: { 'application/xml': 'CSDL 4.01.' } },
    errors,
  }),
  queryODataMember: rawRoute({
    ...shared,
    url: '/odata/:resource/:member',
    summary: 'Query what lies behind an entity, read one member, or count',
    description:
      "Registers('id')/transactions and /dockets, Dockets(...)/transactions, the name of a member, or $count of a set.",
    input: { params: Type.Object({ resource: Segment, member: Segment }), query: Query },
    answers: { ...answers, forms: { 'text/plain': 'A count.' }, otherStatuses: { 204: 'The member is null.' } },
    errors,
  }),
  queryODataPart: rawRoute({
    ...shared,
    url: '/odata/:resource/:member/:part',
    summary: 'Read one member as text, or count what lies behind an entity',
    description: "Registers('id')/name/$value, or Registers('id')/transactions/$count.",
    input: { params: Type.Object({ resource: Segment, member: Segment, part: Segment }), query: Query },
    answers: {
      ...{ status: 200, type: 'text/plain', schema: Type.String(), description: 'The value alone.' },
      otherStatuses: { 204: 'The member is null.' },
    },
    errors,
  }),
};
