// The question of a verifier: as a query of its own, or by a type, some claims and the issuers that are accepted. Of
// these the query and the policy are made.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject, parseJsonText } from '../../base/json.js';
import { type Failure, fail, isFailure, type Result } from '../../base/result.js';
import { type TrustPolicy, trustPolicyOf } from '../../trust/policy-form.js';
import { FormatFault, faultOr } from '../fault.js';
import { type CredentialQuery, type DcqlPath, type DcqlQuery, readDcql } from '../query/dcql.js';

export const PRESENTED_FORMATS = ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json'] as const;
export type PresentedFormat = (typeof PRESENTED_FORMATS)[number];

export interface StatedQuestion {
  readonly credentialType?: string | undefined;
  readonly format?: PresentedFormat | undefined;
  readonly requiredClaims?:
    | readonly { readonly claimName: string; readonly expectedValue?: string | number | boolean | undefined }[]
    | undefined;
  readonly acceptedIssuers?: readonly string[] | undefined;
  readonly trustPolicy?: Json | undefined;
  readonly dcqlQuery?: Json | undefined;
}

export interface VerifierQuestion {
  /** Member `dcql_query` of the request. */
  readonly dcql: Json;
  readonly query: DcqlQuery;
  readonly policy: TrustPolicy;
}

/** The id of the query that is made of a type. */
const QUERY_ID = 'credential';

/** BODY_INVALID at the member that is not of its form. */
export function questionOf(stated: StatedQuestion): Result<VerifierQuestion> {
  const dcql = dcqlOf(stated);
  if (isFailure(dcql)) return dcql;
  const query = queryOf(dcql);
  if (isFailure(query)) return query;
  const policy = policyOf(stated);
  return isFailure(policy) ? policy : { dcql, query, policy };
}

/** The query as a request has it; BODY_INVALID for one that is not of its form, or that no judge here answers. */
export function queryOf(dcql: Json): Result<DcqlQuery> {
  const query = faultOr(() => readDcql(dcql));
  if (query instanceof FormatFault) return wrong('/dcqlQuery', query.message);
  return query.credentials.map(findUnjudged).find((problem) => problem !== undefined) ?? query;
}

/** A query that asks for no type would take a credential of any. */
function findUnjudged({ id, format, types, authorities = [] }: CredentialQuery): Failure | undefined {
  if (!(PRESENTED_FORMATS as readonly string[]).includes(format))
    return wrong('/dcqlQuery', `The query ${id} is of another format than ${PRESENTED_FORMATS.join(', ')}.`);
  if (types === undefined) return wrong('/dcqlQuery', `The query ${id} names no type in meta.`);
  return authorities.some(({ type }) => type !== 'aki')
    ? wrong('/dcqlQuery', `The query ${id} has trusted_authorities of another type than aki.`)
    : undefined;
}

function dcqlOf({
  credentialType,
  format = 'dc+sd-jwt',
  requiredClaims = [],
  dcqlQuery,
}: StatedQuestion): Result<Json> {
  if ((credentialType === undefined) === (dcqlQuery === undefined))
    return wrong('/credentialType', 'Expected either credentialType or dcqlQuery.');
  if (dcqlQuery !== undefined)
    return requiredClaims.length === 0
      ? dcqlQuery
      : wrong('/requiredClaims', 'A dcqlQuery has claims of its own: state no requiredClaims beside it.');
  const type = credentialType as string;
  const claims: JsonObject[] = [];
  for (const [i, { claimName, expectedValue }] of requiredClaims.entries()) {
    const path = pathOf(claimName);
    if (path === undefined)
      return wrong(
        `/requiredClaims/${i}/claimName`,
        'Expected a name, or a path as JSON text: ["address","locality"].',
      );
    claims.push({ path, ...(expectedValue !== undefined && { values: [expectedValue] }) });
  }
  return { credentials: [{ id: QUERY_ID, format, meta: META[format](type), ...(claims.length > 0 && { claims }) }] };
}

/** How a query names a type of the format (OpenID4VP 1.0 appendix B). */
const META: Readonly<Record<PresentedFormat, (type: string) => JsonObject>> = {
  'dc+sd-jwt': (type) => ({ vct_values: [type] }),
  mso_mdoc: (type) => ({ doctype_value: type }),
  jwt_vc_json: (type) => ({ type_values: [[type]] }),
};

/** The path that the name of a claim means. A name that begins as a list is read as one. */
function pathOf(name: string): DcqlPath | undefined {
  if (!name.startsWith('[')) return [name];
  const path = parseJsonText(name, 2);
  return !isFailure(path) && Array.isArray(path) ? (path as DcqlPath) : undefined;
}

/** The name of a claim in a result: as `pathOf` reads it. */
export function claimNameOf(path: DcqlPath): string {
  const [first] = path;
  const isName = path.length === 1 && typeof first === 'string' && !first.startsWith('[');
  return isName ? first : JSON.stringify(path);
}

/** Without a policy and without issuers the organisation believes itself, and whom its own list has. */
function policyOf({ trustPolicy, acceptedIssuers }: StatedQuestion): Result<TrustPolicy> {
  if (trustPolicy !== undefined && acceptedIssuers !== undefined)
    return wrong('/acceptedIssuers', 'A trustPolicy names its issuers: state no acceptedIssuers beside it.');
  if (trustPolicy !== undefined) {
    const policy = trustPolicyOf(isObject(trustPolicy) ? trustPolicy : {});
    return isFailure(policy) ? policy.mapIssues(below('/trustPolicy')) : policy;
  }
  const kinds =
    acceptedIssuers === undefined
      ? (['x509-tenant'] as const)
      : (['did-allowlist', 'register', 'x509-tenant'] as const);
  const named = acceptedIssuers !== undefined && { allowedIssuers: acceptedIssuers };
  return {
    sources: kinds.map((kind) => ({ kind, confersAssurance: 'Low', ...named })),
    combinator: 'anyOf',
    minAssuranceLevel: 'Low',
    isStrict: false,
  };
}

const below = (path: string) => (problem: Issue) => ({ ...problem, path: `${path}${problem.path}` });
const wrong = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
