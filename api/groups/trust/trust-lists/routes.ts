// Trust lists of an organisation: signed lists of authorities that it believes. Its administrators import and remove
// them; programs that verify read their roots.
import Type, { type Static } from 'typebox';
import {
  TRUST_LIST_BYTES_MAX,
  TRUST_LISTS_ORGANISATION_MAX,
  TRUST_OPERATORS_MAX,
  TRUST_ROOTS_MAX,
} from '../../../../core/base/limits/node/federation.js';
import { OUTGOING_URL_MAX } from '../../../../core/outgoing/target.js';
import { route } from '../../../define.js';
import { Hash, namedObject, Timestamp } from '../../../schemas/base/common.js';

const TrustListId = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,63}(/[A-Z]{2})?$',
  description: 'Name that the organisation gave the list; {id}/{territory} for one that a list of lists points to.',
});
const GivenId = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', description: 'Name of the list from now on.' });
const Params = Type.Object({ trustListId: TrustListId });
const Freshness = Type.Enum(['fresh', 'stale'], {
  title: 'TrustListFreshness',
  description: 'Whether its operator was to update it before now.',
});
/** The largest certificate that is read, as PEM. */
const CERTIFICATE_CHARS_MAX = 12_000;

const ImportTrustList = Type.Object(
  {
    trustListId: GivenId,
    file: Type.Optional(
      Type.String({ maxLength: TRUST_LIST_BYTES_MAX, description: 'The list itself: a file of a multipart form.' }),
    ),
    url: Type.Optional(
      Type.String({
        ...{ documented: { pattern: '^https?://' }, minLength: 1, maxLength: OUTGOING_URL_MAX },
        description: 'Where the list is fetched, now and every trust.refreshHours.',
      }),
    ),
    operatorCertificates: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: CERTIFICATE_CHARS_MAX }), {
        ...{ minItems: 1, maxItems: TRUST_OPERATORS_MAX },
        description: 'Certificates that may sign the list, PEM or base64 of their DER. Absent: trust.operators.',
      }),
    ),
    followPointers: Type.Optional(
      Type.Union([Type.Boolean(), Type.Enum(['true', 'false'], { title: 'FormBoolean' })], {
        description:
          'Take the lists that this list of lists points to as well, behind the answer. The fields of a form are texts.',
      }),
    ),
  },
  { title: 'TrustListImport', documented: { oneOf: [{ required: ['file'] }, { required: ['url'] }] } },
);

const Followed = namedObject('FollowedTrustList', {
  trustListId: TrustListId,
  code: Type.Optional(Type.String({ description: 'Why it was not taken; its former snapshot stays.' })),
});

export const TrustListView = namedObject('TrustListSnapshot', {
  trustListId: TrustListId,
  source: Type.String({ description: 'The URL of the list, or upload.' }),
  rootCount: Type.Integer(),
  rootsLeftOut: Type.Integer({ description: 'Certificates of a form by which no path is judged.' }),
  freshness: Freshness,
  sequenceNumber: Type.Integer(),
  issuedAt: Timestamp,
  nextUpdate: Type.Optional(Type.String({ ...Timestamp, description: 'Absent for a list that is closed.' })),
  territory: Type.String(),
  schemeOperator: Type.String({ description: 'Name of who publishes the list.' }),
  signedBy: Type.String({ ...Hash, description: 'SHA-256 of the certificate that signed it.' }),
  sha256: Hash,
  createdAt: Timestamp,
  checkedAt: Timestamp,
  formerSequenceNumber: Type.Optional(Type.Integer({ description: 'Of the snapshot that is kept beside it.' })),
  pointers: Type.Optional(Type.Array(Followed, { description: 'Lists that it points to, as they last came out.' })),
});
export type TrustListBody = Static<typeof TrustListView>;

const TrustListList = namedObject('TrustListList', { trustLists: Type.Array(TrustListView) });

const Anchors = namedObject('TrustListAnchors', {
  trustListId: TrustListId,
  sequenceNumber: Type.Integer(),
  freshness: Freshness,
  nextUpdate: Type.Optional(Timestamp),
  roots: Type.Array(Type.String(), { maxItems: TRUST_ROOTS_MAX, description: 'DER of certificates as base64.' }),
});

const BASE = '/api/v1/trust/trustlists';
const ONE = `${BASE}/:trustListId` as const;
const ADMINISTERED = { can: 'RequireAdministrator', rate: 'strict', bucket: 'trust-lists' } as const;
const TAKING = [
  'TRUSTLIST_MALFORMED',
  'TRUSTLIST_SIGNATURE_INVALID',
  'TRUSTLIST_SEQUENCE_REGRESSION',
  'OUTGOING_REFUSED',
  'OUTGOING_FAILED',
  'OUTGOING_ANSWER_REFUSED',
  'OUTGOING_BUSY',
  'NODE_UNAVAILABLE',
] as const;

export const trustListRoutes = {
  importTrustList: route({
    method: 'POST',
    url: `${BASE}/import`,
    writes: 'node',
    ...ADMINISTERED,
    takesRecentSignIn: true,
    summary: 'Import a trust list, as a file or from a URL',
    description: `A list of ETSI TS 119 612 in XML, signed by a pinned operator. It takes the place of one of the same id if its sequence number is higher. An organisation has ${TRUST_LISTS_ORGANISATION_MAX} at most.`,
    input: { body: ImportTrustList },
    takes: ['application/json', 'multipart/form-data'],
    bodySize: 'list',
    output: { 201: TrustListView },
    errors: ['BODY_INVALID', 'TRUSTLIST_UNAVAILABLE', ...TAKING, 'QUOTA_EXCEEDED', 'STORE_FULL'],
  }),
  listTrustLists: route({
    method: 'GET',
    url: BASE,
    ...ADMINISTERED,
    summary: 'List the trust lists of the organisation',
    description: `All of them: ${TRUST_LISTS_ORGANISATION_MAX} at the most.`,
    output: TrustListList,
    errors: [],
  }),
  getTrustList: route({
    method: 'GET',
    url: ONE,
    ...ADMINISTERED,
    summary: 'Read what is kept of a trust list',
    input: { params: Params },
    output: TrustListView,
    errors: ['PATH_INVALID', 'TRUSTLIST_UNAVAILABLE'],
  }),
  deleteTrustList: route({
    method: 'DELETE',
    url: ONE,
    writes: 'node',
    ...ADMINISTERED,
    takesRecentSignIn: true,
    summary: 'Remove a trust list, with all that it points to',
    input: { params: Params },
    output: { 204: null },
    errors: ['PATH_INVALID', 'TRUSTLIST_UNAVAILABLE'],
  }),
  refreshTrustList: route({
    method: 'POST',
    url: `${ONE}/refresh`,
    writes: 'node',
    ...ADMINISTERED,
    summary: 'Fetch a trust list again from its URL',
    input: { params: Params },
    output: TrustListView,
    errors: ['PATH_INVALID', 'TRUSTLIST_UNAVAILABLE', ...TAKING, 'STORE_FULL'],
  }),
  readTrustListAnchors: route({
    method: 'GET',
    url: `${ONE}/anchors`,
    can: 'CanReadAnchors',
    summary: 'Read the roots of a trust list',
    description:
      'Of the organisation of the caller, or of the platform where it has no list of this id. A stale list is told as stale, or refused under trust.strictFreshness.',
    input: { params: Params },
    output: Anchors,
    errors: ['PATH_INVALID', 'TRUSTLIST_UNAVAILABLE', 'TRUSTLIST_STALE'],
  }),
};
