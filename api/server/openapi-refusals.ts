// The part of the OpenAPI document that shows refusals: which codes an operation gives with which status, and the form
// that its family has for them.

import { codeRow } from '../../core/base/codes/table.js';
import type { IssueCode } from '../../core/base/issue.js';
import { looksAtTokens, scopeNeeded } from '../auth/policy.js';
import { type AnyRoute, bodyTypes, isIdempotent, needsRoom, type RouteDefinition, takesRanges } from '../define.js';
import { provenActOf } from '../dispatch/proven-act.js';
import { DEFINITIVE, problem } from '../errors/errors.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { FAMILIES } from '../errors/families/families.js';
import { programScope } from './openapi-security.js';

type Json = { [member: string]: unknown };

const DETAIL: Json = {
  type: 'object',
  properties: { code: { type: 'string' }, path: { type: 'string' }, message: { type: 'string' } },
};

const PROBLEM: Json = {
  type: 'object',
  description: 'RFC 9457 problem details with a stable code. Some codes add members.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'path', 'errors', 'traceId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Stable; one code has one status.' },
    error: { type: 'string', description: 'The sentence of `detail`.' },
    path: { type: 'string', description: 'JSON Pointer of the member at fault.' },
    errors: { type: 'array', items: DETAIL },
    traceId: { type: 'string' },
    definitive: { type: 'boolean', description: DEFINITIVE },
  },
  additionalProperties: true,
};

const TARGETED: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, target: { type: 'string' } },
};

function namedError(description: string): Json {
  return {
    type: 'object',
    description,
    required: ['error', 'error_description'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  };
}

const OPEN_ID = {
  name: 'OpenIdError',
  schema: namedError('OpenID4VCI sections 8.3.1.2 and 11.3, and RFC 6750 section 3.1.'),
};

/** Each family by the name of its component. */
const FORMS: Readonly<Record<ErrorFamilyName, { readonly name: string; readonly schema: Json }>> = {
  problem: { name: 'Problem', schema: PROBLEM },
  oauth: {
    name: 'TokenError',
    schema: namedError('RFC 6749 section 5.2.'),
  },
  odata: {
    name: 'ODataProblem',
    schema: {
      ...PROBLEM,
      description: 'RFC 9457 problem details with the error object of OData as `error`.',
      properties: {
        ...(PROBLEM.properties as Json),
        error: {
          ...TARGETED,
          properties: {
            ...(TARGETED.properties as Json),
            details: { type: 'array', items: TARGETED },
            innererror: { type: 'object', properties: { traceId: { type: 'string' } } },
          },
        },
      },
    },
  },
  openid4vc: OPEN_ID,
  openid4vcNotification: OPEN_ID,
  redemption: {
    name: 'RedemptionProblem',
    schema: {
      ...PROBLEM,
      description: 'RFC 9457 problem details with the sentence of `detail` as `message` too.',
      required: [...(PROBLEM.required as string[]), 'message'],
      properties: { ...(PROBLEM.properties as Json), message: { type: 'string' } },
    },
  },
  did: {
    name: 'DidProblem',
    schema: {
      ...PROBLEM,
      description: 'RFC 9457 problem details that are a DID resolution result without a document too.',
      properties: {
        ...(PROBLEM.properties as Json),
        didDocument: { type: 'object', nullable: true },
        didResolutionMetadata: {
          type: 'object',
          properties: { error: { type: 'string' }, message: { type: 'string' } },
        },
        didDocumentMetadata: { type: 'object' },
      },
    },
  },
};

/** The components of the forms that some operation has. */
export function refusalForms(definitions: readonly AnyRoute[]): Json {
  const used = new Set<ErrorFamilyName>(['problem', ...definitions.map(({ family = 'problem' }) => family)]);
  return Object.fromEntries([...used].map((family) => [FORMS[family].name, FORMS[family].schema]));
}

/** Refusals that every operation of a kind can give, then those of the definition, by status. */
export function refusals(definition: AnyRoute): Json {
  const family = FAMILIES[definition.family ?? 'problem'];
  const { name } = FORMS[definition.family ?? 'problem'];
  const byStatus = new Map<number, IssueCode[]>();
  const codes = [...codesOf(definition)].map((code) => family.renamed?.[code] ?? code);
  for (const code of new Set(codes)) {
    const { status } = family.answer({
      problem: problem([{ code, path: '', message: '' }], NOWHERE),
      ...{ named: undefined, scope: undefined, resourceMetadata: undefined, isProven: false },
    });
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = contentOf(name, [family.type, ...(family.plainType === undefined ? [] : [family.plainType])]);
  const all = new Map([...byStatus].map(([status, codes]) => [status, refusalContent(codes, content)] as const));
  for (const code of UNREAD) {
    const { status } = codeRow(code);
    const own = byStatus.get(status) ?? [];
    all.set(status, refusalContent([...own, code], { ...(own.length > 0 && content), ...UNREAD_CONTENT }));
  }
  return Object.fromEntries(all);
}

/** For people, and for programs. */
function refusalContent(codes: readonly IssueCode[], content: Json): Json {
  return { description: `Refused: ${codes.join(', ')}.`, 'x-codes': codes, content };
}

function contentOf(name: string, types: readonly string[]): Json {
  const schema = { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(types.map((type) => [mediaType(type), { schema }]));
}

/** Refusals of what the parser of HTTP does not read to its end: its path, and the form there, are not known. */
const UNREAD: readonly IssueCode[] = ['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'];
const UNREAD_CONTENT = contentOf(FORMS.problem.name, [FAMILIES.problem.type]);

const NOWHERE = { instance: '', traceId: '' };

function mediaType(type: string): string {
  return type.split(';')[0] as string;
}

function hasQuads({ representations = {} }: RouteDefinition): boolean {
  return Object.values(representations).some(({ kind }) => kind === 'quads');
}

function codesOf(definition: AnyRoute): ReadonlySet<IssueCode> {
  const codes: IssueCode[] = ['REQUEST_INVALID', 'QUERY_INVALID', ...definition.errors];
  if (definition.can !== 'public') codes.push('AUTH_REQUIRED', 'FORBIDDEN');
  if (looksAtTokens(definition))
    codes.push(
      ...(['TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'] as const),
      ...(['DPOP_PROOF_INVALID', 'DPOP_NONCE_NEEDED'] as const),
    );
  if (scopeNeeded(definition) !== undefined || programScope(definition) !== undefined) codes.push('SCOPE_MISSING');
  if (looksAtTokens(definition) && definition.takesFirstPassword !== true) codes.push('PASSWORD_CHANGE_REQUIRED');
  if (definition.takesRecentSignIn === true || provenActOf(definition) !== undefined) codes.push('SIGN_IN_NOT_RECENT');
  if (definition.input?.params) codes.push('PATH_INVALID');
  const types = bodyTypes(definition);
  if (types.includes('application/json'))
    codes.push('BODY_INVALID_JSON', 'BODY_DUPLICATE_KEY', 'BODY_TOO_DEEP', 'BODY_NUMBER_RANGE');
  if (types.length > 0) codes.push('BODY_INVALID', 'BODY_TOO_LARGE', 'BODY_TOO_COMPLEX', 'MEDIA_TYPE_UNSUPPORTED');
  if (definition.kind === 'route' && isIdempotent(definition))
    codes.push('HEADER_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS');
  if (definition.kind === 'route' && definition.representations !== undefined) codes.push('NOT_ACCEPTABLE');
  if (definition.kind === 'route' && hasQuads(definition)) codes.push('LINKED_TOO_COSTLY');
  if (takesRanges(definition)) codes.push('RANGE_UNSATISFIABLE');
  if (definition.reads === 'sealed') codes.push('HEADER_INVALID', 'REGISTER_BEHIND');
  if (needsRoom(definition)) codes.push('STORE_FULL');
  // Of the caller, and of a node that has more to do than it can.
  if (definition.rate !== 'none') codes.push('RATE_LIMITED', 'NODE_UNAVAILABLE');
  // Of a node with a fault, and of a store that cannot be read.
  codes.push('INTERNAL', 'STORE_DAMAGED');
  return new Set(codes);
}
