// The four execution helpers: find the definition, run the step in the engine, shape. The engine is the one that
// actions run through.
import type { Static } from 'typebox';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { EngineResults, StepKind } from '../../../../core/design/task.js';
import { liveDraft } from '../../../access/drafts.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { ApiCall, Handlers } from '../../../define.js';
import type { ExecutionBody } from '../../../schemas/workflow/blueprint.js';
import { definitionAmong, newestOf, sharesOf } from '../../../submission/versions.js';
import type { WorkflowDeps } from '../deps.js';
import type { executionRoutes } from './routes.js';

type Body = Static<typeof ExecutionBody>;

export const executionHandlers: Handlers<typeof executionRoutes, WorkflowDeps> = {
  async executeValidate({ body }, call) {
    const value = await ran(call, 'validate', body);
    if (isFailure(value)) return value;
    return { isValid: value.errors.length === 0, errors: [...value.errors] };
  },

  async executeCalculate({ body }, call) {
    const value = await ran(call, 'calculate', body);
    if (isFailure(value)) return value;
    return { processedData: value.data, calculatedFields: [...value.calculated] };
  },

  async executeRoute({ body }, call) {
    const value = await ran(call, 'route', body);
    if (isFailure(value)) return value;
    const { decision, senders } = value;
    const [next] = decision.nextActions;
    const conditional = decision.reasonCode === 'ConditionMatched' || decision.reasonCode === 'DefaultRoute';
    return {
      nextActionId: next === undefined ? null : String(next.actionId),
      nextParticipantId: senders[0] ?? null,
      isWorkflowComplete: decision.nextActions.length === 0,
      // A rejection is an act of a person and no way that data takes.
      rejectedToParticipantId: null,
      matchedCondition: conditional ? (decision.routeId ?? null) : null,
      nextActions: decision.nextActions.map((action, i) => ({ ...action, participantId: senders[i] ?? '' })),
      ...(decision.routeId === undefined ? {} : { routeId: decision.routeId }),
      ...(decision.reasonCode === undefined ? {} : { reasonCode: decision.reasonCode }),
    };
  },

  async executeDisclose({ body }, call) {
    const value = await ran(call, 'disclose', body);
    if (isFailure(value)) return value;
    const disclosures = value.disclosures.map(({ participantId, data, from }) => ({
      participantId,
      disclosedData: data,
      disclosureId: `${body.actionId}:${participantId}`,
      fieldCount: Object.keys(data).length,
      ...(from && { from: from as Record<string, unknown> }),
    }));
    return { disclosures };
  },
};

async function ran<K extends Exclude<StepKind, 'execute'>>(
  call: ApiCall<WorkflowDeps>,
  kind: K,
  body: Body,
): Promise<Result<EngineResults[K]>> {
  const value = await definitionFor(call, body);
  if (isFailure(value)) return value;
  const { actionId, previous } = body;
  const data = body.data as JsonObject;
  const earlier = previous === undefined ? {} : { previous: previous as JsonObject };
  return call.deps.engine.run({ kind, ...value, actionId, data, ...earlier }, fairKey(call)) as Promise<
    Result<EngineResults[K]>
  >;
}

/** The definition that the body names. PUBLICATION_NOT_FOUND never falls back to another one. */
async function definitionFor(
  call: ApiCall<WorkflowDeps>,
  { blueprintId, publicationTxId, registerId }: Body,
): Promise<Result<{ readonly definition: JsonObject; readonly draft: boolean }>> {
  const draft = publicationTxId === undefined && registerId === undefined ? liveDraft(call, blueprintId) : undefined;
  if (draft && !isFailure(draft)) return { definition: draft.document, draft: true };
  const shares = await sharesOf(call, blueprintId, registerId);
  if (isFailure(shares)) return shares;
  if (shares.length === 0 && publicationTxId === undefined)
    return fail(issue('BLUEPRINT_NOT_FOUND', '/blueprintId', 'You see no draft and no publication of this id.'));
  const view =
    publicationTxId === undefined
      ? newestOf(call.deps, shares, blueprintId)
      : definitionAmong(call.deps, shares, { blueprintId, publicationTxId });
  return isFailure(view) ? view : { definition: view.blueprint as JsonObject, draft: false };
}
