// Gates of prepared actions over HTTP: the place of the action, then api/gates, then the answer.
import { fail, isFailure } from '../../../../core/base/result.js';
import { toldRequestId } from '../../../../core/credentials/presenting/request.js';
import { lookUpAtTip } from '../../../access/at-tip.js';
import { type Handlers, reply } from '../../../define.js';
import { requestAtGate } from '../../../gates/asking.js';
import { findPrepared, preparedView } from '../../../gates/prepared.js';
import { prepareGates, submitPrepared } from '../../../gates/preparing.js';
import { showAtGate } from '../../../gates/showing.js';
import { madeView } from '../../../verifying/asking.js';
import { bodyPath } from '../../../views/instances.js';
import { placeOf } from '../../../workflow/instance-place.js';
import type { GateDeps } from '../deps.js';
import type { gateRoutes } from './routes.js';

export const gateHandlers: Handlers<typeof gateRoutes, GateDeps> = {
  async prepareInstanceAction({ params, query, body }, call) {
    const { instanceId } = params;
    const { actionId, ...action } = body;
    const at = await lookUpAtTip(call, query.registerId, () => placeOf(call, instanceId, query.registerId));
    if (isFailure(at)) return at;
    const { registerId, blueprintId } = at;
    const prepared = await prepareGates(call, { registerId, blueprintId, instanceId, actionId }, action);
    return isFailure(prepared) ? prepared.mapIssues(bodyPath) : reply(201, preparedView(call.deps, prepared));
  },

  async prepareAction({ body }, call) {
    const { registerAddress: registerId, blueprintId, instanceId, actionId, ...action } = body;
    const prepared = await prepareGates(call, { registerId, blueprintId, instanceId, actionId }, action);
    return isFailure(prepared) ? prepared.mapIssues(bodyPath) : reply(201, preparedView(call.deps, prepared));
  },

  getPreparedAction({ params }, call) {
    const prepared = findPrepared(call, params.gateId);
    return isFailure(prepared) ? prepared : preparedView(call.deps, prepared);
  },

  async cancelPreparedAction({ params }, call) {
    const prepared = findPrepared(call, params.gateId);
    if (isFailure(prepared)) return prepared;
    const { gates, commit } = call.deps;
    await commit([gates.prepared.remove(params.gateId)]);
    gates.open.end(prepared.row.owner, params.gateId);
    return undefined;
  },

  async presentAtGate({ params, body }, call) {
    const prepared = await showAtGate(call, params.gateId, body);
    return isFailure(prepared) ? prepared : preparedView(call.deps, prepared);
  },

  async requestAtGate({ params, body }, call) {
    const { deps, caller, address } = call;
    const request = requestAtGate(call, params.gateId, body);
    if (isFailure(request)) return request;
    const { id, organisationId, expiresAtMs } = request;
    const details = { request: toldRequestId(id), gateId: params.gateId };
    const record = deps.audit.byCaller(
      { caller, address },
      { eventType: 'PresentationRequested', organisationId, details },
    );
    deps.verifier.open.add(organisationId, id, expiresAtMs);
    await deps.commit([deps.verifier.requests.put(request), record]);
    return reply(201, madeView(deps, request, body.requestUriMethod));
  },

  async submitPreparedAction({ params }, call) {
    const answer = await submitPrepared(call, params.gateId);
    return isFailure(answer) ? fail(answer.issues) : answer;
  },
};
