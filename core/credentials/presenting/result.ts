// The result of an answer: the verdicts of its presentations, and whether they are what was asked for.
import type { Json, JsonObject } from '../../base/json.js';
import type { TrustEvidence } from '../../trust/policy.js';
import type { CredentialQuery, DcqlQuery } from '../query/dcql.js';
import { type PresentationVerdict, STATUS_RESULTS } from './judge.js';

export interface QueryResult {
  readonly isValid: boolean;
  readonly presentations: readonly PresentationVerdict[];
}

export interface PresentationResult extends Omit<PresentationVerdict, 'errors'> {
  readonly errors: readonly { readonly queryId?: string; readonly code: string; readonly message: string }[];
  readonly perQuery: Readonly<Record<string, QueryResult>>;
}

/** `verdicts` by the id of the query, for those that were answered. */
export function resultOf(
  { credentials, sets }: DcqlQuery,
  verdicts: ReadonlyMap<string, readonly PresentationVerdict[]>,
): PresentationResult {
  const answered = credentials.filter(({ id }) => verdicts.has(id));
  const perQuery = new Map(answered.map((query) => [query.id, queryResult(query, verdicts.get(query.id) ?? [])]));
  const isThere = (id: string) => perQuery.get(id)?.isValid === true;
  const required = sets?.filter(({ isRequired }) => isRequired) ?? [{ options: [credentials.map(({ id }) => id)] }];
  const isWhole = required.every(({ options }) => options.some((option) => option.every(isThere)));
  const errors = [...perQuery].flatMap(([queryId, { presentations }]) =>
    presentations.flatMap((verdict) => verdict.errors.map((error) => ({ queryId, ...error }))),
  );
  const many = [...perQuery].filter(
    ([, { isValid, presentations }]) => !isValid && presentations.every((v) => v.isValid),
  );
  const isMissing = !isWhole && errors.length === 0 && many.length === 0;
  const all = [...perQuery.values()].flatMap(({ presentations }) => presentations);
  return {
    isValid: isWhole,
    verifiedClaims: isWhole ? claimsOf(perQuery, credentials.length > 1) : {},
    errors: [
      ...errors,
      ...many.map(([queryId]) => ({
        queryId,
        code: 'query',
        message: 'The query takes one presentation, and no more.',
      })),
      ...(isMissing ? [{ code: 'query', message: 'Not all that was asked for is there.' }] : []),
    ],
    holderKeyVerified: all.length > 0 && all.every((verdict) => verdict.holderKeyVerified),
    ...togetherOf(all),
    perQuery: Object.fromEntries(perQuery),
  };
}

function queryResult({ isMultiple }: CredentialQuery, presentations: readonly PresentationVerdict[]): QueryResult {
  const isValid = (isMultiple || presentations.length === 1) && presentations.every((verdict) => verdict.isValid);
  return { isValid, presentations };
}

/** Of several queries each claim has the name of its query before its own; of several credentials the first counts. */
function claimsOf(perQuery: ReadonlyMap<string, QueryResult>, isNamed: boolean): JsonObject {
  const claims = [...perQuery].flatMap(
    ([
      id,
      {
        isValid,
        presentations: [first],
      },
    ]) =>
      isValid && first !== undefined
        ? Object.entries(first.verifiedClaims).map(([name, value]): readonly [string, Json] => [
            isNamed ? `${id}:${name}` : name,
            value,
          ])
        : [],
  );
  return Object.fromEntries(claims);
}

function togetherOf(all: readonly PresentationVerdict[]) {
  const chains = all.flatMap(({ x5cChainValid }) => x5cChainValid ?? []);
  const issuers = new Set(all.flatMap(({ issuer }) => issuer ?? []));
  const [issuer] = issuers;
  const trustEvidence: readonly TrustEvidence[] = all.flatMap((verdict) => verdict.trustEvidence);
  // The last one in the list is the least that is known.
  const worst = Math.max(...all.map((verdict) => STATUS_RESULTS.indexOf(verdict.statusCheckResult)), 0);
  return {
    ...(chains.length > 0 && { x5cChainValid: chains.every((isValid) => isValid) }),
    ...(issuers.size === 1 && issuer !== undefined && { issuer }),
    statusCheckResult:
      all.length === 0 ? ('NotChecked' as const) : (STATUS_RESULTS[worst] as (typeof STATUS_RESULTS)[number]),
    trustEvidence,
  };
}
