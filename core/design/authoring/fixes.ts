// The fixes of findings: JSON Patches (RFC 6902, the operations add, remove and move) where only one change is meant.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import { parsePointer, readPointer } from '../../blueprint/definition/pointer.js';
import type { Finding, PatchStep } from '../../blueprint/findings/finding.js';
import { checkBlueprint } from '../check/check.js';

export interface Fixed {
  readonly blueprint: Json;
  /** The findings that were fixed, in order; their pointers are into the blueprint as it was just before. */
  readonly fixed: readonly Finding[];
  readonly findings: readonly Finding[];
}

/** Applies the fix of one finding after the other, because each may move what the next one points to. */
export function fixBlueprint(blueprint: Json): Fixed {
  let current = blueprint;
  const fixed: Finding[] = [];
  for (;;) {
    const findings = checkBlueprint(current);
    const next = findings.find(({ fix }) => fix !== undefined);
    if (!next?.fix || fixed.length >= FINDINGS_MAX) return { blueprint: current, fixed, findings };
    current = applyPatch(current, next.fix);
    fixed.push(next);
  }
}

/** The value with a patch of a finding about it. A step that leads nowhere is a programmer error. */
export function applyPatch(value: Json, steps: readonly PatchStep[]): Json {
  return steps.reduce<Json>((before, step) => {
    if (step.op === 'remove') return editAt(before, tokensOf(step.path), undefined);
    if (step.op === 'add') return editAt(before, tokensOf(step.path), step.value);
    const moved = readPointer(before, tokensOf(step.from));
    if (moved === undefined) throw new Error(`a patch moves ${step.from}, which is not there`);
    return editAt(editAt(before, tokensOf(step.from), undefined), tokensOf(step.path), moved);
  }, value);
}

function tokensOf(pointer: string): readonly string[] {
  const tokens = parsePointer(pointer);
  if (!tokens || tokens.length === 0) throw new Error(`a patch has no pointer below the whole: ${pointer}`);
  return tokens;
}

/** A copy with another value at a place; without that place for undefined. */
function editAt(value: Json, [token = '', ...rest]: readonly string[], to: Json | undefined): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const at = Number(token);
    if (rest.length > 0) return items.map((item, i) => (i === at ? editAt(item, rest, to) : item));
    return to === undefined ? items.filter((_, i) => i !== at) : [...items.slice(0, at), to, ...items.slice(at)];
  }
  if (!isObject(value)) throw new Error(`a patch leads below ${token}, where no object is`);
  const members = Object.entries(value as JsonObject);
  if (rest.length > 0)
    return Object.fromEntries(members.map(([key, member]) => [key, key === token ? editAt(member, rest, to) : member]));
  const others = members.filter(([key]) => key !== token);
  return Object.fromEntries(to === undefined ? others : [...others, [token, to]]);
}
