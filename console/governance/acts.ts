// The acts of governance that a person proposes in the console, as one table: the fields of each, and its line as a
// command. An act is a row, and has no code of its own. The node judges what is proposed.
import type { CommandAct } from '../../api/client/command-lines.js';
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { ADDRESS_ALGORITHMS } from '../../core/crypto/keys/address.js';
import type { OperationType } from '../../core/register/governance/operation.js';
import { ACT_INPUTS, type ActInputName } from './act-inputs.js';

/** Operations by which this node makes a proof itself, in the place of a file from another node. */
export type OwnProof = 'makeCandidacy' | 'makeReadiness' | 'makeRulesSupport';

export interface ActField {
  /**
   * Its member of the act, or `policy.` and one of the policy. A file that has several members has a name of its own.
   */
  readonly at: string;
  readonly input: ActInputName;
  readonly choices?: readonly string[];
  /** The message that names a choice. */
  readonly named?: 'governance.role' | 'governance.rule' | 'propose.choice';
  /** Members of the act that a file has; it may lack one with a question mark. */
  readonly members?: readonly string[];
  readonly isOptional?: true;
  readonly own?: OwnProof;
}

export interface ActRow {
  readonly type: OperationType;
  readonly command: CommandAct;
  readonly fields: readonly ActField[];
  /** The part of the policy that it changes: what stays as it is, is not stated. */
  readonly policy?: 'consensus' | 'governance' | 'crypto';
}

const CANDIDACY = ['validator', 'genesisHash', 'proof'];
const REPLACEMENT = ['participantId', 'replaces', 'publicKey', 'algorithm', 'walletProof', 'encapsulationKey?'];
const LEVELS = ['Low', 'Substantial', 'High'];
const TARGET: ActField = { at: 'targetDid', input: 'member' };
const LIST: ActField = { at: 'listId', input: 'text' };
const SEQUENCE: ActField = { at: 'sequence', input: 'count' };
const ASSURANCE: ActField = {
  at: 'assurance',
  input: 'choice',
  choices: LEVELS,
  named: 'propose.choice',
  isOptional: true,
};

/** By their names in the words of the console. */
const ACT_ROWS = {
  'add-member': {
    ...{ type: 'add-member', command: 'governance.add-member' },
    fields: [
      { at: 'targetDid', input: 'address' },
      { at: 'publicKey', input: 'text' },
      { at: 'targetRole', input: 'choice', choices: ['Admin', 'Designer', 'Auditor'], named: 'governance.role' },
    ],
  },
  'remove-member': { type: 'remove-member', command: 'governance.propose', fields: [TARGET] },
  'transfer-ownership': { type: 'transfer-ownership', command: 'governance.propose', fields: [TARGET] },
  'set-governance-policy': {
    ...{ type: 'set-governance-policy', command: 'governance.policy', policy: 'governance' },
    fields: [
      {
        ...{ at: 'policy.quorumFormula', input: 'choice' },
        ...{ choices: ['StrictMajority', 'Supermajority', 'Unanimous'], named: 'governance.rule' },
      },
      { at: 'policy.proposalTtlDays', input: 'count' },
    ],
  },
  'set-crypto-policy': {
    ...{ type: 'set-crypto-policy', command: 'governance.policy', policy: 'crypto' },
    fields: [{ at: 'policy.acceptedSignatureAlgorithms', input: 'algorithms', choices: ADDRESS_ALGORITHMS }],
  },
  'set-consensus-policy': {
    ...{ type: 'set-consensus-policy', command: 'governance.policy', policy: 'consensus' },
    fields: [
      { at: 'policy.mode', input: 'choice', choices: ['majority', 'bft'], named: 'governance.rule' },
      { at: 'policy.leader', input: 'choice', choices: ['sticky', 'rotate'], named: 'propose.choice' },
      { at: 'policy.tenure', input: 'count' },
      { at: 'policy.buildWindowMs', input: 'count' },
      { at: 'policy.docketTransactionsMax', input: 'count' },
      { at: 'policy.docketBytesMax', input: 'count' },
    ],
  },
  'add-validator': {
    ...{ type: 'add-validator', command: 'governance.add-validator' },
    fields: [{ at: 'candidacy', input: 'file', members: CANDIDACY, own: 'makeCandidacy' }],
  },
  'activate-validator': {
    ...{ type: 'activate-validator', command: 'governance.activate-validator' },
    fields: [
      { at: 'validatorId', input: 'candidate' },
      { at: 'readiness', input: 'file', own: 'makeReadiness' },
    ],
  },
  'remove-validator': {
    ...{ type: 'remove-validator', command: 'governance.remove-validator' },
    fields: [
      { at: 'validatorId', input: 'seat' },
      { at: 'evidenceHash', input: 'hash', isOptional: true },
    ],
  },
  'rekey-validator': {
    ...{ type: 'rekey-validator', command: 'governance.rekey-validator' },
    fields: [
      { at: 'validatorId', input: 'validator' },
      { at: 'candidacy', input: 'file', members: CANDIDACY, own: 'makeCandidacy' },
    ],
  },
  'set-rules-version': {
    ...{ type: 'set-rules-version', command: 'governance.rules' },
    fields: [
      { at: 'rules', input: 'count' },
      { at: 'support', input: 'files', own: 'makeRulesSupport' },
    ],
  },
  'reset-time': { type: 'reset-time', command: 'governance.reset-time', fields: [] },
  'replace-wallet': {
    ...{ type: 'replace-wallet', command: 'governance.replace-wallet' },
    fields: [{ at: 'walletProof', input: 'file', members: REPLACEMENT }],
  },
  'revoke-participant': {
    ...{ type: 'revoke-participant', command: 'governance.revoke-participant' },
    fields: [{ at: 'participantId', input: 'participant' }],
  },
  'set-trust': {
    ...{ type: 'set-trust', command: 'governance.set-trust' },
    fields: [LIST, SEQUENCE, { at: 'entries', input: 'anchors' }, ASSURANCE],
  },
  'set-trust-keys': {
    ...{ type: 'set-trust', command: 'governance.set-trust-keys' },
    fields: [LIST, SEQUENCE, { at: 'issuer', input: 'issuer' }, { at: 'keys', input: 'keys' }, ASSURANCE],
  },
  'remove-trust': {
    ...{ type: 'remove-trust', command: 'governance.remove-trust' },
    fields: [{ at: 'listId', input: 'list' }],
  },
  distrust: {
    ...{ type: 'distrust', command: 'governance.distrust' },
    fields: [{ at: 'hashes', input: 'hash' }],
  },
  'revoke-credential': {
    ...{ type: 'revoke-credential', command: 'governance.revoke-credential' },
    fields: [{ at: 'issuance', input: 'hash' }],
  },
} satisfies Readonly<Record<string, ActRow>>;

export type ActName = keyof typeof ACT_ROWS;
export const ACT_NAMES = Object.keys(ACT_ROWS) as readonly ActName[];

export function actRow(name: ActName): ActRow {
  return ACT_ROWS[name];
}

/** By `at`. */
export type ActValues = Readonly<Record<string, Json>>;

/** Parts of the policy as it is. */
export type PolicyNow = Readonly<Record<NonNullable<ActRow['policy']>, object>>;

/** A form that is not begun: a policy as it is, and everything else empty. */
export function valuesAtFirst({ fields, policy }: ActRow, now: PolicyNow): ActValues {
  const its = (policy === undefined ? {} : now[policy]) as JsonObject;
  return Object.fromEntries(
    fields.map(({ at, input }) => {
      const value = its[at.replace(POLICY, '')];
      return [at, value === undefined ? ACT_INPUTS[input].empty : ACT_INPUTS[input].read(value)];
    }),
  );
}

/** The fields whose values are missing, or not of their form. */
export function faultyFields({ fields }: ActRow, values: ActValues): readonly string[] {
  return fields
    .filter((field) => !isLeftOut(field, values) && membersOf(field, values) === undefined)
    .map(({ at }) => at);
}

/** The members of the act beside those that all have, once no field is faulty. */
export function actMembers(row: ActRow, values: ActValues, now: PolicyNow): JsonObject {
  const first = valuesAtFirst(row, now);
  const isKept = ({ at }: ActField) =>
    at.startsWith('policy.') && canonicalText(first[at]) === canonicalText(values[at]);
  const stated = row.fields
    .filter((field) => !isLeftOut(field, values) && !isKept(field))
    .map((field) => membersOf(field, values) ?? {});
  const policy = Object.assign({}, ...stated.map((each) => each['policy'] ?? {})) as JsonObject;
  return {
    ...{ operationType: row.type },
    ...Object.assign({}, ...stated),
    ...(row.policy !== undefined && { policy }),
  };
}

/** The values of its line as a command: what the act states in words, and what only the form has. */
export function commandTexts(values: ActValues, members: JsonObject): Readonly<Record<string, string | number>> {
  const texts = Object.entries({ ...values, ...members }).map(([name, value]): [string, Json] => [
    name,
    Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value,
  ]);
  return Object.fromEntries(
    texts.flatMap(([name, value]) =>
      value !== '' && (typeof value === 'string' || typeof value === 'number') ? [[name, value]] : [],
    ),
  );
}

/** True for a change of the policy that changes nothing. */
export function isUnchanged({ policy }: JsonObject): boolean {
  return policy !== undefined && isObject(policy) && Object.keys(policy).length === 0;
}

const POLICY = /^policy\./;

function isLeftOut({ at, input, isOptional }: ActField, values: ActValues): boolean {
  return isOptional === true && canonicalText(values[at]) === canonicalText(ACT_INPUTS[input].empty);
}

function membersOf(field: ActField, values: ActValues): JsonObject | undefined {
  const { at, input, members } = field;
  const stated = ACT_INPUTS[input].members(values[at] ?? '', { at: at.replace(POLICY, ''), members, values });
  return stated !== undefined && POLICY.test(at) ? { policy: stated } : stated;
}

function canonicalText(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}
