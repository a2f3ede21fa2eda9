// Findings about the names in rules: what a payload may hold, what each rule reads, who sees it, whether it is surely
// there, and who can check the rule.

import { escapePointer, isObject, type Json } from '../../../base/json.js';
import { LOGIC_RULES_MAX } from '../../../base/limits/ledger/constants.js';
import { FINDINGS_MAX } from '../../../base/limits/node/designs.js';
import { nearest } from '../../../base/nearest.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import type { Read } from '../../../blueprint/logic/facts.js';
import { claimText, isOfClaims, tokensFor } from '../../../blueprint/names/claims.js';
import { knowledgeOf, type NameDoubt } from '../../../blueprint/names/knowledge.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { calculationOrder } from '../../../blueprint/names/order.js';
import { type ResolvedRule, resolveNames } from '../../../blueprint/names/resolve.js';
import { rulesOf } from '../../../blueprint/names/rules.js';
import { variantsOf } from '../../../blueprint/plan/approval.js';
import { planOf } from '../../../blueprint/plan/plan.js';
import { standInsOf } from '../../../blueprint/plan/stand-ins.js';
import { turnsOf } from '../../../blueprint/plan/turns.js';
import { possibleInPlace } from '../../../blueprint/schemas/schema-parts.js';
import { bareOf } from '../../../schema/cost.js';

/**
 * Adds the errors that leave it open what a payload is or what a rule reads: without one, every name has one meaning.
 * Its schemas, rules and ids have no errors.
 */
export function checkNames(definition: Definition, findings: Findings): void {
  const rules = definition.actions.reduce((sum, action) => sum + rulesOf(definition, action).length, 0);
  if (rules > LOGIC_RULES_MAX) {
    const message = `A definition has at most ${LOGIC_RULES_MAX} calculations and conditions, and this one has ${rules}.`;
    findings.error('BP_LOGIC', '/actions', message);
    return;
  }
  checkFacts(definition, findings);
  for (const [i, action] of definition.actions.entries()) {
    // A person reads no more of them, and each of the next ones may have thousands.
    if (findings.errors >= FINDINGS_MAX) return;
    const at = `/actions/${i}`;
    checkRoot({ definition, action, at, findings });
    for (const { code, at: place, message } of resolveNames(definition, action).faults)
      findings.error(code, `${at}${place}`, message);
    checkOrder({ definition, action, at, findings });
  }
}

/** Adds what follows from who sees what. Every name has its meaning, and every way an action. */
export function checkReads(definition: Definition, findings: Findings): void {
  for (const [i, written] of definition.actions.entries())
    for (const action of variantsOf(written)) {
      // A person reads no more of them, and each of fifty voters may have thousands.
      if (findings.errors >= FINDINGS_MAX) return;
      const checked = { definition, action, at: `/actions/${i}`, findings };
      for (const rule of resolveNames(definition, action).rules) {
        checkOperands(checked, rule);
        checkCheckers(checked, rule);
      }
      checkDemand(checked);
      checkTelling(checked);
    }
}

function checkFacts({ facts = {}, actions }: Definition, findings: Findings): void {
  const byId = new Map(actions.map((action) => [action.id, action]));
  for (const [name, ids] of Object.entries(facts)) {
    if (findings.errors >= FINDINGS_MAX) return;
    const at = `/facts/${escapePointer(name)}`;
    if (name === '' || /[./~]/.test(name) || name.startsWith('@'))
      findings.error('BP_NAME_RESERVED', at, 'A fact has a name without . / and ~, which does not start with @.');
    for (const [i, id] of ids.entries()) {
      const action = byId.get(id);
      const members = action && membersOf(action);
      if (members?.given.has(name) || members?.calculated.has(name)) continue;
      if (findings.errors >= FINDINGS_MAX) return;
      const stating = actions.filter((item) => membersOf(item).given.has(name) || membersOf(item).calculated.has(name));
      const value = action ? `action ${id} declares no ${shownName(name)}` : `there is no action ${id}`;
      const instead =
        stating.length > 0 ? `name actions that do: ${stating.map((item) => item.id).join(', ')}` : 'leave it out';
      findings.error(
        'BP_NAME_UNKNOWN',
        `${at}/${i}`,
        `A fact is a member of the actions that it names, and ${value}: ${instead}.`,
      );
    }
  }
}

/** The root of a payload is closed, so that its cells follow from the definition. */
function checkRoot({ action, at, findings }: CheckedAction): void {
  for (const [j, schema] of (action.dataSchemas ?? []).entries()) {
    const root = bareOf(schema);
    if (!isObject(root)) continue;
    for (const { place, node } of possibleInPlace(root, [{ place: '', node: root }])) {
      if (!isObject(node)) continue;
      const where = `${at}/dataSchemas/${j}${decodeURIComponent(place)}`;
      for (const keyword of ['patternProperties', 'additionalProperties', 'unevaluatedProperties']) {
        const value: Json | undefined = node[keyword];
        if (value === undefined || value === false) continue;
        const location = `${where}/${keyword}`;
        findings.add({
          severity: 'error',
          code: 'BP_SCHEMA_OPEN',
          location,
          fix: [{ op: 'remove', path: location }],
          message: `A payload has the members that its schemas name under "properties", and no others: expected no ${keyword} here, or false. Put free data into one member of type object.`,
        });
      }
      for (const name of Object.keys(isObject(node.properties) ? node.properties : {}))
        checkReserved(name, `${where}/properties/${escapePointer(name)}`, findings);
    }
  }
  for (const name of Object.keys(action.calculations ?? {}))
    checkReserved(name, `${at}/calculations/${escapePointer(name)}`, findings);
}

function checkReserved(name: string, at: string, findings: Findings): void {
  if (name.startsWith('@'))
    findings.error('BP_NAME_RESERVED', at, 'Names that start with @ are kept for the language: choose another one.');
  else if (name === '*')
    findings.error('BP_NAME_RESERVED', at, 'In a disclosure * stands for every member: choose another name.');
}

/** Calculations that wait for each other. The value of the run before has a name of its own. */
function checkOrder({ definition, action, at, findings }: CheckedAction): void {
  const order = calculationOrder(definition, action);
  if (!('cycle' in order)) return;
  const [first = ''] = order.cycle;
  findings.error(
    'BP_CALCULATION_CYCLE',
    `${at}/calculations`,
    `Calculations wait for ${order.cycle.length === 1 ? 'themselves' : 'each other'}: ${order.cycle.slice(0, 10).map(shownName).join(', ')}. The value of an earlier run is act.${action.id}.${shownName(first)}, with a default for the first one.`,
  );
}

function checkOperands({ definition, action, at, findings }: CheckedAction, rule: ResolvedRule): void {
  const { cellsOf, sees, doubt } = knowledgeOf(definition);
  for (const use of rule.uses) {
    const { name, read, at: place, mayBeAbsent } = use;
    const where = `${at}${rule.at}${place}`;
    const cells = cellsOf(action, read);
    // The sender of the action knows the members that it states and calculates.
    const others = read.kind === 'in' || read.kind === 'calc' ? [] : standInsOf(action).keys();
    const hidden = [action.sender, ...others].flatMap((role) =>
      cells.filter((cell) => !sees(role, cell)).map((cell) => ({ ...cell, role })),
    );
    for (const { action: of, path, role } of hidden)
      findings.add({
        severity: 'error',
        code: 'BP_READ_UNDISCLOSED',
        location: where,
        message: `${role} does not see ${pathText(path)} of action ${of.id}, which this rule reads: ${shareText(role, path)} there, or leave ${shownName(name)} out.`,
        // A gate discloses what is shown there as a whole, by its readers.
        ...(path[0] !== undefined && !isOfClaims(path) && { needs: { role, action: of.id, field: path[0] } }),
      });
    const value = mayBeAbsent || hidden.length > 0 ? undefined : doubt(action, use);
    if (value)
      findings.error(
        'BP_READ_MAYBE_ABSENT',
        where,
        `${shownName(name)} may be absent: ${cells.some(({ path }) => isOfClaims(path)) && value.why === 'not required' ? UNSURE_CLAIM : reasonOf(value, action)}. Give a default of its type: {"var": ["${shownName(name)}", DEFAULT]}.`,
      );
    if (read.kind === 'act') warnOfEarlierTurn({ definition, action, at: where, findings }, read);
  }
}

/** Where the newest run of an action may be of an earlier turn of a loop, and it is not said that this is meant. */
function warnOfEarlierTurn(
  { definition, action, at, findings }: CheckedAction,
  { action: of, path }: Extract<Read, { readonly path: readonly string[] }> & { readonly action: number },
): void {
  const turns = turnsOf(definition);
  const begins = turns.begins(of);
  // A rule that reads earlier turns alone means them.
  if (begins.length === 0 || of === action.id || turns.isSure(of, action.id) || turns.isLater(of, action.id)) return;
  const [was, is] = ['act', 'turn'].map((kind) => shownName([kind, of, ...tokensFor(path)].join('.')));
  findings.warn(
    'BP_READ_EARLIER_TURN',
    at,
    `${was} may be the value of an earlier turn of the loop that begins with action ${begins.join(' or ')}: action ${of} need not run in each. Read {"var": ["${is}", DEFAULT]}, the value of this turn, or leave it where the newest of all turns is meant.`,
  );
}

const UNSURE_CLAIM =
  'its gate is one of alternatives, a timer may state the action by itself, or the schema of the claim does not require it';

function reasonOf(doubt: NameDoubt, { id }: Action): string {
  if (doubt.why === 'first') return `action ${id} may open the instance, and then nothing stands before it`;
  if (doubt.why === 'not in this turn')
    return `action ${doubt.action} need not have run in this turn of its loop before action ${id}`;
  if (doubt.why === 'item') return 'the schema of the list does not require it of every item';
  if (doubt.why === 'not required')
    return doubt.action === id
      ? 'the data schemas of this action do not require it'
      : `the data schemas of action ${doubt.action} do not require it`;
  const [first] = doubt.actions;
  if (first === id && doubt.actions.length === 1)
    return `it is that of an earlier run of action ${id}, and there may be none`;
  return `action ${doubt.actions.join(' or ')} need not have run before action ${id}`;
}

function pathText(path: readonly string[]): string {
  return shownName(isOfClaims(path) ? claimText(path) : `/${path.join('/')}`);
}

/** The evidence of a gate is read whole. */
function shareText(role: string, path: readonly string[]): string {
  return isOfClaims(path) ? `name ${role} under readers of that gate` : `disclose it to ${role}`;
}

function checkCheckers({ definition, action, at, findings }: CheckedAction, rule: ResolvedRule): void {
  if (definition.participants.length < 2 || knowledgeOf(definition).checkersOf(action, rule).length > 0) return;
  findings.warn(
    'BP_UNCHECKED',
    `${at}${rule.at}`,
    `Only ${action.sender} can check ${ruleName(rule)} of action ${action.id}: no other role sees all that it reads${rule.gives === undefined ? '' : ' and what it gives'}. Disclose that to one, or take its word.`,
  );
}

function ruleName({ gives, at }: ResolvedRule): string {
  return gives === undefined ? `the condition ${at}` : shownName(gives);
}

function checkDemand({ definition, action, at, findings }: CheckedAction): void {
  const { checkersOf } = knowledgeOf(definition);
  for (const [i, role] of (action.checkedBy ?? []).entries()) {
    const place = `${at}/checkedBy/${i}`;
    if (role === action.sender || !definition.participants.some(({ id }) => id === role)) {
      const others = definition.participants.map(({ id }) => id).filter((id) => id !== action.sender);
      const near = nearest(role, others);
      const value = role === action.sender ? 'who sends the action' : 'who is not a participant';
      const hint =
        near === undefined ? `: expected one of ${others.slice(0, 10).join(', ')}` : `; did you mean ${near}`;
      findings.error('BP_CHECKER_UNKNOWN', place, `checkedBy names ${shownName(role)}, ${value}${hint}.`);
      continue;
    }
    for (const rule of resolveNames(definition, action).rules)
      if (!checkersOf(action, rule).includes(role))
        findings.error(
          'BP_UNCHECKED',
          `${at}${rule.at}`,
          `${role} cannot check ${ruleName(rule)}, as checkedBy demands: ${unseen({ definition, action, rule, role })}. Disclose it, or leave ${role} out.`,
        );
  }
}

interface Unseen {
  readonly definition: Definition;
  readonly action: Action;
  readonly rule: ResolvedRule;
  readonly role: string;
}

/** Names the members that a role would have to see besides. */
function unseen({ definition, action, rule, role }: Unseen): string {
  const { cellsOf, sees } = knowledgeOf(definition);
  const given: Read[] = rule.gives === undefined ? [] : [{ kind: 'calc', path: [rule.gives] }];
  const cells = [...given, ...rule.uses.map(({ read }) => read)].flatMap((read) => cellsOf(action, read));
  const hidden = cells.filter((cell) => !sees(role, cell));
  const listed = [...new Set(hidden.map(({ action: { id }, path }) => `${pathText(path)} of action ${id}`))];
  return `it does not see ${listed.slice(0, 5).join(' and ')}`;
}

/** Where the next action shows what a condition found, everybody learns something of what it reads. */
function checkTelling({ definition, action, at, findings }: CheckedAction): void {
  if (action.publicRoute === true) return;
  const { cellsOf, sees } = knowledgeOf(definition);
  const outcomes = planOf(definition).actions.get(String(action.id))?.outcomes ?? [];
  const next = new Set(outcomes.map(({ route }) => [...(route?.nextActionIds ?? [])].sort((a, b) => a - b).join()));
  if (next.size < 2) return;
  for (const rule of resolveNames(definition, action).rules) {
    if (rule.gives !== undefined) continue;
    const cells = rule.uses.flatMap(({ read }) => cellsOf(action, read));
    const facts = definition.participants.map(({ id }) => id).filter((role) => cells.some((cell) => !sees(role, cell)));
    if (facts.length === 0) continue;
    const read = [
      ...new Set(cells.filter((cell) => facts.some((role) => !sees(role, cell))).map(({ path }) => pathText(path))),
    ];
    findings.warn(
      'BP_ROUTE_TELLS',
      `${at}${rule.at}`,
      `${facts.slice(0, 8).join(' and ')} ${facts.length === 1 ? 'learns' : 'learn'} from the next action what this condition found, and ${facts.length === 1 ? 'does' : 'do'} not see ${read.slice(0, 5).join(' and ')}. ` +
        'Lead its ways to one action, or say "publicRoute": true; a threshold can be a member of its own, so that the definition does not show it.',
    );
  }
}
