// The vocabulary of linked data, as one table: the context v1 and the quads of a document are both made of it, so that
// they cannot differ. Version 1 is pinned by its hash (test/unit/core/linked/terms.test.ts): clients keep it.
// A member that comes later has its place in `extensions`, or in a context v2.
import { XSD } from './quads.js';

/** The vocabulary of specification 9.5. These are names, and there need be no document at them. */
export const VOCABULARY = 'https://quorate.dev/contexts/blockchain/v1#';
/** Where a node serves the contexts. */
export const CONTEXT_PATH = '/contexts/blockchain/v1.jsonld';
export const DID_CONTEXT_PATH = '/contexts/did/v1.jsonld';

const TERMS = 'http://purl.org/dc/terms/';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** `text`: as it is. `json`: any JSON, as one literal. `link`: the name of a node. `node`: nodes. `list`: texts. */
type TermKind = 'text' | 'json' | 'link' | 'node' | 'list';

export interface Term {
  readonly iri: string;
  readonly kind: TermKind;
  /** Of a text; xsd:string where absent. */
  readonly datatype?: string;
}

const own = (kind: TermKind, datatype?: string) => (name: string) =>
  [name, `${VOCABULARY}${name}`, kind, datatype] as const;
const text = own('text');
const json = own('json');
const link = own('link');
const node = own('node');
const list = own('list');
const count = own('text', `${XSD}unsignedLong`);
const small = own('text', `${XSD}unsignedInt`);
const flag = own('text', `${XSD}boolean`);
const time = own('text', `${XSD}dateTime`);
const bytes = own('text', `${XSD}base64Binary`);
const dublin = (name: string, as: string, datatype?: string) => [name, `${TERMS}${as}`, 'text', datatype] as const;

/** Of definitions, each as one literal: their members are the author's, and define no terms. */
export const DEFINITION_MEMBERS = [
  ...['participants', 'actions', 'dataSchemas', 'facts', 'disputes', 'cancellation', 'overrides', 'texts'],
  ...['currencies', 'calendars', 'tables', 'language', 'metadata'],
] as const;

const MEMBERS: readonly (readonly [string, string, TermKind, string | undefined])[] = [
  ...['registerId', 'txId', 'previousTxHash', 'docketHash', 'senderWallet', 'payloadHash'].map(text),
  ...['previousHash', 'hash', 'validatorAddress', 'state', 'merkleRoot'].map(text),
  ...['name', 'status', 'statusReason', 'tenantId', 'purpose'].map(text),
  ...['organizationId', 'publicationTxId', 'publishedBy', 'execDefHash', 'nextCursor'].map(text),
  ...['blockNumber', 'number', 'height', 'transactionCount', 'payloadCount', 'total', 'totalCount'].map(count),
  ...['version', 'index', 'page', 'pageSize', 'totalPages', 'participantCount', 'actionCount'].map(small),
  ...['advertise', 'isFullReplica', 'sandbox', 'isPublisherSigned'].map(flag),
  ...['timestamp', 'expiresAt', 'publishedAt'].map(time),
  bytes('signature'),
  ...['payloads', 'signatures', 'consensusVotes', 'header', 'certificate', 'extensions'].map(json),
  ...DEFINITION_MEMBERS.map(json),
  ...['register', 'docket', 'sender'].map(link),
  ...['previousTransaction', 'publication', 'transactions', 'items'].map(node),
  ...['recipients', 'transactionIds'].map(list),
  dublin('id', 'identifier'),
  dublin('title', 'title'),
  dublin('description', 'description'),
  dublin('createdAt', 'created', `${XSD}dateTime`),
  dublin('updatedAt', 'modified', `${XSD}dateTime`),
];

const TYPES = ['Transaction', 'TransactionReference', 'Docket', 'Register', 'Blueprint', 'Collection'] as const;
export type LinkedType = (typeof TYPES)[number];

export const LINKED_TERMS: ReadonlyMap<string, Term> = new Map(
  MEMBERS.map(([name, iri, kind, datatype]) => [name, { iri, kind, ...(datatype !== undefined && { datatype }) }]),
);

const AS_CONTEXT: Readonly<Record<TermKind, Readonly<Record<string, string>>>> = {
  text: {},
  json: { '@type': '@json' },
  link: { '@type': '@id' },
  node: {},
  list: { '@container': '@list' },
};

function definitionOf({ iri, kind, datatype }: Term): object {
  return { '@id': iri, ...AS_CONTEXT[kind], ...(datatype !== undefined && { '@type': datatype }) };
}

/** The context v1, as its bytes are served: protected, so that no other context changes what its terms mean. */
export const CONTEXT = JSON.stringify({
  '@context': {
    '@version': 1.1,
    '@protected': true,
    ...Object.fromEntries(TYPES.map((name) => [name, `${VOCABULARY}${name}`])),
    ...Object.fromEntries([...LINKED_TERMS].map(([name, term]) => [name, definitionOf(term)])),
  },
});

/** Types of the services in DID documents, which have terms of their own for all else. */
export const SERVICE_TYPES = ['QuorateRegister', 'QuorateTransactions', 'QuorateDockets'] as const;

export const DID_CONTEXT = JSON.stringify({
  '@context': {
    '@version': 1.1,
    '@protected': true,
    ...Object.fromEntries(SERVICE_TYPES.map((name) => [name, `${VOCABULARY}${name}`])),
  },
});
