// The form of a blueprint as a JSON Schema (draft 2020-12), with the lengths of reference-facts 2.1. It says what type
// each member has, not what the members mean together: that is check.ts. Members that are not listed are allowed and
// found by `unknownMembers`.

import type { Json, JsonObject } from '../../base/json.js';
import {
  ACTION_TIMERS_MAX,
  APPROVAL_VOTERS_MAX,
  APPROVAL_WEIGHT_MAX,
  CALENDARS_MAX,
  CONFIRMERS_MAX,
  FACTS_MAX,
  FOUR_EYES_MAX,
  REMINDERS_MAX,
  REPLACERS_MAX,
  TABLES_MAX,
} from '../../base/limits/ledger/constants.js';
import {
  GATE_CLAIM_NAMES_MAX,
  GATE_USES_MAX,
  GATES_MAX,
  ISSUANCE_COPIES_MAX,
  ISSUANCES_OF_ACTION_MAX,
  STATUS_RULES_MAX,
} from '../../base/limits/ledger/credentials.js';
import {
  BLUEPRINT_ACTIONS_MAX,
  BLUEPRINT_PARTICIPANTS_MAX,
  CALCULATIONS_MAX,
  DISCLOSURE_POINTERS_MAX,
} from '../../base/limits/ledger/definitions.js';
import { INSTANCE_BRANCHES_MAX } from '../../base/limits/ledger/instances.js';
import { CANDIDATES_MAX } from '../../base/limits/ledger/people.js';
import { PARTICIPANT_NAME_MAX } from '../../base/limits/ledger/registers.js';
import { TEXT_LANGUAGES_MAX, TEXT_LENGTH_MAX, TEXTS_MAX } from '../../base/limits/ledger/texts.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import {
  CREDENTIAL_STATUSES,
  GATE_CONSENTS,
  GATE_EVIDENCE,
  GATE_HOLDERS,
  GATE_USE_SCOPES,
  ISSUANCE_TX_CODES,
  ON_FAULT,
  OVERRIDABLE,
} from '../../blueprint/definition/choices.js';

type Properties = Readonly<Record<string, JsonObject>>;

const text = (minLength: number, maxLength: number): JsonObject => ({ type: 'string', minLength, maxLength });
/** An optional member may be null, which means absent. */
const optional = (schema: JsonObject): JsonObject =>
  typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
const list = (items: JsonObject, maxItems: number): JsonObject => ({ type: 'array', items, maxItems });
const integer = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const flag = optional({ type: 'boolean' });
const anything: JsonObject = {};
const object = optional({ type: 'object' });
const schema = { type: ['object', 'boolean'] };
const ids = list(text(1, 256), BLUEPRINT_PARTICIPANTS_MAX);

const PARTICIPANT: Properties = {
  '@type': optional(text(0, 64)),
  id: text(1, 64),
  name: optional(text(1, 100)),
  organisation: optional(text(0, 200)),
  walletAddress: optional(text(1, 100)),
  didUri: optional(text(0, 200)),
  verifiableCredential: object,
  additionalProperties: object,
  useStealthAddress: flag,
  replaceBy: optional({ ...list(text(1, 64), REPLACERS_MAX), minItems: 1 }),
  candidates: {
    type: ['array', 'object', 'null'],
    items: text(1, ID_LENGTH_MAX),
    minItems: 1,
    maxItems: CANDIDATES_MAX,
    properties: { organisation: text(1, PARTICIPANT_NAME_MAX) },
    required: ['organisation'],
  },
  claimFor: optional(text(1, 64)),
  disclose: { enum: ['candidates', 'holder', null] },
};

const ROUTE: Properties = {
  id: optional(text(1, 64)),
  nextActionIds: list(integer, BLUEPRINT_ACTIONS_MAX),
  condition: anything,
  isDefault: flag,
  description: optional(text(0, 2048)),
  branchDeadline: optional(text(1, 64)),
  end: flag,
};

const REJECTION: Properties = {
  targetActionId: integer,
  targetParticipantId: optional(text(1, 64)),
  requireReason: flag,
  rejectionSchema: { type: ['object', 'boolean', 'null'] },
  isTerminal: flag,
};

const FROM: Properties = {
  action: optional(integer),
  time: { type: ['string', 'object', 'null'], maxLength: 64 },
  after: optional(text(1, 64)),
};

const DISCLOSURE: Properties = {
  participantAddress: text(1, 100),
  dataPointers: list(text(0, 1024), DISCLOSURE_POINTERS_MAX),
  from: optional(shape(FROM, [])),
};

const disclosures = (properties: Properties): JsonObject =>
  optional(list(shape(properties, ['participantAddress', 'dataPointers']), DISCLOSURE_POINTERS_MAX));

const CONDITIONAL: Properties = { principal: text(1, 64), criteria: optional(list(anything, 100)) };

const CLAIM: Properties = {
  claimName: text(0, 256),
  expectedValue: anything,
  schema: { type: ['object', 'boolean', 'null'] },
};

const USES: Properties = {
  max: { type: 'integer', minimum: 1, maximum: GATE_USES_MAX },
  per: { enum: [...GATE_USE_SCOPES] },
};

const REQUIREMENT: Properties = {
  type: optional(text(0, 512)),
  format: optional({ type: 'string', maxLength: 64 }),
  vct: optional(text(0, 512)),
  doctype: optional(text(0, 512)),
  acceptedIssuers: optional(list(text(1, 512), 100)),
  requiredClaims: optional(list(shape(CLAIM, ['claimName']), GATE_CLAIM_NAMES_MAX)),
  revocationCheckPolicy: { enum: ['FailClosed', 'FailOpen', null] },
  trustPolicy: object,
  anyOfGroup: optional(text(0, 64)),
  description: optional(text(0, 2048)),
  id: optional(text(1, 32)),
  evidence: { enum: [...GATE_EVIDENCE, null] },
  readers: optional({ ...ids, minItems: 1 }),
  verifiedBy: optional(text(1, 64)),
  proofMaxAge: optional(text(1, 64)),
  statusMaxAge: optional(text(1, 64)),
  retention: optional(text(1, 64)),
  holder: { enum: [...GATE_HOLDERS, null] },
  consent: { enum: [...GATE_CONSENTS, null] },
  uses: optional(shape(USES, ['max', 'per'])),
};

/** A requirement by itself, as files beside a definition have it. */
export const REQUIREMENT_SCHEMA: JsonObject = shape(REQUIREMENT, []);

const MAPPING: Properties = { claimName: text(1, 256), sourceField: text(0, 1024) };

const ATTESTATION: Properties = { required: flag, trustListId: optional(text(1, 64)) };

const ISSUED_CLAIM: Properties = {
  path: text(1, 256),
  display: optional(list({ type: 'object' }, TEXT_LANGUAGES_MAX)),
  always: flag,
};

const STATUS_RULE: Properties = { of: integer, to: { enum: [...CREDENTIAL_STATUSES] } };

const ISSUANCE: Properties = {
  id: optional(text(1, 32)),
  credentialType: text(0, 512),
  claimMappings: list(shape(MAPPING, ['claimName', 'sourceField']), 100),
  recipientParticipantId: text(0, 64),
  expiryDuration: optional(text(1, 64)),
  registerId: optional(text(1, 64)),
  disclosable: optional(list(text(1, 256), 100)),
  usagePolicy: { enum: ['Reusable', 'SingleUse', 'LimitedUse', null] },
  maxPresentations: optional({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  displayConfig: object,
  format: optional(text(0, 64)),
  trustAnchor: optional(text(0, 64)),
  revokedBy: optional({ ...ids, minItems: 1 }),
  copies: optional({ type: 'integer', minimum: 1, maximum: ISSUANCE_COPIES_MAX }),
  holder: { enum: [...GATE_HOLDERS, null] },
  txCode: { enum: [...ISSUANCE_TX_CODES, null] },
  attestation: optional(shape(ATTESTATION, [])),
  claims: optional(list(shape(ISSUED_CLAIM, ['path']), 100)),
};

/** A single credential, or a list of them. */
const ISSUANCES: JsonObject = {
  ...shape(ISSUANCE, ['credentialType', 'claimMappings', 'recipientParticipantId']),
  type: ['object', 'array', 'null'],
  items: shape(ISSUANCE, ['credentialType', 'claimMappings', 'recipientParticipantId']),
  minItems: 1,
  maxItems: ISSUANCES_OF_ACTION_MAX,
};

const JOINS: Properties = {
  fork: integer,
  need: optional({ type: 'integer', minimum: 1, maximum: INSTANCE_BRANCHES_MAX }),
};

const THEN: Properties = { nextActionIds: list(integer, BLUEPRINT_ACTIONS_MAX) };

const TIMER: Properties = {
  id: text(1, 64),
  after: optional(text(1, 64)),
  at: optional(shape({ var: text(1, 256) }, ['var'])),
  plus: optional(text(1, 64)),
  calendar: optional(text(1, 100)),
  zone: optional(text(1, 6)),
  from: { enum: ['open', 'start', null] },
  // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
  then: optional(shape(THEN, ['nextActionIds'])),
  data: object,
  also: optional({ ...list(text(1, 64), BLUEPRINT_PARTICIPANTS_MAX), minItems: 1 }),
  remind: optional({ ...list(text(1, 64), BLUEPRINT_PARTICIPANTS_MAX), minItems: 1 }),
  notBefore: { enum: [true, null] },
  every: optional(text(1, 64)),
  times: optional({ type: 'integer', minimum: 2, maximum: REMINDERS_MAX }),
};

const VOTER: Properties = {
  role: text(1, 64),
  weight: optional({ type: 'integer', minimum: 1, maximum: APPROVAL_WEIGHT_MAX }),
  weightOf: optional(shape({ var: text(1, 256) }, ['var'])),
};

const APPROVAL: Properties = {
  of: { ...list(shape(VOTER, ['role']), APPROVAL_VOTERS_MAX), minItems: 1 },
  need: { type: 'integer', minimum: 1, maximum: APPROVAL_VOTERS_MAX * APPROVAL_WEIGHT_MAX },
  veto: optional(list(text(1, 64), APPROVAL_VOTERS_MAX)),
  yes: text(1, 64),
  no: text(1, 64),
  settle: { enum: ['early', 'all', null] },
};

const CONFIRM: Properties = {
  by: { ...list(text(1, 64), CONFIRMERS_MAX), minItems: 1 },
  within: text(1, 64),
  otherwise: { enum: ['redo', 'count'] },
};

const ACTION: Properties = {
  id: integer,
  title: optional(text(1, 100)),
  description: optional(text(0, 2048)),
  sender: text(1, 64),
  isStartingAction: flag,
  routes: optional(list(shape(ROUTE, ['nextActionIds']), BLUEPRINT_ACTIONS_MAX)),
  condition: anything,
  target: optional(text(1, 64)),
  rejectionConfig: optional(shape(REJECTION, ['targetActionId'])),
  dataSchemas: optional(list(schema, 100)),
  calculations: optional({ type: 'object', maxProperties: CALCULATIONS_MAX }),
  disclosures: disclosures(DISCLOSURE),
  requiredPriorActions: optional(list(integer, BLUEPRINT_ACTIONS_MAX)),
  joins: optional(shape(JOINS, ['fork'])),
  timers: optional(list(shape(TIMER, ['id']), ACTION_TIMERS_MAX)),
  approval: optional(shape(APPROVAL, ['of', 'need', 'yes', 'no'])),
  notSameAs: optional(list(integer, FOUR_EYES_MAX)),
  notSameOrganisation: flag,
  confirm: optional(shape(CONFIRM, ['by', 'within', 'otherwise'])),
  checkedBy: optional(list(text(1, 64), BLUEPRINT_PARTICIPANTS_MAX)),
  publicRoute: flag,
  participants: optional(list(shape(CONDITIONAL, ['principal']), BLUEPRINT_PARTICIPANTS_MAX)),
  additionalRecipients: optional(ids),
  requiredActionData: optional(list(text(0, 1024), 1000)),
  credentialRequirements: optional(list(REQUIREMENT_SCHEMA, GATES_MAX)),
  credentialIssuanceConfig: ISSUANCES,
  credentialStatus: optional({ ...list(shape(STATUS_RULE, ['of', 'to']), STATUS_RULES_MAX), minItems: 1 }),
  form: object,
  previousTxId: optional(text(0, 256)),
  blueprint: optional(text(0, 256)),
  previousData: object,
  published: optional(text(0, 64)),
};

const OVERRIDE: Properties = { code: { enum: [...OVERRIDABLE] }, reason: text(10, 500) };

const roles = list(text(1, 64), BLUEPRINT_PARTICIPANTS_MAX);

const CONSENT: Properties = {
  need: { type: 'integer', minimum: 1, maximum: BLUEPRINT_PARTICIPANTS_MAX },
  of: { ...roles, minItems: 1 },
};

const CANCELLATION: Properties = {
  by: optional({ ...roles, minItems: 1 }),
  until: optional(list(integer, BLUEPRINT_ACTIONS_MAX)),
  consent: optional(shape(CONSENT, ['need', 'of'])),
};

const FACTS: JsonObject = optional({
  type: 'object',
  additionalProperties: { ...list(integer, BLUEPRINT_ACTIONS_MAX), minItems: 1 },
  maxProperties: FACTS_MAX,
});

const TEXTS: JsonObject = optional({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: text(1, TEXT_LENGTH_MAX), maxProperties: TEXTS_MAX },
  maxProperties: TEXT_LANGUAGES_MAX,
});

const BLUEPRINT: Properties = {
  '@context': { type: ['string', 'object', 'array', 'null'] },
  '@type': optional(text(0, 64)),
  id: optional(text(0, 64)),
  language: { enum: [1, 2, null] },
  title: text(3, 200),
  description: text(5, 2000),
  version: optional({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  dataSchemas: optional(list(schema, 100)),
  currencies: object,
  calendars: optional({ type: 'object', maxProperties: CALENDARS_MAX }),
  tables: optional({ type: 'object', maxProperties: TABLES_MAX }),
  participants: { ...list(shape(PARTICIPANT, ['id']), BLUEPRINT_PARTICIPANTS_MAX), minItems: 2 },
  actions: actionsOf(ACTION),
  facts: FACTS,
  texts: TEXTS,
  disputes: optional(
    shape(
      {
        ...{ window: optional(text(1, 64)), redoWithin: optional(text(1, 64)), deliverWithin: optional(text(1, 64)) },
        judgeWithin: optional(text(1, 64)),
        onFault: optional({ enum: [...ON_FAULT] }),
        resolver: optional(text(1, ID_LENGTH_MAX)),
      },
      [],
    ),
  ),
  cancellation: optional(shape(CANCELLATION, [])),
  overrides: optional(list(shape(OVERRIDE, ['code', 'reason']), OVERRIDABLE.length)),
  organizationId: optional(text(0, 64)),
  metadata: optional({ type: 'object', additionalProperties: text(0, 2048), maxProperties: 100 }),
  createdAt: optional(text(0, 64)),
  updatedAt: optional(text(0, 64)),
};

export const BLUEPRINT_SCHEMA: JsonObject = shape(BLUEPRINT, ['title', 'description', 'participants', 'actions']);

/**
 * The form that the ledger asks of a definition: texts for people are left to the designer. Unknown members are found
 * by `unknownMembers`.
 */
export const DEFINITION_SCHEMA: JsonObject = shape(
  { ...BLUEPRINT, title: text(1, 200), description: optional(text(0, 2000)), language: { const: 2 } },
  ['language', 'title', 'participants', 'actions'],
);

function actionsOf(properties: Properties): JsonObject {
  return { ...list(shape(properties, ['id', 'sender']), BLUEPRINT_ACTIONS_MAX), minItems: 1 };
}

function shape(properties: Properties, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required };
}

export interface UnknownMember {
  /** JSON Pointer tokens. */
  readonly at: readonly string[];
  /** The member that was meant, perhaps. */
  readonly near: string | undefined;
}

/**
 * Members of a well-formed blueprint that nothing reads: a mistyped `condition` would let everybody pass. Hints
 * (`x-...`) are not among them, nor is more than a person can use: a definition may have a hundred thousand.
 */
export function unknownMembers(blueprint: Json): readonly UnknownMember[] {
  const members: UnknownMember[] = [];
  const visit = (value: Json, form: JsonObject, at: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries())
        visit(item as Json, (form.items ?? {}) as JsonObject, [...at, String(i)]);
      return;
    }
    const properties = form.properties as Properties | undefined;
    if (properties === undefined) return;
    for (const [key, member] of Object.entries(value as JsonObject)) {
      if (members.length >= FINDINGS_MAX) return;
      if (key.startsWith('x-')) continue;
      if (Object.hasOwn(properties, key)) visit(member, properties[key] as JsonObject, [...at, key]);
      else members.push({ at: [...at, key], near: nearest(key.slice(0, 40), Object.keys(properties)) });
    }
  };
  visit(blueprint, BLUEPRINT_SCHEMA, []);
  return members;
}
