// The validators that may decide a height, and how many of them it takes. The only place with thresholds: votes,
// certificates, evidence and the simulator all ask `quorum`. Pure.

import { assert } from '../base/assert.js';
import { concat, fromHex, u16, utf8 } from '../base/bytes.js';
import { hashHex } from '../base/hash.js';
import { VALIDATORS_MAX } from '../base/limits/ledger/consensus.js';
import type { ConsensusMode, Hash, Roster } from '../model/register.js';

export interface Quorum {
  /** Distinct COMMIT votes that decide (q). */
  readonly commit: number;
  /** Distinct PREPARE votes that make a value the only one of its round (pq). */
  readonly prepare: number;
  /** Members that may lie without harm (b). */
  readonly liars: number;
  /**
   * Members whose round changes carry everybody along, and whose rejections end an attempt: no quorum exists without
   * one of them.
   */
  readonly join: number;
}

/**
 * Thresholds for `n` validators (1..31), by docs/protocol.md 1. Every quorum is strictly more than half. Throws
 * InvariantError outside the range.
 */
export function quorum(mode: ConsensusMode, n: number): Quorum {
  assert(Number.isInteger(n) && n >= 1 && n <= VALIDATORS_MAX, 'a roster has 1 to 31 validators');
  const commit = mode === 'bft' ? Math.floor((2 * n) / 3) + 1 : Math.floor(n / 2) + 1;
  return {
    commit,
    prepare: mode === 'bft' ? commit : 1,
    liars: mode === 'bft' ? Math.floor((n - 1) / 3) : 0,
    join: n - commit + 1,
  };
}

/** The id of the validator that holds an Ed25519 consensus key (64 hex digits). */
export function validatorIdOf(consensusKeyHex: string): Hash {
  return hashHex('validator-id', fromHex(consensusKeyHex));
}

/**
 * The hash that headers, votes and certificates bind: every field of every seat, in roster order. Encoding: u16 count,
 * then per seat 32 bytes of validator id, 32 bytes of consensus key, and orgId and peerId as UTF-8 behind a u16 length;
 * after the seats the mode in the same form, if the roster names one.
 */
export function rosterHashOf(roster: Roster): Hash {
  const parts: Uint8Array[] = [u16(roster.validators.length)];
  for (const seat of roster.validators)
    parts.push(
      fromHex(seat.validatorId),
      fromHex(seat.consensusKey),
      lengthPrefix(seat.orgId),
      lengthPrefix(seat.peerId),
    );
  if (roster.mode !== undefined) parts.push(lengthPrefix(roster.mode));
  return hashHex('roster', concat(...parts));
}

/** Position of a validator in the roster (its voterIndex), or -1. */
export function seatOf(roster: Roster, validatorId: Hash): number {
  return roster.validators.findIndex((seat) => seat.validatorId === validatorId);
}

function lengthPrefix(text: string): Uint8Array {
  const bytes = utf8(text);
  assert(bytes.length <= 0xffff, 'a roster text has at most 65535 bytes');
  return concat(u16(bytes.length), bytes);
}
