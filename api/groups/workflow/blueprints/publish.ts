// Publication of a draft: role on the register, a draft without errors, and a rehearsal or an override that is on
// record before anything is published. The gates stand in this order: a 403 with ROSTER_ROLE_REQUIRED means that the
// roster was read (specification 7.4), one with FORBIDDEN that the caller's token is short of the right.
import type { Static } from 'typebox';
import { issue } from '../../../../core/base/issue.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import type { Finding } from '../../../../core/blueprint/findings/finding.js';
import { definitionOf } from '../../../../core/design/authoring/draft.js';
import { placeText } from '../../../../core/design/authoring/place-text.js';
import type { LiftNotes } from '../../../../core/design/lift/lift.js';
import { publicationTxIdOf } from '../../../../core/transaction/encode.js';
import type { StoredDraft } from '../../../../storage/tables/workflow/blueprints.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, isRefusal, Refusal, Reply, reply } from '../../../define.js';
import type { PublishDraftBody } from '../../../schemas/workflow/blueprint.js';
import { publicationView, publishDefinition, publishingGate } from '../../../submission/publish.js';
import { publishable, refuseUnpinned, requireRehearsal } from '../../../submission/rehearsal-gate.js';
import { liftMember } from '../../../views/lift.js';
import { isoTime } from '../../../views/transactions.js';
import type { WorkflowDeps } from '../deps.js';

type Body = Static<typeof PublishDraftBody>;

export async function publishDraft(call: ApiCall<WorkflowDeps>, draft: StoredDraft, body: Body) {
  const { deps } = call;
  const gate = await publishingGate(call, body.registerId);
  if (isRefusal(gate)) return gate;
  const checked = await deps.engine.run({ kind: 'check', blueprint: draft.document }, fairKey(call));
  if (isFailure(checked)) return checked;
  const lifted = publishable(checked);
  if (isRefusal(lifted)) return lifted;
  const { blueprintId } = draft;
  const definition = definitionOf(lifted.definition, blueprintId, checked.hasCycles);
  const { organisationId } = draft;
  const { registerId } = body;
  const unpinned = refuseUnpinned(deps, gate.record, definition);
  if (unpinned) return unpinned;
  const passed = await requireRehearsal(call, { blueprintId, registerId, definition }, body.override);
  if (passed instanceof Refusal) return passed;
  const { execDefHash, overridden } = passed;
  const publicationTxId = publicationTxIdOf(registerId, blueprintId, canonical(definition));
  const expected = { organisationId, blueprintId, registerId, publicationTxId, execDefHash, sinceMs: deps.clock.now() };
  await deps.publications.expect(expected);
  const outcome = await publishDefinition(call, gate, { blueprintId, definition });
  const isReply = outcome instanceof Reply;
  if (isRefusal(outcome)) return outcome;
  const made = isReply ? outcome.body : outcome;
  const { findings } = checked;
  const warnings = findings.map(({ message, location }) => `${placeText(definition, location)}: ${message}`);
  const view = { ...made, execDefHash, overridden, warnings, findings, lift: checked.lift };
  // A publication that is sealed later is noted then.
  if (isReply) return reply(202, answer(view));
  await deps.publications.settle(expected);
  return sealedAnswer(call, view);
}

/** When it was published, and as which version, if it can be read already. */
function sealedAnswer({ deps }: ApiCall<WorkflowDeps>, view: Made) {
  const { registerId } = view;
  const record = deps.ledger.register(registerId);
  const sealed = record && publicationView(deps, record, view.publicationTxId);
  const publishedAt = sealed && !isFailure(sealed) ? sealed.publishedAt : isoTime(deps.clock.now());
  return answer({ ...view, ...(sealed && !isFailure(sealed) ? { version: sealed.version } : {}) }, publishedAt);
}

interface Made {
  readonly blueprintId: string;
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly version?: number;
  readonly alreadyPublished: boolean;
  readonly execDefHash: string;
  readonly overridden: boolean;
  readonly warnings: readonly string[];
  readonly findings: readonly Finding[];
  readonly lift: LiftNotes | undefined;
}

function answer(made: Made, publishedAt?: string) {
  const { blueprintId, registerId, publicationTxId, execDefHash, overridden, alreadyPublished } = made;
  const { warnings, findings } = made;
  const when = {
    ...(made.version === undefined ? {} : { version: made.version }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
  return {
    blueprintId,
    ...when,
    registerId,
    overridden,
    alreadyPublished,
    ...(warnings.length > 0 ? { warnings, validationResults: [...findings] } : {}),
    ...liftMember(made.lift),
    isSuccess: true,
    publishedBlueprint: { blueprintId, ...when, publicationTxId, execDefHash },
    errors: [],
  };
}

/** The gate of from-published, and the definition that it asks for. */
export async function sourceOf(
  call: ApiCall<WorkflowDeps>,
  of: { registerId: string; blueprintId: string; publicationTxId: string },
) {
  const gate = await publishingGate(call, of.registerId);
  if (isRefusal(gate)) return gate;
  const view = publicationView(call.deps, gate.record, of.publicationTxId);
  if (isFailure(view) || view.blueprintId !== of.blueprintId)
    return fail(
      issue('PUBLICATION_NOT_FOUND', '/publicationTxId', 'The register has no such publication of this blueprint.'),
    );
  return { definition: view.definition as JsonObject, version: view.version };
}
