// Steps about definitions: what may be published, which definition an action follows, and whether its payload is what
// the definition and the kind of move ask for.

import { type Issue, issue } from '../../base/issue.js';
import { PUBLISHED_BYTE_STEPS, PUBLISHED_STEPS_MAX, TYPING_VISIT_STEPS } from '../../base/limits/ledger/work.js';
import { isFailure } from '../../base/result.js';
import { checkDefinition } from '../../blueprint/definition/conformance.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { checkPayload, checkSchemas } from '../../blueprint/schemas/payload-check.js';
import { readingOf } from '../../blueprint/schemas/schema-check.js';
import { executionOf } from '../../design/check/check.js';
import { readEnvelope2 } from '../../envelope/cells/envelope.js';
import { readDelivery } from '../../envelope/delivery/delivery-form.js';
import { contextOf, readEnvelope, walletsOf } from '../../envelope/envelope.js';
import { latestPublication, publishedDefinition } from '../../moves/kinds/publication.js';
import { readObjection } from '../../moves/objection-form.js';
import { claimFormProblem } from '../../moves/people/claims.js';
import { readHandover } from '../../moves/people/handover.js';
import { readResolution } from '../../moves/resolution-form.js';
import { answerIn, isEncrypted } from '../../transaction/action-metadata.js';
import { readChallenge } from '../../transaction/challenge-form.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { plannedFor } from '../../transaction/stated-vote.js';
import { isTimer } from '../../transaction/timer.js';
import type { LoneSubject, Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';
import { type Found, remembered } from '../parts/memo.js';
import { hasCells, versionProblem } from './cells.js';
import { checkCancellation, checkConfirmation, checkRejection } from './rejection.js';

/** VAL_BP_010 and VAL_SCHEMA_005, with pointers into the document under `/payload`. */
export function publishedForm(subject: Pick<LoneSubject, 'tx'>): readonly Issue[] {
  return checkedForm(subject).issues;
}

function checkedForm({ tx }: Pick<LoneSubject, 'tx'>): Found {
  let visits = 0;
  let found: readonly Issue[] = checkDefinition(tx.payload, tx.header.blueprintId);
  if (found.length === 0) found = checkSchemas(tx.payload as unknown as Definition);
  // Last, because it compiles and draws what the ones before have bounded.
  if (found.length === 0) ({ issues: found, visits } = executionOf(tx.payload));
  const steps = tx.bytes.length * PUBLISHED_BYTE_STEPS + visits * TYPING_VISIT_STEPS;
  return {
    issues: found.map((entry) => ({ ...entry, path: `/payload${entry.path}` })),
    steps: Math.min(PUBLISHED_STEPS_MAX, steps),
  };
}

/** The same, remembered, with the steps that count for the docket. */
export function published({ tx, ctx }: Subject): readonly Issue[] {
  return remembered(ctx.known ?? tx, ctx.state.rules, () => checkedForm({ tx })).issues;
}

/**
 * VAL_SCHEMA_001 no publication of the blueprint here, VAL_SCHEMA_002 the ActionId is not an integer,
 * VAL_BP_VERSION_001 no pin or a pin that is not a sealed publication of this blueprint, VAL_SCHEMA_003 the definition
 * has no such action. A missing pin never falls back to the newest publication: two nodes could then read two
 * definitions.
 */
export function pin(subject: Subject): readonly Issue[] {
  const { header } = subject.tx;
  const { view } = subject.ctx;
  const definition =
    header.publicationTxId === undefined
      ? undefined
      : publishedDefinition(view, header.blueprintId, header.publicationTxId);
  // A pin that resolves is a publication of the blueprint, so the newest one is asked for only when it does not.
  if (!definition && latestPublication(view, header.blueprintId) === undefined)
    return [issue('VAL_SCHEMA_001', '/header/blueprintId', 'The register has no publication of this blueprint.')];
  if (!/^(0|[1-9]\d{0,15})$/.test(header.actionId))
    return [issue('VAL_SCHEMA_002', '/header/actionId', 'The ActionId of an action is an integer of 0 or more.')];
  if (!definition)
    return [
      issue('VAL_BP_VERSION_001', '/header/publicationTxId', 'The pin is not a sealed publication of this blueprint.'),
    ];
  const plan = planOf(definition);
  const planned = plannedFor(plan, header);
  if (!planned) return [issue('VAL_SCHEMA_003', '/header/actionId', 'The definition has no such action.')];
  subject.definition = definition;
  subject.plan = plan;
  subject.planned = planned;
  return NONE;
}

/**
 * VAL_CELL_001 an envelope of another version than the language has; VAL_SCHEMA_004 data, rejection or cancellation of
 * the wrong form, VAL_SCHEMA_006 an envelope of the wrong form, with pointers into the document under `/payload`, one
 * whose wallets are not the recipients of the header, or one without the instance that it is bound to; VAL_BP_014 the
 * definition has no rejection of this action.
 */
export function payloadForm(subject: Subject): readonly Issue[] {
  const { tx, definition, planned } = subject;
  if (!definition || !planned) return NONE;
  const { header, payload } = tx;
  // Compared as a whole where the state is read.
  if (isTimer(header)) return NONE;
  const config = planned.action.rejectionConfig;
  const type = header.metadata === undefined ? 'Action' : moveTypeOf(header);
  if (type === 'Rejection' && !config)
    return [issue('VAL_BP_014', '/header/actionId', 'The definition lets no role reject this action.')];
  if (type === 'Confirmation') return confirmationForm(tx, subject.plan);
  if (isEncrypted(header)) return envelope(tx, subject.plan);
  if (type === 'Cancellation') return checkCancellation(payload);
  if (type === 'Objection') {
    const objection = readObjection(payload);
    return isFailure(objection) ? [objection.issue] : NONE;
  }
  if (type === 'Resolution') {
    const resolution = readResolution(payload);
    return isFailure(resolution) ? [resolution.issue] : NONE;
  }
  if (type === 'Claim' || type === 'Release') {
    const problem = claimFormProblem(payload, type);
    return problem ? [problem] : NONE;
  }
  if (type === 'Handover') {
    const handover = readHandover(payload);
    return isFailure(handover) ? [handover.issue] : NONE;
  }
  if (type === 'Challenge') {
    const challenge = readChallenge(payload);
    return isFailure(challenge) ? [challenge.issue] : NONE;
  }
  if (type === 'Delivery') return deliveryForm(tx);
  const { ctx } = subject;
  const { rules } = ctx.state;
  if (type === 'Rejection' && config)
    return remembered(ctx.known ?? tx, rules, () => checkRejection(payload, config, readingOf(definition))).issues;
  return remembered(ctx.known ?? tx, rules, () => {
    const { found, steps } = checkPayload(definition, header.actionId, payload);
    return { issues: found ? [found] : NONE, steps };
  }).issues;
}

function deliveryForm({ header, payload }: Subject['tx']): readonly Issue[] {
  const delivery = readDelivery(payload);
  if (isFailure(delivery)) return [delivery.issue];
  return isFor([delivery.wallets[0].walletAddress], header.recipients) ? NONE : [notFor()];
}

/** A party that agrees gives no reason, so that there is nothing to encrypt. */
function confirmationForm(tx: Subject['tx'], plan: Subject['plan']): readonly Issue[] {
  const isAccepted = answerIn(tx.header.metadata)?.accept === true;
  if (isEncrypted(tx.header) && !isAccepted) return envelope(tx, plan);
  return checkConfirmation(tx.payload, { isAccepted });
}

function envelope(tx: Subject['tx'], plan: Subject['plan']): readonly Issue[] {
  const { header, payload } = tx;
  const place = contextOf(header);
  if (isFailure(place)) return [place.issue];
  const isOfCells = hasCells(tx, plan);
  const problem = isOfCells ? versionProblem(tx) : undefined;
  if (problem) return [problem];
  const envelope = isOfCells ? readEnvelope2(payload) : readEnvelope(payload);
  if (isFailure(envelope)) return [{ ...envelope.issue, path: `/payload${envelope.issue.path}` }];
  if (isFor(walletsOf(envelope), header.recipients)) return NONE;
  return [notFor()];
}

function notFor(): Issue {
  return issue(
    'VAL_SCHEMA_006',
    '/header/recipients',
    'The recipients are the wallets of the envelope, in their order.',
  );
}

/**
 * The public recipients of the header must be those of the envelope: a wallet is told of what it can open, and of
 * nothing else.
 */
function isFor(wallets: readonly string[], recipients: readonly string[] | undefined): boolean {
  return recipients?.length === wallets.length && wallets.every((wallet, i) => wallet === recipients[i]);
}
