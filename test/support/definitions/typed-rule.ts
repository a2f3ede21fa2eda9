// Rules of language 2 on values: typed as the check does it, then calculated operation by operation. It knows no list
// operators and no names but those it is given.
import type { Json, JsonObject } from '../../../core/base/json.js';
import { operationOf } from '../../../core/blueprint/logic/logic.js';
import { type Budget, type Evaluation, logicBudget, refuse } from '../../../core/blueprint/logic/logic-values.js';
import type { Constants } from '../../../core/blueprint/operators/operator.js';
import { valueOperator } from '../../../core/blueprint/operators/table.js';
import type { TypeFault } from '../../../core/blueprint/signatures/call.js';
import { memberOf, type Scope, typeRule } from '../../../core/blueprint/signatures/rule-types.js';
import { isFault, tableOf } from '../../../core/blueprint/tables/table.js';
import { typeOfSchema } from '../../../core/blueprint/typing/of-schema.js';
import { ANY, type Type, typeText } from '../../../core/blueprint/typing/type.js';

export const CONSTANTS: Constants = {
  currencies: { EUR: 2, USD: 2, JPY: 0 },
  calendars: { de: { weekend: [6, 7], holidays: ['2026-12-25'] } },
};

/** A scope in which names are members of one schema. */
export function scopeOf(schema: JsonObject, constants: Constants = CONSTANTS): Scope {
  const type = typeOfSchema(schema);
  const tables = Object.entries(constants.tables ?? {}).flatMap(([name, data]) => {
    const table = tableOf(data);
    return isFault(table) ? [] : [[name, { inputs: table.inputs.map((input) => input.type), gives: ANY }] as const];
  });
  return {
    constants,
    read: (name) => memberOf(type, name.split('.')),
    named: {
      currencies: new Set(Object.keys(constants.currencies ?? {})),
      calendars: new Set(Object.keys(constants.calendars ?? {})),
      tables: new Map(tables),
    },
  };
}

export interface Ran {
  readonly type: Type;
  readonly faults: readonly TypeFault[];
  /** The value, or the code that the evaluation ended with. */
  readonly value: Json;
  readonly message: string | undefined;
  readonly budget: Budget;
}

export interface Given {
  readonly schema?: JsonObject;
  readonly data?: JsonObject;
  readonly constants?: Constants;
}

/** Types a rule and calculates it. */
export function ran(rule: Json, { schema = {}, data = {}, constants = CONSTANTS }: Given = {}): Ran {
  const { type, faults, rule: typed } = typeRule(rule, scopeOf(schema, constants));
  const run: Evaluation = { budget: logicBudget(), problem: undefined };
  const value = calculated(run, typed, { data, constants });
  return { type, faults, value: run.problem?.code ?? value, message: run.problem?.message, budget: run.budget };
}

/** The value of a rule, or the code that it ends with. */
export const valueFor = (rule: Json, given?: Given): Json => ran(rule, given).value;

/** The type in words, or the first error. */
export function typeOf(rule: Json, given?: Given): string {
  const { type, faults } = ran(rule, given);
  return faults.find(({ code }) => code === 'BP_TYPE')?.message ?? typeText(type);
}

function calculated(
  run: Evaluation,
  rule: Json,
  given: { readonly data: JsonObject; readonly constants: Constants },
): Json {
  if (run.problem) return null;
  if (Array.isArray(rule)) return rule.map((item) => calculated(run, item as Json, given));
  const operation = operationOf(rule);
  if (!operation) return rule;
  const { name, args } = operation;
  if (name === 'var')
    return String(args[0])
      .split('.')
      .reduce<Json>((node, part) => (node as JsonObject)[part] as Json, given.data);
  const values = args.map((arg) => calculated(run, arg, given));
  const apply = valueOperator(name);
  if (!apply) return refuse(run, `There is no operator ${name}.`);
  return run.problem ? null : apply(run, { name: name.split(':')[0] as string, values, constants: given.constants });
}
