// The promise of the static types: a rule of a definition without a finding, run on data that satisfies its schemas,
// meets no operand that is absent or of another type. It gives a value of the type that was found for it.

import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import type { Finding } from '../../../../../core/blueprint/findings/finding.js';
import { typesOf } from '../../../../../core/blueprint/names/definition-types.js';
import { evaluateRule } from '../../../../../core/blueprint/operators/evaluate.js';
import { schemaErrors } from '../../../../../core/blueprint/schemas/schema-check.js';
import { type Type, typeText } from '../../../../../core/blueprint/typing/type.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { dayOf, durationOf, instantOf } from '../../../../../core/values/date.js';
import { decimalOf } from '../../../../../core/values/decimal.js';
import { moneyOf } from '../../../../../core/values/money.js';
import { Dice } from '../../../../support/base/dice.js';
import {
  type Member,
  RANDOM_CONSTANTS,
  RandomRules,
  randomData,
  randomMembers,
  SCALARS,
  type Wanted,
} from '../../../../support/definitions/random-rules.js';

const DEFINITIONS = 250;
const RUNS = 4;

interface Made {
  readonly definition: JsonObject;
  readonly members: readonly (readonly Member[])[];
}

function schemaOf(members: readonly Member[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** Two actions: the second calculates from its own members, those of the first, and its calculations before. */
function randomDefinition(dice: Dice): Made {
  const members = [randomMembers(dice, 'a'), randomMembers(dice, 'b')];
  const names = members.flatMap((list, i) =>
    list.map(({ name, is, isRequired }) => [`${i === 0 ? 'act.1' : 'in'}.${name}`, is, isRequired] as const),
  );
  const wanted = Array.from({ length: 3 }, (): Wanted => {
    const scalar = dice.pick(SCALARS);
    return dice.integer(0, 3) === 0 ? `${scalar}s` : scalar;
  });
  const calculations: [string, Json][] = [];
  for (const [i, is] of wanted.entries()) {
    const before = wanted.slice(0, i).map((one, at) => [`calc.c${at}`, one, true] as const);
    calculations.push([`c${i}`, new RandomRules(dice, [...names, ...before]).rule(is, dice.integer(1, 4))]);
  }
  const actions = members.map((list, i) => ({
    id: i + 1,
    sender: 'x',
    isStartingAction: i === 0,
    dataSchemas: [schemaOf(list)],
    ...(i === 0 && { routes: [{ id: 'r', nextActionIds: [2] }] }),
    ...(i === 1 && { calculations: Object.fromEntries(calculations) }),
    disclosures: [{ participantAddress: 'y', dataPointers: ['/*'] }],
  }));
  const definition = {
    language: 2,
    title: 'Random',
    description: 'Random rules.',
    ...RANDOM_CONSTANTS,
    participants: [{ id: 'x' }, { id: 'y' }],
    actions,
  };
  return { definition: definition as unknown as JsonObject, members };
}

/** The definition without the rules that the check says anything of, and what it said. */
function withoutFindings(definition: JsonObject): {
  readonly sound: Definition;
  readonly findings: readonly Finding[];
} {
  const all: Finding[] = [];
  let sound = definition as unknown as Definition;
  for (;;) {
    const findings = checkBlueprint(sound as unknown as Json).filter(
      ({ severity, code }) => severity === 'error' || code === 'BP_TYPE_OPEN',
    );
    const refused = new Set(findings.map(({ location }) => location.split('/')[4]));
    if (findings.length === 0) return { sound, findings: all };
    all.push(...findings);
    const actions = sound.actions.map((action): Action => {
      const kept = Object.entries(action.calculations ?? {}).filter(([name]) => !refused.has(name));
      return action.calculations ? { ...action, calculations: Object.fromEntries(kept) } : action;
    });
    sound = { ...sound, actions };
  }
}

/** Why a value is not of its type; undefined where it is. */
function notOf(value: Json, type: Type): string | undefined {
  const { kind, nullable, scale, of, least = 0, values } = type;
  if (value === null) return nullable || kind === 'any' ? undefined : 'null';
  if (values && !values.some((one) => one === value)) return `none of ${JSON.stringify(values)}`;
  if (kind === 'list') {
    if (!Array.isArray(value)) return 'no list';
    if (value.length < least) return `fewer than ${least} items`;
    return (value as readonly Json[]).map((item) => notOf(item, of ?? { kind: 'any' })).find((one) => one);
  }
  if (kind === 'record' && type.names && isObject(value))
    return type.names
      .map((name) =>
        Object.hasOwn(value, name) ? notOf(value[name] as Json, type.member?.(name) ?? { kind: 'any' }) : name,
      )
      .find((one) => one);
  const decimal = typeof value === 'string' ? decimalOf(value) : undefined;
  const isOf: Readonly<Record<string, boolean>> = {
    any: true,
    boolean: typeof value === 'boolean',
    text: typeof value === 'string',
    integer: typeof value === 'number' && Number.isInteger(value),
    number: typeof value === 'number',
    decimal: decimal !== undefined && (scale === undefined || decimal.scale === scale),
    date: typeof value === 'string' && dayOf(value) !== undefined,
    time: typeof value === 'string' && instantOf(value) !== undefined,
    duration: typeof value === 'string' && durationOf(value) !== undefined,
    money: moneyOf(value) !== undefined,
    record: isObject(value),
  };
  return isOf[kind] ? undefined : `no ${typeText(type)}`;
}

describe('typing: the promise of a definition without findings', () => {
  it('is kept by every rule on all data that satisfies the schemas', function () {
    this.timeout(240_000);
    const seen = { rules: 0, refused: 0, values: 0, ends: 0 };
    const operators = new Map<string, number>();
    for (let seed = 1; seed <= DEFINITIONS; seed++) {
      const dice = new Dice(`types ${seed}`);
      const { definition, members } = randomDefinition(dice);
      const { sound, findings } = withoutFindings(definition);
      seen.refused += new Set(findings.map(({ location }) => location.split('/')[4])).size;
      const second = sound.actions[1] as Action;
      const rules = [...typesOf(sound).rulesOf(second).values()];
      seen.rules += rules.length;
      for (const [name] of JSON.stringify(rules.map(({ rule }) => rule)).matchAll(/(?<=\{")[^"]+(?=":)/g))
        operators.set(name, (operators.get(name) ?? 0) + 1);
      for (let run = 0; run < RUNS; run++) {
        const [first, input] = members.map((list) => randomData(dice, list)) as [JsonObject, JsonObject];
        const reading = { language: 2 as const, currencies: sound.currencies };
        expect(schemaErrors([schemaOf(members[1] as readonly Member[])], input, reading)).to.deep.equal([]);
        const runs = [{ txId: 't', action: 1, data: first }];
        const calculated: Record<string, Json> = {};
        // Each name comes before those that read it.
        for (const rule of rules) {
          if ([...rule.names.values()].some((read) => read.kind === 'calc' && !(String(read.path[0]) in calculated)))
            continue;
          const found = evaluateRule(rule, { input, calculated, runs, time: {} });
          const told = `seed ${seed}: ${JSON.stringify(rule.rule)} on ${JSON.stringify([first, input, calculated])}`;
          if (isFailure(found)) {
            seen.ends++;
            expect(
              ['LOGIC_RANGE', 'LOGIC_CURRENCY', 'LOGIC_TABLE', 'LOGIC_LIMIT'],
              `${told} ${found.issue.message}`,
            ).to.include(found.issue.code);
            continue;
          }
          seen.values++;
          expect(notOf(found, rule.type), `${told} gives ${JSON.stringify(found)}, ${typeText(rule.type)}`).to.equal(
            undefined,
          );
          calculated[rule.gives as string] = found;
        }
      }
    }
    expect(operators.size).to.be.greaterThan(40);
    expect(seen.rules).to.be.greaterThan(DEFINITIONS);
    expect(seen.refused).to.be.greaterThan(DEFINITIONS / 10);
    expect(seen.values).to.be.greaterThan(DEFINITIONS * 2);
    expect(seen.ends).to.be.greaterThan(10);
  });
});
