// The inputs of the form of an act: what each keeps of what the person gives, and the members of the act that it
// states.
import { isHex } from '../../core/base/bytes.js';
import { isObject, type Json, type JsonObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { parseAddress } from '../../core/crypto/keys/address.js';
import { pemParts } from '../../core/crypto/keys/pem.js';
import { anchorEntries, keyEntries } from '../../core/register/trust/pin-entries.js';
import { memberAddress, memberDid } from './member.js';

interface ActPlace {
  readonly at: string;
  /** Members that a file has; it may lack one with a question mark. */
  readonly members?: readonly string[] | undefined;
  /** Of the other fields. */
  readonly values: Readonly<Record<string, Json>>;
}

interface ActInput {
  readonly empty: Json;
  readonly read: (stated: Json) => Json;
  /** Undefined where the value is missing, or not of its form. */
  readonly members: (value: Json, place: ActPlace) => JsonObject | undefined;
  /** Of a file: its value from its text, behind what was given before; undefined for a file of another kind. */
  readonly take?: (text: string, before: Json) => Json | undefined;
}

const asText = (value: Json) => String(value).trim();

function textInput(isGood: (text: string) => boolean, state: (text: string, at: string) => JsonObject): ActInput {
  return {
    empty: '',
    read: String,
    members: (value, { at }) => (isGood(asText(value)) ? state(asText(value), at) : undefined),
  };
}

const text = textInput(
  (value) => value !== '',
  (value, at) => ({ [at]: value }),
);

function objectIn(content: string): JsonObject | undefined {
  const value = parseJsonText(content);
  return isFailure(value) || !isObject(value) ? undefined : value;
}

const file: ActInput = {
  empty: '',
  read: (stated) => stated,
  members(value, { at, members = [] }) {
    if (!isObject(value)) return undefined;
    if (members.length === 0) return { [at]: value };
    if (members.some((name) => !name.endsWith('?') && value[name] === undefined)) return undefined;
    const names = members.map((name) => name.replace('?', ''));
    return Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name] as Json]] : [])));
  },
  take: objectIn,
};

export const ACT_INPUTS = {
  text,
  choice: text,
  member: text,
  /** Of a validator or a candidate, of a validator, and of a candidate. */
  seat: text,
  validator: text,
  candidate: text,
  participant: text,
  list: text,
  count: textInput(
    (value) => /^\d{1,15}$/.test(value),
    (value, at) => ({ [at]: Number(value) }),
  ),
  /** Its algorithm follows from it. */
  address: textInput(
    (value) => !isFailure(parseAddress(memberAddress(value))),
    (value, at) => {
      const address = memberAddress(value);
      const parsed = parseAddress(address);
      return { [at]: memberDid(address), ...(!isFailure(parsed) && { algorithm: parsed.algorithm }) };
    },
  ),
  hash: textInput(
    (value) => isHex(value, 32),
    (value, at) => ({ [at]: at === 'hashes' ? [value] : value }),
  ),
  algorithms: {
    empty: [],
    read: (stated) => stated,
    members: (value, { at }) => (Array.isArray(value) && value.length > 0 ? { [at]: value } : undefined),
  },
  file,
  /** Each behind the one before. */
  files: {
    empty: [],
    read: (stated) => stated,
    members: (value, { at }) => (Array.isArray(value) && value.length > 0 ? { [at]: value } : undefined),
    take(content, before) {
      const taken = objectIn(content);
      return taken && [...listOf(before), taken];
    },
  },
  /** SHA-256 of the certificates of PEM files. */
  anchors: {
    empty: [],
    read: (stated) => stated,
    members: (value, { at }) => (listOf(value).length > 0 ? { kind: 'x509', [at]: value } : undefined),
    take(content, before) {
      const entries = anchorEntries(pemParts(content, 'CERTIFICATE'));
      return entries.length === 0 ? undefined : [...new Set([...listOf(before).map(String), ...entries])].sort();
    },
  },
  /** Stated with the keys. */
  issuer: textInput(
    (value) => value !== '',
    () => ({}),
  ),
  /** Keys of the issuer that another field names. */
  keys: {
    empty: '',
    read: (stated) => stated,
    members(value, { values }) {
      const issuer = asText(values['issuer'] ?? '');
      const entries = isObject(value) && issuer !== '' ? keyEntries(issuer, value) : undefined;
      return entries && entries.length > 0 ? { kind: 'keys', entries: entries as unknown as Json } : undefined;
    },
    take: objectIn,
  },
} satisfies Readonly<Record<string, ActInput>>;

export type ActInputName = keyof typeof ACT_INPUTS;

/** The input of a name, with the members that not all have. */
export function actInput(name: ActInputName): ActInput {
  return ACT_INPUTS[name];
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
