// Findings about types in a definition: operands that an operator never takes, results that are not what
// a data schema says, facts of two types. An error never has a value; a warning has none for some data.
import { escapePointer, isObject } from '../../../base/json.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { type RuleOfDefinition, typesOf } from '../../../blueprint/names/definition-types.js';
import { inPlace } from '../../../blueprint/schemas/schema-parts.js';
import { type Misfit, misfit, type Type, typeText } from '../../../blueprint/typing/type.js';
import { bareOf } from '../../../schema/cost.js';

/** Adds the findings. Every name of the rules has its meaning, and the schemas may be published. */
export function checkTypes(definition: Definition, findings: Findings): void {
  checkFactTypes(definition, findings);
  const types = typesOf(definition);
  for (const [i, action] of definition.actions.entries()) {
    const checked = { definition, action, at: `/actions/${i}`, findings };
    for (const rule of types.rulesOf(action).values()) {
      for (const { code, at, message } of rule.faults) {
        const severity = code === 'BP_TYPE' ? 'error' : 'warning';
        findings.add({ severity, code, location: `${checked.at}${rule.at}${at}`, message });
      }
      // The result of a rule is not known where its parts do not fit.
      if (rule.faults.some(({ code }) => code === 'BP_TYPE')) continue;
      if (rule.gives === undefined) checkCondition(checked, rule);
      else checkResult(checked, rule, types.declaredType(action, rule.gives));
    }
  }
  findings.visits = types.visits;
}

/**
 * Adds an error for each closed schema that refuses what its action calculates: no run of it could ever be recorded.
 */
export function checkClosed({ actions }: Definition, findings: Findings): void {
  for (const [i, { dataSchemas = [], calculations = {} }] of actions.entries())
    for (const [j, schema] of dataSchemas.entries()) {
      const root = bareOf(schema);
      if (!isObject(root)) continue;
      for (const { place, node } of inPlace(root, [{ place: '', node: root }])) {
        if (!isObject(node) || node.additionalProperties !== false) continue;
        const named = isObject(node.properties) ? node.properties : {};
        const missing = Object.keys(calculations).filter((name) => !Object.hasOwn(named, name));
        if (missing.length === 0) continue;
        findings.error(
          'BP_RESULT_REFUSED',
          `/actions/${i}/dataSchemas/${j}${decodeURIComponent(place)}/additionalProperties`,
          `Schemas look at what is recorded, and this one takes no ${missing.slice(0, 5).map(shownName).join(', ')}, which the action calculates: name it under properties, or leave additionalProperties out, since payloads are closed anyway.`,
        );
      }
    }
}

function checkFactTypes(definition: Definition, findings: Findings): void {
  const types = typesOf(definition);
  for (const [name, ids] of Object.entries(definition.facts ?? {})) {
    if (types.factOf(name)) continue;
    const stated = ids.flatMap((id) => {
      const action = definition.actions.find((item) => item.id === id);
      return action ? [`action ${id} ${typeText(types.declaredType(action, name))}`] : [];
    });
    findings.error(
      'BP_TYPE',
      `/facts/${escapePointer(name)}`,
      `A fact is of one type, and ${shownName(name)} is not: ${stated.slice(0, 8).join(', ')}. Say one type in all of their schemas.`,
    );
  }
}

function checkCondition({ at, findings }: CheckedAction, { at: place, type }: RuleOfDefinition): void {
  const { kind, nullable } = type;
  if (kind === 'boolean' && !nullable) return;
  const value = typeText(type);
  if (kind === 'boolean' || kind === 'any')
    findings.warn(
      'BP_TYPE_OPEN',
      `${at}${place}`,
      `A condition is true or false, and this one is ${value}: say in its schema that it is one of them.`,
    );
  else
    findings.error(
      'BP_TYPE',
      `${at}${place}`,
      `A condition is true or false, and this one is ${value}: compare it with something.`,
    );
}

function checkResult({ at, findings }: CheckedAction, rule: RuleOfDefinition, declared: Type): void {
  const { type, gives = '', at: place } = rule;
  if (declared.kind === 'any' || type.kind === 'any') return;
  const [value, expected] = [typeText(type), typeText(declared)];
  const said = `${shownName(gives)} is ${expected} in the data schemas of the action, and this rule gives ${value}`;
  const wrong = misfit(type, declared);
  if (wrong) findings.error('BP_TYPE', `${at}${place}`, `${said}${partText(wrong)}.`);
  else if (type.nullable && !declared.nullable)
    findings.warn('BP_TYPE_OPEN', `${at}${place}`, `${said}: give a value in every case, or allow null there.`);
  else if (declared.scale !== undefined && type.kind === 'decimal' && type.scale === undefined)
    findings.warn('BP_TYPE_OPEN', `${at}${place}`, `${said}: ${roundText(declared.scale)}.`);
}

/** Names the part of the value that is meant, and the way to put it right. */
function partText({ at, value, declared }: Misfit): string {
  const part = at.length === 0 ? '' : `, whose member ${at.join('.')}`;
  if (!value) return `${part} is missing: the schema requires it`;
  if (part === '') return `: ${remedyFor(value, declared)}`;
  return `${part} is ${typeText(value)} and not ${typeText(declared)}: ${remedyFor(value, declared)}`;
}

function remedyFor(value: Type, expected: Type): string {
  if (value.kind === 'decimal' && expected.kind === 'decimal') return roundText(expected.scale ?? 0);
  if (value.kind === 'decimal' && expected.kind === 'integer')
    return 'write {"integer": rule} where it has no fraction, or say "type": "string", "format": "decimal" in the schema';
  if (value.kind === 'decimal' && expected.kind === 'number')
    return 'say "type": "string", "format": "decimal" in the schema, because results with a fraction are decimals';
  if (value.kind === 'integer' && expected.kind === 'decimal') return roundText(expected.scale ?? 0);
  if (value.kind === 'text' && ['decimal', 'date', 'time', 'duration'].includes(expected.kind))
    return `write {"${expected.kind}": text} where a text is one`;
  return 'change one of them';
}

function roundText(scale: number): string {
  return `write {"round": [rule, ${scale}, "half-even"]} or another rounding`;
}
