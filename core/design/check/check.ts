// The check of a blueprint for its designer: every rule of reference-facts 2.1, errors and warnings told apart and
// located. Pure, bounded, and total: any JSON value gets findings. Which definitions the ledger accepts is decided in
// conformance.ts.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { SCHEMA_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { FORM_STEPS_MAX } from '../../base/limits/ledger/work.js';
import { parsePointer, pointerText, readPointer } from '../../blueprint/definition/pointer.js';
import type { DataSchema, Definition } from '../../blueprint/definition/types.js';
import { withoutNulls } from '../../blueprint/definition/without-nulls.js';
import { type Finding, Findings, type PatchStep } from '../../blueprint/findings/finding.js';
import { type RuleCheckers, type RuleReaders, ruleCheckers, unableReaders } from '../../blueprint/names/checkers.js';
import { claimSchemaProblem, claimSchemas } from '../../blueprint/names/claims.js';
import { reachableActions } from '../../blueprint/plan/graph.js';
import { schemaCost, schemaErrors } from '../../blueprint/schemas/schema-check.js';
import { BLUEPRINT_SCHEMA, DEFINITION_SCHEMA, unknownMembers } from './blueprint-schema.js';
import { checkAction } from './check-action.js';
import { checkDesign } from './check-design.js';
import { checkCells } from './data/check-cells.js';
import { checkConstantForms } from './data/check-constants.js';
import { checkNames } from './data/check-names.js';
import { checkSealedReads, checkSealForms, checkSealMembers } from './data/check-seals.js';
import { checkStatedDues } from './data/check-stated-dues.js';
import { checkTypes } from './data/check-types.js';
import { warnOfCircles } from './flow/check-circles.js';
import { checkStructureOf } from './flow/check-flow.js';
import { checkStarts } from './flow/check-starts.js';
import { checkTimerForms } from './flow/check-timers.js';
import { checkApprovals } from './people/check-approval.js';
import { checkCancellation } from './people/check-cancellation.js';
import { checkCandidates, warnOfOpenRoles, warnOfSingleRoles } from './people/check-candidates.js';
import { checkConfirmers, checkConfirmForms } from './people/check-confirm.js';
import { checkDisputes } from './people/check-disputes.js';
import { checkFourEyes, checkReplacers } from './people/check-four-eyes.js';
import { checkShownNames } from './people/check-shown-names.js';

/** True for the form of a blueprint with schemas that may be published: its rules and members can be looked at. */
export function isReadable(blueprint: JsonObject): boolean {
  if (schemaErrors([BLUEPRINT_SCHEMA], blueprint, { stepsMax: FORM_STEPS_MAX }).length > 0) return false;
  const { actions } = blueprint as unknown as Definition;
  return actions.every(
    (action) =>
      (action.dataSchemas?.every((schema) => typeof schemaCost(schema) === 'number') ?? true) &&
      claimSchemas(action).every(
        ({ schema }) => claimSchemaProblem(schema) === undefined && typeof schemaCost(schema) === 'number',
      ),
  );
}

/** Findings, errors first, at most 200. A blueprint whose form is wrong gets those about its form only. */
export function checkBlueprint(blueprint: Json): readonly Finding[] {
  return findingsOf(blueprint, BLUEPRINT_SCHEMA, checkDesign).all();
}

/**
 * VAL_BP_010 with a pointer for each error that could make execution ambiguous or impossible: those of
 * `checkBlueprint`, but for the lengths of texts that only people read and what is a matter of design. A definition
 * without one can be given to `execute` and to everything else of this folder. `checkLedgerRules` adds its own.
 */
export function checkExecution(definition: Json): readonly Issue[] {
  return executionOf(definition).issues;
}

/** The same, with how many parts of rules were looked at for their types: the same on every node. */
export function executionOf(definition: Json): { readonly issues: readonly Issue[]; visits: number } {
  if (!isObject(definition) || definition.language !== 2) return { issues: [OTHER_LANGUAGE], visits: 0 };
  const findings = findingsOf(definition, DEFINITION_SCHEMA, checkLedgerRules);
  const errors = findings.all().filter(({ severity }) => severity === 'error');
  return {
    issues: errors.map(({ location, message }) => issue('VAL_BP_010', location, message)),
    visits: findings.visits,
  };
}

const OTHER_LANGUAGE = issue(
  'VAL_BP_010',
  '/language',
  'A register takes definitions with "language": 2. Of another text quorate blueprint migrate makes one, and so does a node that publishes it.',
);

/**
 * The part of the design that is a rule of the ledger: a control flow that the reducer is right about, names that have
 * one meaning, and cells that follow from the definition. Types belong to it: they decide by what values are compared.
 */
function checkLedgerRules(definition: Definition, findings: Findings): void {
  checkTimerForms(definition, findings);
  checkFourEyes(definition, findings);
  checkReplacers(definition, findings);
  checkCancellation(definition, findings);
  checkCandidates(definition, findings);
  checkApprovals(definition, findings);
  checkConfirmForms(definition, findings);
  checkSealForms(definition, findings);
  // A way of an approval that is not there leads nowhere.
  if (findings.errors > 0) return;
  checkStructureOf(definition, findings);
  checkConstantForms(definition, findings);
  if (findings.errors === 0) checkNames(definition, findings);
  if (findings.errors === 0) checkCells(definition, findings);
  if (findings.errors === 0) checkConfirmers(definition, findings);
  if (findings.errors === 0) checkTypes(definition, findings);
  if (findings.errors === 0) checkStatedDues(definition, findings);
  if (findings.errors === 0) checkSealMembers(definition, findings);
  if (findings.errors === 0) checkSealedReads(definition, findings);
}

/** For each rule, in its place, the roles beside its sender that can check it. The blueprint has no errors. */
export function checkersIn(blueprint: Json): readonly RuleCheckers[] {
  const definition = withoutNulls(blueprint as JsonObject) as unknown as Definition;
  return ruleCheckers(definition);
}

/** The ones of its rules that somebody reads who cannot check them. The blueprint has no errors. */
export function unableReadersIn(blueprint: Json): readonly RuleReaders[] {
  const definition = withoutNulls(blueprint as JsonObject) as unknown as Definition;
  return unableReaders(definition);
}

/** Warnings that are told to who asks for them (BP_ROLE_SINGLE). The blueprint has no errors. */
export function singleRolesIn(blueprint: Json): readonly Finding[] {
  const definition = withoutNulls(blueprint as JsonObject) as unknown as Definition;
  const findings = new Findings();
  warnOfSingleRoles(definition, findings);
  return findings.all();
}

/**
 * Warnings about roles that any wallet may take (BP_ROLE_OPEN): told by `blueprint validate`, since a
 * draft has no wallets yet. The blueprint has no errors.
 */
export function openRolesIn(blueprint: Json): readonly Finding[] {
  const definition = withoutNulls(blueprint as JsonObject) as unknown as Definition;
  const findings = new Findings();
  warnOfOpenRoles(definition, findings);
  return findings.all();
}

function findingsOf(
  blueprint: Json,
  form: JsonObject,
  more: (definition: Definition, findings: Findings) => void,
): Findings {
  const findings = new Findings();
  for (const { path, message } of schemaErrors([form], blueprint, { stepsMax: FORM_STEPS_MAX }))
    findings.error('BP_FORM', path, `The member ${message}.`);
  if (findings.all().length > 0) return findings;
  // No member may come to mean something later that it did not mean when it was sealed.
  for (const { at, near } of unknownMembers(blueprint)) {
    const message = `Nothing reads this member${near === undefined ? '' : `; did you mean ${near}`}.`;
    const [location, meant] = [pointerText(at), near && pointerText([...at.slice(0, -1), near])];
    const isFree = meant !== undefined && readPointer(blueprint, parsePointer(meant) ?? []) === undefined;
    const fix: readonly PatchStep[] = isFree ? [{ op: 'move', from: location, path: meant }] : [];
    findings.add({ severity: 'error', code: 'BP_MEMBER_UNKNOWN', location, message, ...(isFree && { fix }) });
  }
  // The form is right and null stands for an absent member, so the types of the model hold.
  const definition = withoutNulls(blueprint as JsonObject) as unknown as Definition;
  checkIds(definition, findings);
  checkShownNames(definition, findings);
  checkSchemasOf(definition, findings);
  for (const [i, action] of definition.actions.entries())
    checkAction({ definition, action, at: `/actions/${i}`, findings });
  checkGraph(definition, findings);
  checkStarts(definition, findings);
  checkDisputes(definition, findings);
  more(definition, findings);
  return findings;
}

/** True if nothing keeps the blueprint from being published. */
export function isPublishable(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}

function checkIds({ participants, actions }: Definition, findings: Findings): void {
  const lists = { participants: participants.map(({ id }) => id), actions: actions.map(({ id }) => id) };
  for (const [name, ids] of Object.entries(lists)) {
    const seen = new Set<string | number>();
    for (const [i, id] of ids.entries()) {
      if (seen.has(id)) findings.error('BP_ID_DUPLICATE', `/${name}/${i}/id`, `Two ${name} have one id.`);
      seen.add(id);
    }
  }
}

function checkSchemasOf(definition: Definition, findings: Findings): void {
  const { dataSchemas, actions } = definition;
  let nodes = 0;
  const check = (schemas: readonly DataSchema[] | undefined, at: string): void => {
    for (const [i, schema] of (schemas ?? []).entries()) {
      const cost = schemaCost(schema);
      nodes += typeof cost === 'number' ? cost : 0;
      if (typeof cost === 'string') findings.error('BP_SCHEMA', `${at}/${i}`, cost);
    }
  };
  check(dataSchemas, '/dataSchemas');
  for (const [i, action] of actions.entries()) {
    check(action.dataSchemas, `/actions/${i}/dataSchemas`);
    for (const { at, schema } of claimSchemas(action)) {
      const problem = claimSchemaProblem(schema);
      const cost = problem ?? schemaCost(schema);
      if (typeof cost === 'string') findings.error('BP_SCHEMA', `/actions/${i}${at}`, cost);
      else nodes += cost;
    }
    const rejection = action.rejectionConfig?.rejectionSchema;
    const cost = rejection === undefined ? 0 : schemaCost(rejection);
    if (typeof cost === 'string') findings.error('BP_SCHEMA', `/actions/${i}/rejectionConfig/rejectionSchema`, cost);
    else nodes += cost;
  }
  if (nodes > SCHEMA_NODES_MAX)
    findings.error(
      'BP_SCHEMA',
      '/actions',
      `The schemas of a blueprint have at most ${SCHEMA_NODES_MAX} nodes together.`,
    );
}

function checkGraph(definition: Definition, findings: Findings): void {
  const { actions } = definition;
  if (!actions.some(({ isStartingAction }) => isStartingAction === true))
    findings.add({
      severity: 'warning',
      code: 'BP_START_MISSING',
      location: '/actions',
      message: 'No action is marked as starting: the first one starts.',
      fix: [{ op: 'add', path: '/actions/0/isStartingAction', value: true }],
    });
  warnOfCircles(definition, findings);
  const reached = reachableActions(definition);
  const ids = new Set(actions.map(({ id }) => id));
  for (const [i, { id, requiredPriorActions }] of actions.entries()) {
    if (!reached.has(id)) findings.warn('BP_ACTION_UNREACHABLE', `/actions/${i}`, 'No route leads to this action.');
    for (const [j, prior] of (requiredPriorActions ?? []).entries())
      if (reached.has(id) && !reached.has(prior) && ids.has(prior))
        findings.error(
          'BP_PRIOR_ACTION_UNREACHABLE',
          `/actions/${i}/requiredPriorActions/${j}`,
          'The action waits for one that no route leads to, without end.',
        );
  }
}
