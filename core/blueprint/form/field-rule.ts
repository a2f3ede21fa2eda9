// The rule of a control as its form states it: on the value of which other field it depends. Pure.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { memberOf, parsePointer } from '../definition/pointer.js';
import type { DataSchema } from '../definition/types.js';

export interface FieldRule {
  readonly effect: 'SHOW' | 'HIDE' | 'ENABLE' | 'DISABLE';
  readonly path: readonly string[];
  readonly schema: DataSchema;
}

const EFFECTS: readonly unknown[] = ['SHOW', 'HIDE', 'ENABLE', 'DISABLE'];

/** Undefined where the control has none, or one that says nothing. */
export function ruleOf(control: JsonObject | undefined): FieldRule | undefined {
  const rule = control && memberOf(control, 'rule');
  if (!isObject(rule) || !isObject(rule.condition) || !EFFECTS.includes(rule.effect)) return undefined;
  const { scope, schema } = rule.condition;
  const path = typeof scope === 'string' ? parsePointer(scope.replace(/^#/, '')) : undefined;
  if (path === undefined || schema === undefined) return undefined;
  return { effect: rule.effect as FieldRule['effect'], path, schema: schema as DataSchema };
}

/** By which a rule is named: two controls with the same rule are shown alike. */
export function ruleKey(rule: FieldRule): string {
  return canonical(rule as unknown as Json);
}
