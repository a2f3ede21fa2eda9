// The statement of a validator's key about its program: the newest rules that it knows. The statement names no
// register, so that a node signs it once for all of them. The rules that use it are in enact.ts.
import { isHex } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { isObject } from '../../base/json.js';
import { VALIDATORS_MAX } from '../../base/limits/ledger/consensus.js';
import type { Roster, Validator } from '../../model/register.js';

/**
 * The key's signed word that its node knows all rules from 1 to `rules`. `consensusKey` is 64 hex digits, `signature`
 * 128.
 */
export interface RulesSupport {
  readonly consensusKey: string;
  readonly rules: number;
  readonly signature: string;
}

/** A docket header keeps the number in two bytes. */
const RULES_MAX = 0xffff;

/** The 32 bytes of the statement: the key as hex, and the number in decimal. */
export function rulesSupportDigest({ consensusKey, rules }: Omit<RulesSupport, 'signature'>): Uint8Array {
  return hash('rules-support', consensusKey, String(rules));
}

/** The statement of a key about the program that holds it. */
export function signRulesSupport(
  rules: number,
  signer: { readonly publicKey: string; sign(digest: Uint8Array): string },
): RulesSupport {
  const said = { consensusKey: signer.publicKey, rules };
  return { ...said, signature: signer.sign(rulesSupportDigest(said)) };
}

/** True for a number that a docket header can name. */
export function isRulesNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= RULES_MAX;
}

/** True for the form of a statement; its signature is verified elsewhere. */
export function isRulesSupport(value: unknown): value is RulesSupport {
  return (
    isObject(value) &&
    Object.keys(value).length === 3 &&
    isHex(value.consensusKey, 32) &&
    isRulesNumber(value.rules) &&
    isHex(value.signature, 64)
  );
}

/** A bounded list with one statement of each key. */
export function isSupportList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > VALIDATORS_MAX) return false;
  return value.every(isRulesSupport) && new Set(value.map(({ consensusKey }) => consensusKey)).size === value.length;
}

/** The first seat without a statement that its node knows these rules. */
export function seatWithoutSupport(
  { validators }: Roster,
  support: readonly RulesSupport[],
  rules: number,
): Validator | undefined {
  const knowing = new Set(support.filter((item) => item.rules >= rules).map(({ consensusKey }) => consensusKey));
  return validators.find(({ consensusKey }) => !knowing.has(consensusKey));
}
