// A query for credentials (DCQL, OpenID4VP 1.0 section 6), read with bounds. Members that the standard does not know
// are ignored, as it asks; those that it knows have their form, or the whole query is refused.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import {
  DCQL_CHARACTERS_MAX,
  DCQL_CLAIMS_MAX,
  DCQL_OPTIONS_MAX,
  DCQL_PATH_MAX,
  DCQL_QUERIES_MAX,
  DCQL_SETS_MAX,
  DCQL_VALUES_MAX,
} from '../../base/limits/ledger/credentials.js';
import { need } from '../fault.js';

export interface DcqlQuery {
  readonly credentials: readonly CredentialQuery[];
  /** Absent where all credentials are asked for. */
  readonly sets?: readonly CredentialSetQuery[];
}

export interface CredentialQuery {
  readonly id: string;
  readonly format: string;
  readonly isMultiple: boolean;
  readonly needsHolderKey: boolean;
  /** Values of `vct`, `docType` or a type in JWT; any type where they are absent. */
  readonly types?: readonly string[];
  /** Conditions of which one has to hold; none is asked where they are absent. */
  readonly authorities?: readonly { readonly type: string; readonly values: readonly string[] }[];
  readonly claims: readonly ClaimQuery[];
  /** Choices of claims by their place in `claims`, the preferred one first; absent where all are asked for. */
  readonly claimSets?: readonly (readonly number[])[];
}

export type DcqlPath = readonly (string | number | null)[];

export interface ClaimQuery {
  readonly path: DcqlPath;
  /** The value is one of them; any is taken where they are absent. */
  readonly values?: readonly (string | number | boolean)[];
}

export interface CredentialSetQuery {
  /** Ids of credential queries. */
  readonly options: readonly (readonly string[])[];
  readonly isRequired: boolean;
}

/** By format: how a type is asked for, and which paths lead to a claim. */
const FORMATS: ReadonlyMap<string, { types(meta: JsonObject): Json | undefined; takes(path: DcqlPath): boolean }> =
  new Map([
    ['dc+sd-jwt', { types: ({ vct_values }) => vct_values, takes: ([first]) => typeof first === 'string' }],
    [
      'mso_mdoc',
      {
        types: ({ doctype_value }) => (doctype_value === undefined ? undefined : [doctype_value]),
        takes: (path) => path.length === 2 && path.every((step) => typeof step === 'string'),
      },
    ],
    ['jwt_vc_json', { types: typesOfVc, takes: ([first]) => typeof first === 'string' }],
  ]);

/** The base type as it is written, and as a context expands it. */
const VC_BASE: readonly Json[] = ['VerifiableCredential', 'https://www.w3.org/2018/credentials#VerifiableCredential'];

/** Of each alternative the one type beside that of all credentials. Throws a fault on one that asks for several. */
function typesOfVc({ type_values: values }: JsonObject): Json | undefined {
  if (values === undefined) return undefined;
  return listOf(values, DCQL_VALUES_MAX, 'type_values').map((types) => {
    const [type, ...others] = Array.isArray(types) ? types.filter((each: Json) => !VC_BASE.includes(each)) : [];
    need(type !== undefined && others.length === 0, 'An element of type_values has not one type of its own.');
    return type;
  });
}

/** The query in the member `dcql_query` of a request. Throws a fault on one that breaks its form or a bound. */
export function readDcql(json: Json): DcqlQuery {
  need(isObject(json), 'The query is not an object.');
  need(canonical(json).length <= DCQL_CHARACTERS_MAX, `The query has over ${DCQL_CHARACTERS_MAX} characters.`);
  const credentials = listOf(json.credentials, DCQL_QUERIES_MAX, 'credentials').map(credentialQueryOf);
  const ids = credentials.map(({ id }) => id);
  needOnce(ids, 'credentials');
  if (json.credential_sets === undefined) return { credentials };
  const sets = listOf(json.credential_sets, DCQL_SETS_MAX, 'credential_sets').map((set) => setQueryOf(set, ids));
  return { credentials, sets };
}

function credentialQueryOf(json: Json): CredentialQuery {
  need(isObject(json) && isObject(json.meta), 'An element of credentials is not an object with meta.');
  const { id, format, multiple = false, require_cryptographic_holder_binding: holder = true } = json;
  need(typeof format === 'string', 'An element of credentials has no format.');
  need(typeof multiple === 'boolean', 'The member multiple is not a boolean.');
  need(typeof holder === 'boolean', 'The member require_cryptographic_holder_binding is not a boolean.');
  const types = FORMATS.get(format)?.types(json.meta);
  const authorities = json.trusted_authorities;
  return {
    ...{ id: idOf(id), format, isMultiple: multiple, needsHolderKey: holder },
    ...(types !== undefined && { types: textsOf(types, 'The types of meta') }),
    ...(authorities !== undefined && {
      authorities: listOf(authorities, DCQL_OPTIONS_MAX, 'trusted_authorities').map(authorityOf),
    }),
    ...claimsOf(json, format),
  };
}

function authorityOf(json: Json): { readonly type: string; readonly values: readonly string[] } {
  need(isObject(json) && typeof json.type === 'string', 'An element of trusted_authorities has no type.');
  return { type: json.type, values: textsOf(json.values, 'The values of trusted_authorities') };
}

function claimsOf({ claims, claim_sets: sets }: JsonObject, format: string) {
  if (claims === undefined) {
    need(sets === undefined, 'There are claim_sets without claims.');
    return { claims: [] };
  }
  const all = listOf(claims, DCQL_CLAIMS_MAX, 'claims');
  const queries = all.map((claim) => claimOf(claim, format));
  const ids = all.map((claim) => (claim as JsonObject).id).filter((id) => id !== undefined);
  needOnce(ids.map(idOf), 'claims');
  if (sets === undefined) return { claims: queries };
  need(ids.length === all.length, 'A claim has no id, which claim_sets would name.');
  const claimSets = listOf(sets, DCQL_SETS_MAX, 'claim_sets').map((set) =>
    listOf(set, DCQL_CLAIMS_MAX, 'claim_sets').map((id) => {
      need(ids.includes(id), 'An element of claim_sets names a claim that is not there.');
      return ids.indexOf(id);
    }),
  );
  return { claims: queries, claimSets };
}

function claimOf(json: Json, format: string): ClaimQuery {
  need(isObject(json), 'An element of claims is not an object.');
  const path = listOf(json.path, DCQL_PATH_MAX, 'path');
  need(path.every(isStep), 'A step of a path is not a text, a place or null.');
  need(FORMATS.get(format)?.takes(path as DcqlPath) !== false, 'A path is not one of the format.');
  if (json.values === undefined) return { path: path as DcqlPath };
  const values = listOf(json.values, DCQL_VALUES_MAX, 'values');
  need(values.every(isValue), 'A value is not a text, an integer or a boolean.');
  return { path: path as DcqlPath, values: values as readonly (string | number | boolean)[] };
}

function isStep(step: Json): boolean {
  return step === null || typeof step === 'string' || (Number.isSafeInteger(step) && (step as number) >= 0);
}

function isValue(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

function setQueryOf(json: Json, ids: readonly string[]): CredentialSetQuery {
  need(isObject(json), 'An element of credential_sets is not an object.');
  const { required = true } = json;
  need(typeof required === 'boolean', 'The member required is not a boolean.');
  const options = listOf(json.options, DCQL_OPTIONS_MAX, 'options').map((option) => {
    const named = listOf(option, DCQL_QUERIES_MAX, 'options').map(idOf);
    need(
      named.every((id) => ids.includes(id)),
      'An element of options names a credential that is not there.',
    );
    return named;
  });
  return { options, isRequired: required };
}

function listOf(json: Json | undefined, max: number, name: string): readonly Json[] {
  need(Array.isArray(json) && json.length > 0 && json.length <= max, `The list ${name} has not 1 to ${max} elements.`);
  return json as readonly Json[];
}

function textsOf(json: Json | undefined, what: string): readonly string[] {
  const list = listOf(json, DCQL_VALUES_MAX, 'of texts');
  need(
    list.every((text) => typeof text === 'string'),
    `${what} are not texts.`,
  );
  return list as readonly string[];
}

function idOf(json: Json | undefined): string {
  need(typeof json === 'string' && /^[\w-]+$/.test(json), 'An id has other characters than letters, digits, _ and -.');
  return json;
}

function needOnce(ids: readonly string[], name: string): void {
  need(new Set(ids).size === ids.length, `The list ${name} has an id twice.`);
}
