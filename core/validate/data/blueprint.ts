// Steps about definitions: what may be published, which definition an action follows, and whether its payload is what
// the definition and the kind of move ask for.

import { type Issue, issue } from '../../base/issue.js';
import { PUBLISHED_BYTE_STEPS, PUBLISHED_STEPS_MAX, TYPING_VISIT_STEPS } from '../../base/limits/ledger/work.js';
import { checkDefinition } from '../../blueprint/definition/conformance.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { checkSchemas } from '../../blueprint/schemas/payload-check.js';
import { executionOf } from '../../design/check/check.js';
import { latestPublication, publishedDefinition } from '../../instance/publications.js';
import type { LoneSubject, Subject } from '../../moves/parts/context.js';
import { type Found, remember } from '../../moves/parts/memo.js';
import { NONE } from '../../moves/parts/none.js';
import type { FormSubject } from '../../moves/parts/row.js';
import { MOVES } from '../../moves/table.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { planFor } from '../../transaction/stated-vote.js';

/** VAL_BP_010 and VAL_SCHEMA_005, with pointers into the document under `/payload`. */
export function publishedForm(subject: Pick<LoneSubject, 'tx'>): readonly Issue[] {
  return checkedForm(subject).issues;
}

function checkedForm({ tx }: Pick<LoneSubject, 'tx'>): Found {
  let visits = 0;
  let issues: readonly Issue[] = checkDefinition(tx.payload, tx.header.blueprintId);
  if (issues.length === 0) issues = checkSchemas(tx.payload as unknown as Definition);
  // Last, because it compiles and draws what the ones before have bounded.
  if (issues.length === 0) ({ issues: issues, visits } = executionOf(tx.payload));
  const steps = tx.bytes.length * PUBLISHED_BYTE_STEPS + visits * TYPING_VISIT_STEPS;
  return {
    issues: issues.map((entry) => ({ ...entry, path: `/payload${entry.path}` })),
    steps: Math.min(PUBLISHED_STEPS_MAX, steps),
  };
}

/** The same, remembered, with the steps that count for the docket. */
export function checkPublication({ tx, ctx }: Subject): readonly Issue[] {
  return remember(ctx.known ?? tx, ctx.state.rules, () => checkedForm({ tx })).issues;
}

/**
 * VAL_SCHEMA_001 no publication of the blueprint here; VAL_SCHEMA_002 the ActionId is not an integer;
 * VAL_BP_VERSION_001 no pin or a pin that is not a sealed publication of this blueprint; VAL_SCHEMA_003 the definition
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
  const planned = planFor(plan, header);
  if (!planned) return [issue('VAL_SCHEMA_003', '/header/actionId', 'The definition has no such action.')];
  subject.definition = definition;
  subject.plan = plan;
  subject.planned = planned;
  return NONE;
}

/**
 * The issues of the form of its move: VAL_CELL_001, VAL_SCHEMA_004 with pointers into the document under `/payload`,
 * VAL_SCHEMA_006, VAL_BP_014.
 */
export function payloadForm(subject: Subject): readonly Issue[] {
  return isPinned(subject) ? MOVES[moveTypeOf(subject.tx.header)].form(subject) : NONE;
}

function isPinned(subject: Subject): subject is Subject & FormSubject {
  return subject.definition !== undefined && subject.planned !== undefined;
}
