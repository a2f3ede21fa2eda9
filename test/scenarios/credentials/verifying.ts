// An organisation that asks for credentials over OpenID4VP, and what came of it.
import { clientOf } from '../../../cli/harness/cast.js';
import type { Office } from './office.js';
import { TRUST_LIST } from './stage.js';

type Question = Parameters<ReturnType<typeof clientOf>['createPresentationRequest']>[0]['body'];

/** A policy that takes issuers of the list of all authorities, or some of them. */
export const trustPolicy = (allowedIssuers?: readonly string[]) => ({
  sources: [
    {
      ...{ kind: 'x509-lotl', confersAssurance: 'Substantial', trustListId: TRUST_LIST },
      ...(allowedIssuers && { allowedIssuers: [...allowedIssuers] }),
    },
  ],
});

export async function ask(desk: Office, body: Question) {
  return clientOf(desk).createPresentationRequest({ body: { trustPolicy: trustPolicy(), ...body } });
}

/** State, grounds and claims. */
export async function outcomeOf(desk: Office, { requestId }: { readonly requestId: string }) {
  const { state, result } = await clientOf(desk).getPresentationResult({ params: { requestId } });
  const errors = result?.errors.map(({ code }) => code);
  return { state, errors, claims: result?.verifiedClaims, status: result?.statusCheckResult };
}
