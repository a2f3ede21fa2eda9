// The form of a file of scenarios: workflows that are walked through in memory, and what is expected of them. A JSON
// Schema (draft 2020-12) says it, and `readScenarios` tells every place where a file is not of it.
import { type Issue, issue } from '../base/issue.js';
import type { Json, JsonObject } from '../base/json.js';
import { BLUEPRINT_PARTICIPANTS_MAX } from '../base/limits/ledger/definitions.js';
import { DELEGATED_ACTIONS_MAX, DELEGATIONS_MAX } from '../base/limits/ledger/people.js';
import { SCENARIO_STEPS_MAX, SCENARIOS_MAX } from '../base/limits/node/rehearsals.js';
import { fail, type Result } from '../base/result.js';
import { pointerText } from '../blueprint/definition/pointer.js';
import { VOTES, type VoteChoice } from '../blueprint/plan/approval.js';
import { schemaErrors } from '../blueprint/schemas/schema-check.js';
import { type DisputeOutcome, OUTCOMES } from '../blueprint/state/dispute.js';
import type { InstanceState } from '../blueprint/state/instance.js';
import { type DelegatedAmount, isDelegatedAmount } from '../register/people/delegations.js';
import type { ShownAtGates } from './showing.js';

/** An issue for which a step is refused. */
export interface ExpectedRefusal {
  readonly code: string;
  /** The place that it names, as a JSON Pointer; '' for the whole. Any, where only the code is stated. */
  readonly at?: string;
}

/** Members of a form that is expected are looked for; others may be there too. */
export interface ExpectedStep {
  /** The code of an issue for which the step is refused, or that with its place: then nothing is sealed. */
  readonly refused?: string | Required<ExpectedRefusal>;
  /** Id of the route that is taken. */
  readonly route?: string;
  /** Ids of the actions that follow. */
  readonly next?: readonly number[];
  /** Members of the data that the action records. */
  readonly fields?: JsonObject;
  /** By role: members that it is shown of this action. */
  readonly sees?: Readonly<Record<string, JsonObject>>;
  /** By role: names of members that it is shown of no action so far. */
  readonly hidden?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the timers that fired since the step before, in their order. */
  readonly fired?: readonly string[];
  /** Ids of the timers that reminded since the step before, in their order. */
  readonly reminded?: readonly string[];
  readonly state?: InstanceState;
  /** Ids of the actions that may be done now. */
  readonly enabled?: readonly number[];
  /** Ids of the actions that an open branch leads to, and that wait for others. */
  readonly waiting?: readonly number[];
}

/**
 * An action, a rejection, a cancellation, the answer to a run that waits for confirmation; a claim, an objection, what
 * its resolver finds of it, the end of a dispute; none of them: time passes.
 */
export interface ScenarioStep {
  readonly action?: number;
  readonly reject?: number;
  readonly cancel?: true;
  /**
   * The cancellation says that nothing can go on, so that any party that did not bring that about ends the instance.
   */
  readonly full?: true;
  /** A role that is taken to have made all the moves that it may make here, and whose timers have fired. */
  readonly spend?: string;
  /** Id of the action whose run is confirmed, or is not. */
  readonly confirm?: number;
  readonly decline?: number;
  /** Id of an action whose role the candidate `as` reserves, or gives back. */
  readonly claim?: number;
  readonly release?: number;
  /** Id of the action whose newest run is taken to be proven false, by an objection of `as`. */
  readonly object?: number;
  /** The objection is read by its parties and the resolver alone. */
  readonly private?: true;
  /** The finding of the resolver on a private objection: whether it is proven. */
  readonly judge?: boolean;
  /** The role that passes to another participant, or stays where its holder says `refuse`. */
  readonly handover?: string;
  /** A role, a candidate, or a name of the scenario's own: who holds the role from then on. */
  readonly to?: string;
  /** The roles that agree in the place of its holder. */
  readonly by?: readonly string[];
  readonly refuse?: true;
  /** How the dispute ends, in the word of `as`. */
  readonly resolve?: DisputeOutcome;
  /**
   * The role, or a candidate of it, that does it; the role of the action unless stated, of an answer the first one that
   * is missing.
   */
  readonly as?: string;
  /** A participant that acts for `as` by a delegation: its name is the scenario's own. */
  readonly deputy?: string;
  /** On an action that several roles decide: how `as` votes, with the payload as its data. */
  readonly vote?: VoteChoice;
  readonly payload?: JsonObject;
  /** By gate of the action, the claims that are shown, by the names of its requirement. */
  readonly shows?: ShownAtGates;
  readonly reason?: string;
  /** Number of the step that it follows, from 1; the newest open branch that leads to the action unless stated. */
  readonly after?: number;
  /** When: a date with a time, or a duration since the step before. */
  readonly at?: string;
  readonly expect?: ExpectedStep;
}

/** A line of the delegations of a role, as the record of its holder has it. */
export interface ScenarioDelegation {
  /** The name of the deputy, as steps have it. */
  readonly to: string;
  /** All of the role unless stated. */
  readonly actions?: readonly number[];
  /** From and up to which time it counts: at any unless stated. */
  readonly from?: string;
  readonly until?: string;
  readonly max?: DelegatedAmount;
}

export interface Scenario {
  readonly name: string;
  /** By role. A deputy that a step names and that is not here acts in whatever time, and for any amount. */
  readonly deputies?: Readonly<Record<string, readonly ScenarioDelegation[]>>;
  /** When the first step is done, as a date with a time. */
  readonly start?: string;
  readonly steps: readonly ScenarioStep[];
}

/** When a scenario begins that does not say it. */
export const SCENARIO_START = '2026-01-05T09:00:00Z';

const actionId: JsonObject = { type: 'integer', minimum: 0 };
const actionIds: JsonObject = { type: 'array', items: actionId, maxItems: 1000 };
/** With a zone, such as `2026-01-05T09:00:00Z` or `2026-01-05T10:00:00+01:00`: people write it. */
const time: JsonObject = {
  ...{ type: 'string', format: 'iso-date-time' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, which nothing awaits.
  ...{ if: { format: 'iso-date-time' }, then: { pattern: '(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})$' } },
};
const role: JsonObject = { type: 'string', minLength: 1, maxLength: 256 };

const code: JsonObject = { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 64 };

/** As many as an action has requirements. */
const SHOWN_GATES_MAX = 100;

const EXPECTED: JsonObject = {
  type: 'object',
  properties: {
    refused: {
      ...code,
      type: ['string', 'object'],
      properties: { code, at: { type: 'string', pattern: '^(/|$)', maxLength: 1024 } },
      required: ['code', 'at'],
      additionalProperties: false,
    },
    route: { type: 'string', maxLength: 64 },
    next: actionIds,
    fields: { type: 'object' },
    sees: { type: 'object', additionalProperties: { type: 'object' } },
    hidden: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', maxLength: 256 }, maxItems: 1000 },
    },
    fired: { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 2000 },
    reminded: { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 2000 },
    state: { enum: ['Active', 'Disputed', 'Completed', 'Rejected', 'Cancelled'] },
    enabled: actionIds,
    waiting: actionIds,
  },
  additionalProperties: false,
};

const STEP: JsonObject = {
  type: 'object',
  properties: {
    action: actionId,
    reject: actionId,
    cancel: { const: true },
    full: { const: true },
    spend: role,
    confirm: actionId,
    decline: actionId,
    claim: actionId,
    release: actionId,
    object: actionId,
    private: { const: true },
    judge: { type: 'boolean' },
    resolve: { enum: [...OUTCOMES] },
    handover: role,
    to: role,
    by: { type: 'array', items: role, maxItems: BLUEPRINT_PARTICIPANTS_MAX, uniqueItems: true },
    refuse: { const: true },
    as: role,
    deputy: role,
    vote: { enum: [...VOTES] },
    payload: { type: 'object' },
    shows: { type: 'object', additionalProperties: { type: 'object' }, maxProperties: SHOWN_GATES_MAX },
    reason: { type: 'string', minLength: 1, maxLength: 1000 },
    after: { type: 'integer', minimum: 1 },
    at: { type: 'string', minLength: 2, maxLength: 64 },
    expect: EXPECTED,
  },
  additionalProperties: false,
};

const DELEGATION: JsonObject = {
  type: 'object',
  properties: {
    to: role,
    actions: { type: 'array', items: actionId, minItems: 1, maxItems: DELEGATED_ACTIONS_MAX, uniqueItems: true },
    from: time,
    until: time,
    max: {
      type: 'object',
      properties: {
        var: { type: 'string', maxLength: 1200 },
        upTo: { type: 'string', maxLength: 64 },
        currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      },
      required: ['var', 'upTo'],
      additionalProperties: false,
    },
  },
  required: ['to'],
  additionalProperties: false,
};

/** A file of scenarios. */
const SCENARIOS_SCHEMA: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      start: time,
      deputies: {
        type: 'object',
        additionalProperties: { type: 'array', items: DELEGATION, minItems: 1, maxItems: DELEGATIONS_MAX },
        maxProperties: BLUEPRINT_PARTICIPANTS_MAX,
      },
      steps: { type: 'array', items: STEP, minItems: 1, maxItems: SCENARIO_STEPS_MAX },
    },
    required: ['name', 'steps'],
    additionalProperties: false,
  },
  minItems: 1,
  maxItems: SCENARIOS_MAX,
};

/** The refusal that a step expects; undefined where it is to be sealed. */
export function expectedRefusal({ refused }: ExpectedStep): ExpectedRefusal | undefined {
  return typeof refused === 'string' ? { code: refused } : refused;
}

/** The scenarios of a file; SCENARIO_INVALID at every place that is not of the form. */
export function readScenarios(file: Json): Result<readonly Scenario[]> {
  const broken = schemaErrors([SCENARIOS_SCHEMA], file).map(({ path, message }) => invalid(path, `${message}.`));
  if (broken.length > 0) return fail(broken);
  const scenarios = file as unknown as readonly Scenario[];
  const unclear = scenarios.flatMap(({ deputies = {}, steps }, i) => [
    ...Object.entries(deputies).flatMap(([of, lines]) =>
      lines.flatMap((line, j) => problemIssues(lineProblem(line), pointerText([String(i), 'deputies', of, String(j)]))),
    ),
    ...steps.flatMap((step, j) => problemIssues(problemOf(step, j), `/${i}/steps/${j}`)),
  ]);
  return unclear.length > 0 ? fail(unclear) : scenarios;
}

function problemIssues(problem: string | undefined, path: string): readonly Issue[] {
  return problem === undefined ? [] : [invalid(path, problem)];
}

function lineProblem({ from, until, max }: ScenarioDelegation): string | undefined {
  if (max !== undefined && !isDelegatedAmount(max))
    return 'max is {"var": "in.NAME" or "calc.NAME", "upTo": a decimal as text, not negative}, with "currency" for money.';
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from))
    return 'a delegation ends after it began.';
  return undefined;
}

const MOVES = [
  ...(['action', 'reject', 'cancel', 'confirm', 'decline', 'claim', 'release'] as const),
  ...(['object', 'judge', 'resolve', 'spend', 'handover'] as const),
] as const;

/** More than a schema says well. */
function problemOf(step: ScenarioStep, place: number): string | undefined {
  const { action, payload, after, at, vote } = step;
  const moves = MOVES.filter((name) => step[name] !== undefined).length;
  if (moves > 1) return `a step is one of ${MOVES.join(', ')}.`;
  if (moves === 0 && at === undefined) return `a step has one of ${MOVES.join(', ')}, or a time at which to look.`;
  if (action === undefined && payload !== undefined) return 'a payload is of an action.';
  if (action === undefined && step.shows !== undefined) return 'what is shown at gates is of an action.';
  if (vote !== undefined && (action === undefined || step.as === undefined))
    return 'a vote is on an action, as a role.';
  if ((step.object !== undefined || step.resolve !== undefined) && step.as === undefined)
    return 'an objection, or the end of a dispute, is of a role: say as.';
  if (step.full && !step.cancel) return 'full is of a cancellation: say cancel.';
  if (step.private && step.object === undefined) return 'private is of an objection: say object.';
  const handing = handoverProblem(step);
  if (handing !== undefined) return handing;
  const deputised = [action, step.reject, step.confirm, step.decline].some((item) => item !== undefined);
  if (step.deputy !== undefined && (step.as === undefined || !deputised))
    return 'a deputy does or rejects an action, or answers, for a role: say as.';
  if (after !== undefined && after > place) return `after names an earlier step, and this is step ${place + 1}.`;
  return undefined;
}

function handoverProblem({ handover, to, by, refuse }: ScenarioStep): string | undefined {
  const isNone = to === undefined && by === undefined && refuse === undefined;
  if (handover === undefined) return isNone ? undefined : 'to, by and refuse are of a hand-over: say handover.';
  if (refuse ? to !== undefined || by !== undefined : to === undefined)
    return 'a hand-over says to whom, or refuse alone.';
  return by?.includes(handover) ? 'by is in the place of the holder of the role.' : undefined;
}

function invalid(path: string, message: string): Issue {
  return issue('SCENARIO_INVALID', path, message);
}
