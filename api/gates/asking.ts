// A request for a gate to a wallet on a phone: its nonce is that of the gate. It is made when it is asked for, because
// it lives five minutes and a prepared action fifteen.
import type { Static } from 'typebox';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { consentText } from '../../core/credentials/gate/consent.js';
import { gateQuery } from '../../core/credentials/gate/query.js';
import type { PresentationRequest } from '../../core/credentials/presenting/request.js';
import type { ApiCall } from '../define.js';
import type { RequestAtGate } from '../schemas/workflow/gate.js';
import { requestFor } from '../verifying/asking.js';
import { isVerifierNow } from './audience.js';
import { findPrepared, gateNamed, gatesOfPrepared } from './prepared.js';
import type { ShowingDeps } from './showing.js';

/** CREDENTIAL_REFUSED where no record names the client id; CERTIFICATE_MISSING, QUOTA_EXCEEDED. */
export function requestAtGate(
  call: ApiCall<ShowingDeps>,
  gateId: string,
  { requirement, ...ways }: Static<typeof RequestAtGate>,
): Result<PresentationRequest> {
  const prepared = findPrepared(call, gateId);
  if (isFailure(prepared)) return prepared;
  const { content, row } = prepared;
  const gate = gateNamed(gatesOfPrepared(call.deps, content), requirement);
  if (isFailure(gate)) return gate;
  const transactionData = gate.rule.asksConsent ? [consentText(gate.header, gate.id)] : [];
  const request = requestFor(call, ways, {
    ...{ dcql: gateQuery(gate.rule), transactionData, nonce: gate.nonce, gate: { gateId, requirement } },
    endsAtMs: row.expiresAtMs,
  });
  if (isFailure(request)) return request;
  const { clientId } = request;
  if (isVerifierNow(call.deps, content.place.registerId, { clientId, gate })) return request;
  const { verifiedBy: role } = gate.rule;
  const message =
    role === undefined
      ? `No active record of the register names the client id ${clientId} among its verifierIds.`
      : `The record of the holder of the role ${role}, which verifies the gate, does not name the client id ${clientId} of this node: show the credential with a wallet of this node, or as rawPresentation for the audience of the gate.`;
  return fail(issue('CREDENTIAL_REFUSED', '/clientIdPrefix', message));
}
