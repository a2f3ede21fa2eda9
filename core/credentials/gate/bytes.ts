// The bytes that tie a presentation to one action with one content (docs/hashes.md, section 14): a nonce that the
// holder signs, the mark by which uses are counted, and the digest that a verifier signs.
import { toBase64Url } from '../../base/bytes.js';
import { hash, hashHex, sha256 } from '../../base/hash.js';
import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { GATE_MEMBER } from './rule.js';
import type { GateStatement } from './statement.js';

export const CHALLENGE_BYTES = 32;

/** An action as its gates see it, 32 bytes each. */
export interface GatedRun {
  /** Where it stands: register, instance, action, definition, predecessor and sender. */
  readonly place: Uint8Array;
  /** Over its data without its gates: `plainDataRoot`, or of cells the root over the classes that hold no gate. */
  readonly dataRoot: Uint8Array;
}

/** 32 bytes, over a payload in the clear. */
export function plainDataRoot(payload: JsonObject): Uint8Array {
  const { [GATE_MEMBER]: _, ...data } = payload;
  return hash('gate-data', canonical(data));
}

/** 43 characters. `challenge` has 32 bytes, so that the nonce is fresh for an action without data too. */
export function nonceOf({ place, dataRoot }: GatedRun, challenge: Uint8Array, id: string): string {
  return toBase64Url(hash('gate', place, dataRoot, challenge, id));
}

/** Lower-case hex, in a scope: a register, or a register and an instance. `signed` is what the issuer signed. */
export function useOf(scope: string, signed: Uint8Array): string {
  return hashHex('gate-use', scope, sha256(signed));
}

/** A verifier signs for it beside the statement. */
export interface VerifiedRun {
  readonly place: Uint8Array;
  /**
   * Of its envelope, which has the cells of its gates too, so that validators find it without a key; of a payload in
   * the clear `plainDataRoot`.
   */
  readonly root: Uint8Array;
  /** The evidence of the gate where it stands in the clear, as its member of the payload: no root has it. */
  readonly open?: Json | undefined;
}

/** 32 bytes, over the statement of a gate and all that the run commits to. */
export function verifiedDigest({ place, root, open }: VerifiedRun, { by: _, ...statement }: GateStatement): Uint8Array {
  const evidence = open === undefined ? [] : [canonical(open)];
  // Canonical texts have no control character, so that none runs into the other.
  return hash('gate-verified', place, root, canonical(statement), ...evidence);
}
