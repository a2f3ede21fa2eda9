// Sealed things whose names begin with a text: the keys of their rows are in order, so that the first of them cost the
// same in a register of any length.
import { toHex } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Kv } from '../engine/kv.js';
import { openJson } from '../engine/value.js';
import { locationKey, stateKey, stateName } from '../keys/chain-keys.js';
import { afterPrefix, prefixRange } from '../keys/ranges.js';

export interface NamesAsked {
  /** `state`: keys of sealed state (core/register/state-keys.ts); `transaction`: TxIds. */
  readonly of: 'state' | 'transaction';
  /** Of a TxId 1 to 64 hex digits. */
  readonly from: string;
  readonly limit: number;
}

/** The values of rows of sealed state instead of their names. */
export async function statesFrom(
  kv: Pick<Kv, 'range'>,
  reg: number,
  { from, limit }: Omit<NamesAsked, 'of'>,
): Promise<JsonObject[]> {
  const states: JsonObject[] = [];
  for await (const [, value] of kv.range({ ...prefixRange(stateKey(reg, from)), limit }))
    states.push(openJson<JsonObject>(value, 'a row of register state'));
  return states;
}

const REG_BYTES = 5;
const TX_ID_DIGITS = 64;

/** At most `limit` names, durable, in the order of their rows. */
export async function keysFrom(
  kv: Pick<Kv, 'range'>,
  reg: number,
  { of, from, limit }: NamesAsked,
): Promise<readonly string[]> {
  const names: string[] = [];
  const range = of === 'state' ? prefixRange(stateKey(reg, from)) : txIdRange(reg, from);
  for await (const [key] of kv.range({ ...range, limit }))
    names.push(of === 'state' ? stateName(key) : toHex(key.subarray(REG_BYTES)));
  return names;
}

/** Half a byte may be asked for. */
function txIdRange(reg: number, digits: string) {
  return {
    gte: locationKey(reg, digits.padEnd(TX_ID_DIGITS, '0')),
    lt: afterPrefix(locationKey(reg, digits.padEnd(TX_ID_DIGITS, 'f'))),
  };
}
