// Rehearsals over HTTP: whose they are, the check of the draft before one begins, and the shape of the answers. The
// rehearsal itself is in actors/rehearsal/.

import { codeRow } from '../../../../core/base/codes/table.js';
import { hashHex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { executionHash } from '../../../../core/blueprint/definition/definition-hash.js';
import { definitionOf } from '../../../../core/design/authoring/draft.js';
import type { RehearsalName } from '../../../../storage/tables/workflow/rehearsals.js';
import { liveDraft, organisationOf } from '../../../access/drafts.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { Refusal, refuse, reply } from '../../../define.js';

import { publishable } from '../../../submission/rehearsal-gate.js';
import type { WorkflowDeps } from '../deps.js';
import type { rehearsalRoutes } from './routes.js';
import { rehearsalBody, summaryOf } from './view.js';

export const rehearsalHandlers: Handlers<typeof rehearsalRoutes, WorkflowDeps> = {
  async startRehearsal({ params, body }, call) {
    const { deps, caller } = call;
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return fail(issue('FORBIDDEN', '', 'Rehearsals belong to an organisation.'));
    if (body.mode.toLowerCase() !== 'full')
      return fail(issue('REHEARSAL_MODE_UNSUPPORTED', '/mode', 'Only the mode full runs on the node.'));
    const checked = await checkedDraft(call, params.id);
    if (isFailure(checked) || checked instanceof Refusal) return checked;
    const { definition, execDefHash, hasCycles } = checked;
    const begun = await deps.rehearsals.start({
      organisationId,
      blueprintId: params.id,
      ...{ definition, execDefHash, hasCycles },
      by: byOf(call),
    });
    if (!isFailure(begun)) return reply(201, rehearsalBody(begun));
    const { code, message: reason } = begun.issue;
    return code === 'SANDBOX_UNAVAILABLE' ? refuse(begun.issues, { reason }) : begun;
  },

  async rehearseScenarios({ params, body }, call) {
    const { deps, caller } = call;
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return fail(issue('FORBIDDEN', '', 'Rehearsals belong to an organisation.'));
    const checked = await checkedDraft(call, params.id);
    if (isFailure(checked) || checked instanceof Refusal) return checked;
    const { definition, execDefHash, hasCycles } = checked;
    const scenarios = body.scenarios as Json;
    const value = await deps.engine.run({ kind: 'scenarios', definition, scenarios, hasCycles }, fairKey(call));
    if (isFailure(value)) return value;
    const pass = { blueprintId: params.id, execDefHash, by: byOf(call), atMs: deps.clock.now() };
    if (value.passed) await deps.commit([deps.blueprints.putPass(organisationId, pass)]);
    const facts = value.scenarios.map(({ problems, ...item }) => ({ ...item, problems: [...problems] }));
    return { passed: value.passed, reason: value.reason, execDefHash, scenarios: facts };
  },

  async listRehearsals({ params }, { caller, deps }) {
    const organisationId = organisationOf(caller);
    if (organisationId === undefined) return [];
    const rows = await deps.rehearsals.list(organisationId, params.id);
    return rows.map(summaryOf);
  },

  async getRehearsal({ params }, call) {
    const name = nameOf(call, params);
    const view = isFailure(name) ? name : await call.deps.rehearsals.read(name);
    return isFailure(view) ? view : rehearsalBody(view);
  },

  async discardRehearsal({ params }, call) {
    const name = nameOf(call, params);
    if (!isFailure(name)) await call.deps.rehearsals.discard(name);
    return reply(204, undefined);
  },

  async switchRehearsalRole({ params, body }, call) {
    const name = nameOf(call, params);
    const view = isFailure(name) ? name : await call.deps.rehearsals.switchRole(name, body.role);
    return isFailure(view) ? view : rehearsalBody(view);
  },

  async submitRehearsalStep({ params, body }, call) {
    const name = nameOf(call, params);
    if (isFailure(name)) return name;
    const { actionId, payload, vote, previousTransactionId } = body;
    const step = { actionId, payload: payload as JsonObject, vote, previousTransactionId, by: byOf(call) };
    const made = await call.deps.rehearsals.submit(name, step);
    return isFailure(made) ? refusedStep(made.issues) : rehearsalBody(made);
  },

  async rejectRehearsalStep({ params, body }, call) {
    const name = nameOf(call, params);
    if (isFailure(name)) return name;
    const made = await call.deps.rehearsals.reject(name, { ...body, by: byOf(call) });
    return isFailure(made) ? refusedStep(made.issues) : rehearsalBody(made);
  },
};

/** The draft as it would be published now; refused where it has errors. */
async function checkedDraft(call: ApiCall<WorkflowDeps>, id: string) {
  const draft = liveDraft(call, id);
  if (isFailure(draft)) return draft;
  const checked = await call.deps.engine.run({ kind: 'check', blueprint: draft.document }, fairKey(call));
  if (isFailure(checked)) return checked;
  const lifted = publishable(checked);
  if (lifted instanceof Refusal) return blockedRefusal(lifted);
  const { hasCycles } = checked;
  const definition = definitionOf(lifted.definition, id, hasCycles);
  return { definition, execDefHash: executionHash(definition, hashHex), hasCycles };
}

/** The rehearsal that a path names in the caller's organisation; REHEARSAL_NOT_FOUND for a caller without one. */
function nameOf(
  { caller }: ApiCall<WorkflowDeps>,
  { id, rehearsalId }: { readonly id: string; readonly rehearsalId: string },
): Result<RehearsalName> {
  const organisationId = organisationOf(caller);
  return organisationId === undefined
    ? fail(issue('REHEARSAL_NOT_FOUND', '/rehearsalId', 'Rehearsals belong to an organisation, and you have none.'))
    : { organisationId, blueprintId: id, rehearsalId };
}

function byOf({ caller }: ApiCall<WorkflowDeps>): string {
  return caller.platformUserId || caller.subject;
}

/** The findings of a check under the status of a rehearsal that cannot begin (specification 4.1). */
function blockedRefusal({ issues, members }: Refusal): Refusal {
  const first = issues[0];
  return refuse(issue('REHEARSAL_BLOCKED', first?.path ?? '', first?.message ?? ''), members);
}

/**
 * A step that cannot be done is one refusal with all its reasons; an issue that another time would change, or of a
 * thing that is not there, stays as it is.
 */
function refusedStep(issues: readonly Issue[]): Result<Refusal> {
  const [first] = issues;
  const status = first === undefined ? 500 : codeRow(first.code).status;
  if (first === undefined || status >= 500 || status === 429 || first.code === 'REHEARSAL_NOT_FOUND')
    return fail(issues);
  const errors = issues.map(({ code, path, message }) => ({ code, path, message }));
  return refuse(issue('REHEARSAL_STEP_REFUSED', first.path, first.message), { errors });
}
