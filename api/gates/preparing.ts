// Prepares an action that takes credentials: all checks but those of its gates, what its holders sign for, and a row
// that keeps it for fifteen minutes. And submits it, once its gates were shown what they ask.
import type { Static } from 'typebox';
import type { ShownAction } from '../../actors/workflow/credentials/prepared.js';
import { gatesToMeet, openGate } from '../../actors/workflow/credentials/shown-gates.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { GATE_MS, GATES_OPEN_MAX } from '../../core/base/limits/node/wallets.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import { idByEnd } from '../credentials/ids.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { PreparedBody } from '../schemas/workflow/gate.js';
import type { ActionPlace } from '../workflow/action-place.js';
import { gatherAction, type SubmissionDeps, submitTo } from '../workflow/submission.js';
import { audienceFor, audienceOfGate } from './audience.js';
import { withStatus } from './evidence.js';
import {
  findPrepared,
  gateNotFound,
  gatesOfPrepared,
  type OpenPrepared,
  openPrepared,
  type PreparedContent,
  sealPrepared,
} from './prepared.js';
import { registerNow, type ShowingDeps } from './showing.js';

type Call = ApiCall<SubmissionDeps & ShowingDeps & Pick<ApiDeps, 'workflow'>>;

/** The issues of the action, and QUOTA_EXCEEDED; CREDENTIAL_REFUSED where no credential could meet its gates. */
export async function prepareGates(
  call: Call,
  place: ActionPlace,
  body: Static<typeof PreparedBody>,
): Promise<Result<OpenPrepared>> {
  const { deps, caller, address } = call;
  const { organisationId } = caller;
  const audience = audienceFor(deps, { registerId: place.registerId, organisationId });
  const gathered = await gatherAction(call, place, body);
  if (isFailure(gathered)) return gathered;
  const fixed = await deps.workflow.prepare(gathered.ask).finally(() => gathered.sent.settle(false));
  if (isFailure(fixed)) return fixed;
  const unasked = unaskedProblem(call, { place, body, fixed, shown: {} }, audience);
  if (unasked) return unasked;
  const owner = ownerIdOf(caller);
  const nowMs = deps.clock.now();
  if (!deps.gates.open.hasRoom(owner, nowMs))
    return fail(issue('QUOTA_EXCEEDED', '', `An account has ${GATES_OPEN_MAX} prepared actions at one time at most.`));
  const expiresAtMs = nowMs + GATE_MS;
  const id = idByEnd(expiresAtMs, deps.random);
  const row = { id, owner, sessionId: caller.sessionId, organisationId, expiresAtMs };
  const content: PreparedContent = {
    ...{ place, body, fixed, shown: {} },
    ...(!isFailure(audience) && { audience }),
  };
  const { registerId, actionId } = place;
  const record = deps.audit.byCaller(
    { caller, address },
    {
      ...{ eventType: 'GatePrepared', organisationId },
      details: { gateId: id, registerId, instanceId: fixed.instanceId, actionId, wallet: body.senderWallet },
    },
  );
  deps.gates.open.add(owner, id, expiresAtMs);
  await deps.commit([sealPrepared(deps, row, content), record]);
  const kept = deps.gates.prepared.find(id);
  return kept === undefined ? fail(gateNotFound()) : openPrepared(deps, kept);
}

/** CREDENTIAL_REFUSED for a gate at which no wallet may be asked, by a client id of this node or of its verifier. */
function unaskedProblem({ deps }: Call, content: PreparedContent, own: Result<string>): Failure | undefined {
  const { registerId } = content.place;
  const audiences = gatesOfPrepared(deps, content).map((gate) => audienceOfGate(deps, registerId, { gate, own }));
  return audiences.find((audience) => isFailure<unknown>(audience));
}

/** GATE_OPEN where a gate waits; GATE_STALE; CREDENTIAL_REFUSED where one does not hold by now; and as `submitTo`. */
export async function submitPrepared(call: Call, gateId: string) {
  const prepared = findPrepared(call, gateId);
  if (isFailure(prepared)) return prepared;
  const shown = await evidenceNow(call, prepared);
  if (isFailure(shown)) return shown;
  const { place, body } = prepared.content;
  const answer = await submitTo(call, { place, body, prepared: shown });
  // The row stays until its end: who missed the answer asks the same again.
  if (!isFailure(answer)) call.deps.gates.open.end(prepared.row.owner, gateId);
  return answer;
}

/** The evidence of the gates that have to be met, each with the status of its credential as it is now. */
async function evidenceNow({ deps }: Call, prepared: OpenPrepared): Promise<Result<ShownAction>> {
  const { content, row } = prepared;
  const now = registerNow(deps, prepared);
  const gates = gatesOfPrepared(deps, content);
  if (now === undefined || gates.length === 0) return fail(gateNotFound());
  const isAdmitted = (id: string) => content.shown[id]?.state === 'Admitted';
  const toMeet = gatesToMeet(gates, isAdmitted);
  const waiting = toMeet.filter(({ id }) => !isAdmitted(id)).map(({ id }): Issue => openGate(id));
  if (waiting.length > 0) return fail(waiting);
  const shown: Record<string, GateParts> = {};
  for (const gate of toMeet) {
    const { parts = {} } = content.shown[gate.id] ?? {};
    shown[gate.id] = (await withStatus(deps, gate, { parts, now, organisationId: row.organisationId })).parts;
  }
  return { ...content.fixed, shown };
}
