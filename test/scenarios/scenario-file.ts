// The form of a scenario: who takes part where, which workflow, what is done step by step, and what must have come of
// it. A file with a member that this form does not have is refused, so that no expectation is passed over.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Json, JsonObject } from '../../core/base/json.js';

const FOLDER = join('test', 'scenarios', 'files');

const strict = { additionalProperties: false };
const Data = Type.Record(Type.String(), Type.Unknown());
const Fields = Type.Record(Type.String(), Type.Array(Type.String()));

const PartyForm = Type.Object(
  {
    node: Type.Enum(['acme', 'bolt', 'crux', 'dune']),
    organisation: Type.String(),
    algorithm: Type.Optional(Type.Enum(['ED25519', 'NISTP256', 'RSA', 'ML-DSA-65'])),
    hybrid: Type.Optional(Type.Literal(true)),
    /** The definition names no wallet for the role: the wallet that acts first in it holds it. */
    open: Type.Optional(Type.Literal(true)),
    /** Takes no role of the definition. */
    stranger: Type.Optional(Type.Literal(true)),
  },
  strict,
);

const StepForm = Type.Object(
  {
    /** Party that acts. */
    by: Type.Optional(Type.String()),
    action: Type.Optional(Type.Integer()),
    reject: Type.Optional(Type.Integer()),
    cancel: Type.Optional(Type.Literal(true)),
    payload: Type.Optional(Data),
    reason: Type.Optional(Type.String()),
    /** States the transaction of the step of this number, from 1, as the one that is followed. */
    follows: Type.Optional(Type.Integer({ minimum: 1 })),
    /** States another blueprint than that of the instance. */
    blueprint: Type.Optional(Type.String()),
    /** All of the calculated fields. */
    gives: Type.Optional(Data),
    /** Action ids, in order. */
    next: Type.Optional(Type.Array(Type.Integer())),
    /** Sent this many times at once: it is done once, and every answer says so. */
    times: Type.Optional(Type.Integer({ minimum: 2, maximum: 10 })),
    refused: Type.Optional(
      Type.Object({ status: Type.Integer(), code: Type.String(), path: Type.Optional(Type.String()) }, strict),
    ),
    /** A node is killed and started again. */
    restart: Type.Optional(Type.String()),
    /** Waits until every node shows the instance in this state. */
    await: Type.Optional(Type.String()),
    /** The definition is published again with these members changed; the instance keeps the one that it began with. */
    amend: Type.Optional(Data),
  },
  strict,
);

const ScenarioForm = Type.Object(
  {
    title: Type.String(),
    template: Type.Optional(Type.String()),
    /** `{"$wallet": "fire"}` stands for the address of that party. */
    parameters: Type.Optional(Data),
    /** In place of a template. Wallets are filled in. */
    blueprint: Type.Optional(Data),
    /** Parts of the warnings of the designer's check: as many, in order. */
    warnings: Type.Optional(Type.Array(Type.String())),
    /** The organisation that owns the register with others and publishes the workflow. */
    publisher: Type.Enum(['acme', 'bolt', 'crux']),
    parties: Type.Record(Type.String(), PartyForm),
    steps: Type.Array(StepForm, { minItems: 1 }),
    end: Type.Object(
      {
        state: Type.String(),
        open: Type.Array(Type.Integer()),
        /** The sealed moves, in the order of the ledger: `3` for an action, `reject 3`, `cancel`. */
        path: Type.Array(Type.String()),
        /** Every transaction follows the one before it. */
        chained: Type.Boolean(),
      },
      strict,
    ),
    /** All fields that a party sees in the end, by party; a party that is left out is not asked. */
    sees: Fields,
    /** Some of the values that a party sees in the end. */
    values: Type.Optional(Type.Record(Type.String(), Data)),
  },
  strict,
);

export type PartyOf = Static<typeof PartyForm>;
export type StepOf = Static<typeof StepForm>;
export interface Scenario extends Static<typeof ScenarioForm> {
  /** Name of the file, and id of the blueprint. */
  readonly id: string;
}

/** Every scenario of the folder, by name. Throws for a file that is none. */
export function scenarios(): readonly Scenario[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const parsed: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
      const id = name.slice(0, -'.json'.length);
      const [wrong] = Value.Errors(ScenarioForm, parsed);
      if (wrong) throw new Error(`${name}${wrong.instancePath}: ${wrong.message} ${JSON.stringify(wrong.params)}`);
      return { ...(parsed as Static<typeof ScenarioForm>), id };
    });
}

const WORDS = 'Every page of this long report says something else about bricks and mortar. ';

/**
 * The payload that a file writes: `{"$fill": 1024}` stands for a text of that many characters, the same at each
 * reading.
 */
export function filled(value: Json): Json {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  const { $fill } = value as JsonObject;
  if (typeof $fill === 'number') {
    const lines = Array.from({ length: Math.ceil($fill / WORDS.length) }, (_, i) => `${i} ${WORDS}`);
    return lines.join('').slice(0, $fill);
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member as Json)]));
}
