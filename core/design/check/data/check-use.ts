// Warnings about data: a next sender that is told nothing, a member that no rule reads and no other role
// sees, a number that stands for money. None of them keeps a definition from being published.
import { escapePointer, isObject, type Json, type JsonObject } from '../../../base/json.js';
import { issuanceConfigsOf } from '../../../blueprint/definition/issuance-configs.js';
import { parsePointer } from '../../../blueprint/definition/pointer.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { sharesOf } from '../../../blueprint/names/disclose.js';
import { knowledgeOf } from '../../../blueprint/names/knowledge.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { resolveNames } from '../../../blueprint/names/resolve.js';
import { approvalOf, variantsOf } from '../../../blueprint/plan/approval.js';
import { warnOfCandidates } from '../people/check-candidates.js';

/** The definition has no errors. */
export function checkUse(definition: Definition, findings: Findings): void {
  const names = new Set(
    definition.actions.flatMap((action) => sharesOf(definition, action).map(({ participantId }) => participantId)),
  );
  warnOfCandidates(definition, { reads: (role) => names.has(role), findings });
  const read = membersRead(definition);
  for (const [i, action] of definition.actions.entries()) {
    const checked = { definition, action, at: `/actions/${i}`, findings };
    checkNext(checked);
    checkUnread(checked, read.get(action.id) ?? new Set());
    for (const [j, schema] of (action.dataSchemas ?? []).entries())
      checkMoney(schema as Json, `${checked.at}/dataSchemas/${j}`, findings);
  }
}

/** The sender of a next action acts on what it cannot see. */
function checkNext({ definition, action, at, findings }: CheckedAction): void {
  const { given, calculated } = membersOf(action);
  if (given.size + calculated.size === 0) return;
  const names = new Set(sharesOf(definition, action).map(({ participantId }) => participantId));
  const warned = new Set<string>();
  for (const [j, { nextActionIds }] of (action.routes ?? []).entries())
    for (const next of definition.actions
      .filter(({ id }) => nextActionIds.includes(id))
      .flatMap((item) => variantsOf(item))) {
      const role = next.sender;
      if (names.has(role) || warned.has(role)) continue;
      warned.add(role);
      const message = `${role} does action ${next.id} next and sees nothing of action ${action.id}: disclose to it what it acts on, if only one member.`;
      findings.warn('BP_NEXT_UNTOLD', `${at}/routes/${j}`, message);
    }
}

/** Warns of members that are stated to their sender alone: a person is asked for them in vain. */
function checkUnread({ definition, action, at, findings }: CheckedAction, read: ReadonlySet<string>): void {
  const shares = sharesOf(definition, action);
  const others = approvalOf(action) ? shares : shares.filter(({ participantId }) => participantId !== action.sender);
  const shown = others.flatMap(({ paths }) => paths.map(([first = '*']) => first));
  if (shown.includes('*')) return;
  const mappings = issuanceConfigsOf(action).flatMap(({ config }) => config.claimMappings);
  const mapped = mappings.map(({ sourceField }) => parsePointer(sourceField)?.[0]);
  for (const name of membersOf(action).given) {
    if (shown.includes(name) || read.has(name) || mapped.includes(name)) continue;
    const message = `No other role sees ${shownName(`/${name}`)} of action ${action.id}, and no rule reads it: disclose it, or leave it out.`;
    findings.warn('BP_DATA_UNREAD', `${at}/dataSchemas`, message);
  }
}

/** By action: the members of its data that some rule reads. */
function membersRead(definition: Definition): ReadonlyMap<number, ReadonlySet<string>> {
  const { cellsOf } = knowledgeOf(definition);
  const read = new Map<number, Set<string>>();
  for (const action of definition.actions)
    for (const { uses } of resolveNames(definition, action).rules)
      for (const { action: of, path } of uses.flatMap((use) => cellsOf(action, use.read))) {
        const members = read.get(of.id) ?? new Set();
        if (path[0] !== undefined) members.add(path[0]);
        read.set(of.id, members);
      }
  return read;
}

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** A binary number has 15 digits that are certain and no currency. The schema has a bounded number of nodes. */
function checkMoney(node: Json, at: string, findings: Findings): void {
  if (Array.isArray(node)) {
    for (const [i, item] of node.entries()) checkMoney(item as Json, `${at}/${i}`, findings);
    return;
  }
  if (!isObject(node)) return;
  const { type, multipleOf } = node;
  if (type === 'number' && typeof multipleOf === 'number' && multipleOf > 0 && multipleOf < 1) {
    const places = Math.max(1, Math.round(-Math.log10(multipleOf)));
    const message = `A JSON number with multipleOf ${multipleOf} holds 15 digits and no currency. For an amount expected {"type": "string", "format": "decimal", "x-scale": ${places}}, or format money.`;
    findings.warn('BP_NUMBER_MONEY', at, message);
  }
  for (const [key, value] of Object.entries(node as JsonObject))
    if (!DATA.has(key)) checkMoney(value as Json, `${at}/${escapePointer(key)}`, findings);
}
