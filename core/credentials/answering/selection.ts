// The choice of a holder: which credential answers which query. It is held to the query, so that neither more nor less
// than what was asked for is shown (OpenID4VP 1.0 section 6.4.2).
import { ANSWERS_OF_QUERY_MAX } from '../../base/limits/node/wallets.js';
import { need } from '../fault.js';
import type { DcqlPath, DcqlQuery } from '../query/dcql.js';
import type { DcqlMatch } from '../query/match.js';
import type { MetTransactionData } from './transaction-data.js';

export interface Selected {
  readonly queryId: string;
  readonly credentialId: string;
}

export interface ToShow extends Selected {
  readonly paths: readonly DcqlPath[];
  /** Encoded: this presentation signs it. */
  readonly transactionData: readonly string[];
}

/** The first credential of each query that is answered where the holder wishes nothing else; none where none can be. */
export function selectionOf({ shown = [], candidates }: DcqlMatch): readonly Selected[] {
  return shown.flatMap((queryId) => {
    const [first] = candidates.get(queryId) ?? [];
    return first === undefined ? [] : [{ queryId, credentialId: first.credential.id }];
  });
}

/** The claims of each that are shown. Throws a fault on a choice that does not answer the query. */
export function choose(
  selection: readonly Selected[],
  {
    query,
    match,
    data,
  }: { readonly query: DcqlQuery; readonly match: DcqlMatch; readonly data: readonly MetTransactionData[] },
): readonly ToShow[] {
  const chosen = new Set(selection.map(({ queryId }) => queryId));
  needWhole(chosen, query);
  const signing = new Map<string, readonly string[]>();
  for (const { queryIds, text } of data) {
    const signer = queryIds.find((id) => chosen.has(id));
    need(signer !== undefined, 'No credential is chosen that signs the transaction data.');
    signing.set(signer, [...(signing.get(signer) ?? []), text]);
  }
  const pairs = selection.map(({ queryId, credentialId }) => `${queryId} ${credentialId}`);
  need(new Set(pairs).size === pairs.length, 'A credential is chosen twice for one query.');
  return selection.map((each, i) => {
    const { queryId, credentialId } = each;
    const ofQuery = selection.filter((other) => other.queryId === queryId);
    const { isMultiple } = query.credentials.find(({ id }) => id === queryId) ?? {};
    const max = isMultiple === true ? ANSWERS_OF_QUERY_MAX : 1;
    need(ofQuery.length <= max, `A query takes ${max} of the chosen credentials.`);
    const candidate = match.candidates.get(queryId)?.find(({ credential }) => credential.id === credentialId);
    need(candidate !== undefined, 'A chosen credential does not answer its query.');
    const isFirst = selection.findIndex((other) => other.queryId === queryId) === i;
    return { ...each, paths: candidate.paths, transactionData: isFirst ? (signing.get(queryId) ?? []) : [] };
  });
}

/** Each required set has an option that is chosen whole, and nothing beside what the sets name is chosen. */
function needWhole(chosen: ReadonlySet<string>, { credentials, sets }: DcqlQuery): void {
  const all = sets ?? [{ options: [credentials.map(({ id }) => id)], isRequired: true }];
  for (const { options, isRequired } of all)
    need(
      !isRequired || options.some((option) => option.every((id) => chosen.has(id))),
      'The choice leaves a query unanswered.',
    );
  const named = new Set(all.flatMap(({ options }) => options.flat()));
  need(
    [...chosen].every((id) => named.has(id)),
    'The choice answers a query that is not asked.',
  );
}
