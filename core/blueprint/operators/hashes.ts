// The operator that hashes: `{"hash": [value]}`. It runs in pages too, so that its SHA-256 is one that
// imports no platform, the same on every node.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonical, isObject } from '../../base/json.js';
import { spend } from '../logic/logic-values.js';
import { type Apply, endMistyped, ends, weigh } from './operator.js';

const encoder = new TextEncoder();

/** Steps of one hash: a short value is written and hashed in some 3 µs, a step takes up to 40 ns. A rule. */
const HASH_STEPS = 80;
/** Bytes of the canonical text that are written and hashed in the time of one step. A rule. */
const HASH_STEP_BYTES = 4;

/** SHA-256 of the canonical JSON of the value (RFC 8785), as 64 hexadecimal digits. */
const hash: Apply = (run, { values: [value = null] }) => {
  if (!weigh(run, value)) return null;
  const bytes = encoder.encode(canonical(value));
  if (!spend(run, HASH_STEPS + Math.ceil(bytes.length / HASH_STEP_BYTES))) return null;
  return bytesToHex(sha256(bytes));
};

const FILE_HASH = /^sha256:([0-9a-f]{64})$/;

/** Of a file object: the hash of the bytes of the file, which the object has, without its prefix. */
const hashOfFile: Apply = (run, { name, values: [value = null] }) => {
  if (!isObject(value)) return endMistyped(run, name, { expected: 'a file here', value });
  const [, hex] = (spend(run, 2) && typeof value.hash === 'string' && FILE_HASH.exec(value.hash)) || [];
  if (hex !== undefined || run.problem) return hex ?? null;
  const message = `"${name}" takes a file with its hash, which its node fills in as "sha256:" and 64 hexadecimal digits.`;
  return ends(run, 'LOGIC_RANGE', message);
};

export const HASH_OPERATORS: readonly (readonly [string, Apply])[] = [
  ['hash', hash],
  ['hash:file', hashOfFile],
];
