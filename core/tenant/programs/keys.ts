// The public keys of a program that an administrator registered (RFC 7517), by which it proves itself (RFC 7523). Pure:
// reading of what others wrote.
import { fromBase64Url } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { KEY_ID_MAX } from '../../base/limits/node/accounts.js';
import { fail, type Result } from '../../base/result.js';

/** A public key, and nothing else of what was given. */
export interface ProgramKey {
  readonly kty: string;
  readonly crv?: string;
  readonly kid?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

interface KeyType {
  readonly crv?: string;
  /** Bytes of each member: as many, or between two bounds. */
  readonly members: Readonly<Partial<Record<'x' | 'y' | 'n' | 'e', readonly [number, number]>>>;
  readonly algorithms: readonly string[];
}

const TYPES: Readonly<Record<string, KeyType>> = {
  EC: { crv: 'P-256', members: { x: [32, 32], y: [32, 32] }, algorithms: ['ES256'] },
  OKP: { crv: 'Ed25519', members: { x: [32, 32] }, algorithms: ['Ed25519', 'EdDSA'] },
  // From 2048 to 4096 bits: a larger one costs its verifier more than a password does.
  RSA: { members: { n: [256, 512], e: [1, 4] }, algorithms: ['PS256', 'RS256'] },
};

/** Signatures of programs, as the metadata names them. */
export const ASSERTION_ALGORITHMS = Object.values(TYPES).flatMap(({ algorithms }) => algorithms);

export function algorithmsOf({ kty }: ProgramKey): readonly string[] {
  return TYPES[kty]?.algorithms ?? [];
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'];

/** Issue: PROGRAM_KEYS_INVALID. */
export function readProgramKeys(given: readonly JsonObject[]): Result<readonly ProgramKey[]> {
  const keys: ProgramKey[] = [];
  for (const [i, jwk] of given.entries()) {
    const key = readKey(jwk);
    if (typeof key === 'string') return fail(invalid(i, key));
    if (keys.some(({ kid }) => kid === key.kid && kid !== undefined))
      return fail(invalid(i, 'Another key has its kid.'));
    keys.push(key);
  }
  return keys;
}

/** The key, or what is wrong with it. */
function readKey(jwk: JsonObject): ProgramKey | string {
  const { kty, kid, crv } = jwk;
  if (PRIVATE.some((name) => Object.hasOwn(jwk, name))) return 'It has a private part: give the public key alone.';
  const type = typeof kty === 'string' && Object.hasOwn(TYPES, kty) ? TYPES[kty] : undefined;
  if (typeof kty !== 'string' || type === undefined || type.crv !== (type.crv && crv))
    return 'Expected a key of P-256, Ed25519 or RSA.';
  if (kid !== undefined && !(typeof kid === 'string' && kid !== '' && kid.length <= KEY_ID_MAX))
    return `Expected a kid of at most ${KEY_ID_MAX} characters.`;
  const members = Object.entries(type.members).map(([name, bounds]) => [name, memberOf(jwk, name, bounds)] as const);
  const bad = members.find(([, value]) => value === undefined);
  if (bad !== undefined) return `Its member ${bad[0]} is not base64url, or not as long as that of such a key.`;
  return { kty, ...(type.crv && { crv: type.crv }), ...(kid !== undefined && { kid }), ...Object.fromEntries(members) };
}

function memberOf(jwk: JsonObject, name: string, [least, most]: readonly [number, number]): string | undefined {
  const text = jwk[name];
  const bytes = typeof text === 'string' ? fromBase64Url(text) : undefined;
  return bytes !== undefined && bytes.length >= least && bytes.length <= most ? (text as string) : undefined;
}

function invalid(index: number, message: string): Issue {
  return issue('PROGRAM_KEYS_INVALID', `/keys/${index}`, message);
}
