// A question to the credentials of a wallet, as one query: DCQL, or requirements of an action (specification 2.1), each
// of which becomes a credential query of its own.
import { type Json, parseJsonText } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { type DcqlQuery, readDcql } from '../query/dcql.js';
import { type DcqlMatch, type HeldCredential, matchDcql } from '../query/match.js';

export interface WantedCredential {
  readonly credentialType: string;
  /** As credentials name their issuers; any when absent. */
  readonly acceptedIssuers?: readonly string[] | undefined;
  readonly requiredClaims?:
    | readonly { readonly claimName: string; readonly expectedValue?: Json | undefined }[]
    | undefined;
}

export type AskedCredentials = { readonly dcqlQuery: Json } | { readonly requirements: readonly WantedCredential[] };

/** A credential of the wallet, with the name of its issuer. */
export type NamedCredential = HeldCredential & { readonly issuer: string };

/** The match, or the fault of the query. */
export function matchAsked(asked: AskedCredentials, held: readonly NamedCredential[]): DcqlMatch | FormatFault {
  if ('dcqlQuery' in asked) return faultOr(() => matchDcql(readDcql(asked.dcqlQuery), held));
  const { requirements } = asked;
  const match = faultOr(() => matchDcql(queryOf(requirements), held));
  if (match instanceof FormatFault) return match;
  const issuers = new Map(held.map(({ id, issuer }) => [id, issuer]));
  const candidates = new Map(
    requirements.map(({ acceptedIssuers }, i) => {
      const all = match.candidates.get(idOf(i)) ?? [];
      const isAccepted = (id: string) => acceptedIssuers?.includes(issuers.get(id) ?? '') ?? true;
      return [idOf(i), all.filter(({ credential }) => isAccepted(credential.id))] as const;
    }),
  );
  const hasAll = [...candidates.values()].every(({ length }) => length > 0);
  return { candidates, ...(hasAll && { shown: [...candidates.keys()] }) };
}

/** As the gates of an action are named where it does not name them. */
const idOf = (place: number) => `g${place}`;

function queryOf(requirements: readonly WantedCredential[]): DcqlQuery {
  return readDcql({
    credentials: requirements.map(({ credentialType, requiredClaims = [] }, i) => ({
      ...{ id: idOf(i), format: 'dc+sd-jwt', meta: { vct_values: [credentialType] } },
      ...(requiredClaims.length > 0 && {
        claims: requiredClaims.map(({ claimName, expectedValue }) => ({
          path: pathOf(claimName),
          ...(expectedValue !== undefined && { values: [expectedValue] }),
        })),
      }),
    })),
  });
}

/** A name, or a path as JSON text. */
function pathOf(claimName: string): Json {
  if (!claimName.startsWith('[')) return [claimName];
  const path = parseJsonText(claimName);
  need(!isFailure(path), 'The name of a claim is a path, and no JSON.');
  return path;
}
