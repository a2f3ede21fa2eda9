// DIDs of registers and wallets (DID 1.0) over HTTP, resolved and dereferenced, and the contexts of linked data.
import Type from 'typebox';
import { DID_LENGTH_MAX } from '../../../../core/base/limits/node/reading.js';
import { DID_URL, REGISTER_DID, RESOURCE_KEY } from '../../../../core/linked/did-syntax.js';
import { CONTEXT_PATH, DID_CONTEXT_PATH } from '../../../../core/linked/terms.js';
import { rawRoute } from '../../../define.js';

const Length = { minLength: 1, maxLength: DID_LENGTH_MAX } as const;
const Did = {
  ...Length,
  description: 'did:quorate:register:ID or did:quorate:w:ADDRESS; what follows it is percent-encoded.',
} as const;

const WholeDid = Type.String({ ...Did, documented: { pattern: `^${DID_URL}$` } });
const RegisterDid = Type.String({ ...Did, documented: { pattern: `^${REGISTER_DID}$` } });
const Kind = Type.String({ ...Length, documented: { title: 'DidResourceKind', enum: ['tx', 'docket'] } });
const Key = Type.String({ ...Length, documented: { pattern: `^${RESOURCE_KEY}$` } });

const shared = { method: 'GET', can: 'public', knowsCaller: true, family: 'did' } as const;

const WHO =
  'Without a token: registers that are advertised, and wallets whose key stands on their rosters or participant records. With one: what the caller sees besides. ' +
  'All else is DID_NOT_FOUND, there or not. Any page may read the answer (CORS).';

const errors = [
  ...(['PATH_INVALID', 'DID_INVALID', 'DID_URL_INVALID', 'DID_METHOD_UNSUPPORTED', 'DID_NOT_FOUND'] as const),
  ...(['NOT_ACCEPTABLE', 'HEADER_INVALID', 'REGISTER_OFFLINE', 'REGISTER_BEHIND', 'REGISTER_FORKED'] as const),
  'LINKED_TOO_COSTLY',
] as const;

const CONTENT = {
  'application/ld+json': 'A DID document, or the transaction or docket that a DID URL names, as JSON-LD.',
  'application/json': 'The resolution result; of a DID URL the transaction or docket as the other operations give it.',
} as const;

const context = (url: string, summary: string) =>
  rawRoute({
    ...{ method: 'GET', url, can: 'public', rate: 'none', summary, errors: [] },
    description: 'It never changes and may be cached permanently. Any page may read it (CORS).',
    answers: {
      status: 200,
      type: 'application/ld+json',
      schema: Type.Record(Type.String(), Type.Unknown()),
      description: 'A context of JSON-LD 1.1.',
    },
  });

export const identifierRoutes = {
  resolveDid: rawRoute({
    ...shared,
    url: '/1.0/identifiers/:did',
    summary: 'Resolve a DID, or read what a DID URL names',
    description: `The HTTP binding of DID resolution. 410 with the document of a wallet whose key has ended for good. ${WHO}`,
    input: { params: Type.Object({ did: WholeDid }) },
    answers: {
      status: 200,
      type: 'application/did-resolution',
      schema: Type.Record(Type.String(), Type.Unknown()),
      description: 'A DID resolution result.',
      sameStatuses: { 410: 'The same of a wallet whose key has ended for good (deactivated).' },
      forms: {
        'application/did+ld+json': 'The DID document.',
        'application/did+json': 'The DID document without its context.',
        'application/did': 'The DID document.',
        ...CONTENT,
        'application/n-quads': 'Canonical N-Quads of the transaction or docket that a DID URL names.',
        'application/did-url-dereferencing': 'A DID URL dereferencing result.',
      },
    },
    errors,
  }),
  dereferenceDid: rawRoute({
    ...shared,
    url: '/1.0/identifiers/:did/:kind/:key',
    summary: 'Read the transaction or docket that a DID URL names',
    description: `The path of the DID URL as it is, without escapes: /tx/TXID or /docket/NUMBER. ${WHO}`,
    input: { params: Type.Object({ did: RegisterDid, kind: Kind, key: Key }) },
    answers: {
      status: 200,
      type: 'application/ld+json',
      schema: Type.Record(Type.String(), Type.Unknown()),
      description: CONTENT['application/ld+json'],
      forms: {
        'application/json': CONTENT['application/json'],
        'application/n-quads': 'Its canonical N-Quads.',
        'application/did-url-dereferencing': 'A DID URL dereferencing result.',
      },
    },
    errors,
  }),
  getContext: context(CONTEXT_PATH, 'Read the JSON-LD context v1 of linked data'),
  getDidContext: context(DID_CONTEXT_PATH, 'Read the JSON-LD context v1 of DID documents'),
};
