// The rules about one action of a well-formed blueprint: who sends it, where it leads, what it calculates, discloses,
// demands and issues.
import type { Issue } from '../../base/issue.js';
import { escapePointer, type Json } from '../../base/json.js';
import { nearest } from '../../base/nearest.js';
import { durationMs } from '../../blueprint/definition/duration.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { CheckedAction } from '../../blueprint/findings/checked.js';
import type { Findings } from '../../blueprint/findings/finding.js';
import { checkLogic } from '../../blueprint/logic/logic.js';
import { RULE_OPERATORS } from '../../blueprint/operators/evaluate.js';
import { approvalOf } from '../../blueprint/plan/approval.js';
import { hasCondition, routesOf, targetIdsOf } from '../../blueprint/plan/routes.js';
import { checkForm } from './check-form.js';
import { checkGateForms } from './people/check-gates.js';
import { checkIssuanceForms } from './people/check-issuance.js';

/** Adds the findings about one action. The form of the blueprint is right, and null members are left out. */
export function checkAction(checked: CheckedAction): void {
  checkPeople(checked);
  checkRoutes(checked);
  checkOlderRoute(checked);
  checkRejection(checked);
  checkPriorActions(checked);
  checkCalculations(checked);
  checkDisclosures(checked);
  checkAdditional(checked);
  checkRequirements(checked);
  checkGateForms(checked);
  checkIssuanceForms(checked);
  if (checked.action.form) checkForm(checked.action.form, `${checked.at}/form`, checked.findings);
}

const isParticipant = ({ definition }: CheckedAction, id: string): boolean =>
  definition.participants.some((participant) => participant.id === id);

/** `shown` may be as long as the definition: only its beginning is told. */
function unknownText({ definition }: CheckedAction, member: string, shown: string): string {
  const known = definition.participants.map(({ id }) => id);
  const near = nearest(shown, known);
  const hint =
    near === undefined ? `expected one of ${known.slice(0, 10).join(', ')}` : `did you mean ${shownName(near)}`;
  return `The ${member} ${shownName(shown)} is not a participant: ${hint}.`;
}

/** Found once for as long as the definition is held: it may name an action in a hundred thousand places. */
const ids = new WeakMap<Definition, ReadonlySet<number>>();

function isAction({ definition }: CheckedAction, id: number): boolean {
  const known = ids.get(definition) ?? new Set(definition.actions.map((action) => action.id));
  ids.set(definition, known);
  return known.has(id);
}

function checkPeople(checked: CheckedAction): void {
  const { action, at, findings } = checked;
  if (!isParticipant(checked, action.sender))
    findings.error('BP_SENDER_UNKNOWN', `${at}/sender`, unknownText(checked, 'sender', action.sender));
  for (const [i, { principal, criteria }] of (action.participants ?? []).entries()) {
    const place = `${at}/participants/${i}`;
    if (!isParticipant(checked, principal))
      findings.error('BP_PRINCIPAL_UNKNOWN', `${place}/principal`, unknownText(checked, 'principal', principal));
    for (const [j, rule] of (criteria ?? []).entries())
      findings.issues('BP_LOGIC', checkRule(rule, `${place}/criteria/${j}`));
  }
}

function checkRoutes(checked: CheckedAction): void {
  const { action, at, findings } = checked;
  const ids = new Set<string>();
  let defaults = 0;
  let always = false;
  // The votes decide which of its routes is taken.
  const isVotedOn = approvalOf(action) !== undefined;
  for (const [i, route] of (action.routes ?? []).entries()) {
    const place = `${at}/routes/${i}`;
    if (route.id !== undefined && ids.has(route.id))
      findings.error('BP_ID_DUPLICATE', `${place}/id`, 'Two routes of the action have one id.');
    if (route.id !== undefined) ids.add(route.id);
    checkTargets(checked, route.nextActionIds, `${place}/nextActionIds`);
    if (hasCondition(route)) findings.issues('BP_LOGIC', checkRule(route.condition as Json, `${place}/condition`));
    if (route.branchDeadline !== undefined && durationMs(route.branchDeadline) === undefined)
      findings.error('BP_DURATION', `${place}/branchDeadline`, DURATION_TEXT);
    if (route.isDefault === true && ++defaults === 2)
      findings.error('BP_ROUTE_DEFAULT_DUPLICATE', `${place}/isDefault`, 'An action has one default route.');
    if (always) findings.warn('BP_ROUTE_NEVER_TAKEN', place, 'A route before this one always matches.');
    if (!hasCondition(route) && route.isDefault !== true) always = !isVotedOn;
  }
  checkDeadlines(checked);
}

/** The ledger is told where an action leads, and not by which route: the deadline follows from that. */
function checkDeadlines({ action, at, findings }: CheckedAction): void {
  const first = new Map<string, { readonly i: number; readonly deadlineMs: number | undefined }>();
  for (const [i, route] of (action.routes ?? []).entries()) {
    const targets = targetIdsOf(route).join();
    const deadlineMs = route.branchDeadline === undefined ? undefined : durationMs(route.branchDeadline);
    const other = first.get(targets);
    if (!other) first.set(targets, { i, deadlineMs });
    else if (other.deadlineMs !== deadlineMs)
      findings.error(
        'BP_ROUTE_DEADLINE',
        `${at}/routes/${i}${route.branchDeadline === undefined ? '' : '/branchDeadline'}`,
        `Routes that lead to the same actions have one deadline, and that of /routes/${other.i} is another: which of them is taken is told only to those who see why.`,
      );
  }
}

const DURATION_TEXT = 'A duration is ISO 8601 in weeks, or days, hours, minutes and seconds, of at most ten years.';

function checkTargets(checked: CheckedAction, targets: readonly number[], at: string): void {
  const { findings } = checked;
  for (const [i, id] of targets.entries()) {
    if (!isAction(checked, id))
      findings.error('BP_ROUTE_TARGET_UNKNOWN', `${at}/${i}`, 'The route leads to an action that is not there.');
    if (targets.indexOf(id) < i)
      findings.error('BP_ROUTE_TARGET_DUPLICATE', `${at}/${i}`, 'The route leads to one action twice.');
  }
}

function checkRule(rule: Json, at: string): readonly Issue[] {
  return checkLogic(rule, at, RULE_OPERATORS);
}

function checkOlderRoute(checked: CheckedAction): void {
  const { definition, action, at, findings } = checked;
  const { condition, target, routes } = action;
  if (condition !== undefined) findings.issues('BP_LOGIC', checkRule(condition, `${at}/condition`));
  if (target !== undefined && !routes && routesOf(definition, action).length === 0)
    findings.error('BP_TARGET_UNKNOWN', `${at}/target`, 'The target is not a participant that sends an action.');
  if (target === undefined && condition === undefined) return;
  if (routes || target === undefined)
    findings.warnOfSurplus(
      'BP_TARGET_IGNORED',
      `${at}/${target === undefined ? 'condition' : 'target'}`,
      'Condition and target count only together, and only where there are no routes.',
    );
}

function checkRejection(checked: CheckedAction): void {
  const { action, at, findings } = checked;
  const { rejectionConfig } = action;
  if (!rejectionConfig) return;
  if (!isAction(checked, rejectionConfig.targetActionId))
    findings.error(
      'BP_REJECTION_TARGET_UNKNOWN',
      `${at}/rejectionConfig/targetActionId`,
      'A rejection leads to an action that is not there.',
    );
  const participant = rejectionConfig.targetParticipantId;
  if (participant !== undefined && !isParticipant(checked, participant))
    findings.warn(
      'BP_REJECTION_PARTICIPANT_UNKNOWN',
      `${at}/rejectionConfig/targetParticipantId`,
      'A rejection names a participant that is not there.',
    );
}

function checkPriorActions(checked: CheckedAction): void {
  const { action, at, findings } = checked;
  for (const [i, id] of (action.requiredPriorActions ?? []).entries())
    if (!isAction(checked, id) || id === action.id)
      findings.error(
        'BP_PRIOR_ACTION_UNKNOWN',
        `${at}/requiredPriorActions/${i}`,
        'The action waits for one that is not there, or for itself.',
      );
}

function checkCalculations(checked: CheckedAction): void {
  const { action, at, findings } = checked;
  const rules = Object.entries(action.calculations ?? {});
  for (const [field, rule] of rules) {
    const place = `${at}/calculations/${escapePointer(field)}`;
    // Logic finds a field by a path with dots between, so it could never read these.
    if (field === '' || field.length > 100 || /[./~]/.test(field) || field === '__proto__')
      findings.error(
        'BP_CALCULATION_NAME',
        place,
        'A calculated field has a name of 1 to 100 characters, none of them . / or ~.',
      );
    findings.issues('BP_LOGIC', checkRule(rule, place));
  }
}

function checkDisclosures({ definition, action, at, findings }: CheckedAction): void {
  for (const [i, { participantAddress, dataPointers }] of (action.disclosures ?? []).entries()) {
    const place = `${at}/disclosures/${i}`;
    const known = definition.participants.some(
      ({ id, walletAddress }) => id === participantAddress || walletAddress === participantAddress,
    );
    if (!known)
      findings.warn('BP_DISCLOSURE_UNKNOWN', `${place}/participantAddress`, 'The disclosure names no participant.');
    for (const [j, pointer] of dataPointers.entries()) checkPointer(pointer, `${place}/dataPointers/${j}`, findings);
  }
}

/** The field is older than disclosures: who is named there and by no disclosure reads nothing. */
function checkAdditional({ action, definition, at, findings }: CheckedAction): void {
  const idOf = (name: string) =>
    definition.participants.find(({ walletAddress }) => walletAddress === name)?.id ?? name;
  const names = new Set((action.disclosures ?? []).map(({ participantAddress }) => idOf(participantAddress)));
  for (const [i, recipient] of (action.additionalRecipients ?? []).entries())
    if (!names.has(idOf(recipient)))
      findings.warn(
        'BP_RECIPIENT_NOT_TOLD',
        `${at}/additionalRecipients/${i}`,
        'No disclosure names the additional recipient, so it reads nothing of the action.',
      );
}

function checkRequirements({ action, at, findings }: CheckedAction): void {
  for (const [i, requirement] of (action.credentialRequirements ?? []).entries()) {
    const place = `${at}/credentialRequirements/${i}`;
    const { type, vct, doctype, requiredClaims } = requirement;
    if (![type, vct, doctype].some((name) => name !== undefined && name !== ''))
      findings.error('BP_CREDENTIAL_TYPE', `${place}/type`, 'A credential requirement names a type.');
    for (const [j, { claimName }] of (requiredClaims ?? []).entries())
      if (claimName === '')
        findings.error('BP_CLAIM_NAME', `${place}/requiredClaims/${j}/claimName`, 'A claim constraint names a claim.');
  }
}

function checkPointer(pointer: string, at: string, findings: Findings): void {
  if (parsePointer(pointer) === undefined)
    findings.error('BP_POINTER', at, 'A JSON Pointer is empty, or starts with / and has ~ only in ~0 and ~1.');
}
