// The key of a holder as a COSE_Key (RFC 9053 section 7.1): P-256 alone, both coordinates whole.
import { concat } from '../../base/bytes.js';
import { membersOf } from '../cbor/members.js';
import type { CborMap, CborValue } from '../cbor/value.js';
import { need } from '../fault.js';

const LABELS = { kty: 1, kid: 2, alg: 3, operations: 4, crv: -1, x: -2, y: -3 };
/** The optional members say of the key what its use here does not ask. */
const SHAPE = {
  kty: 'count',
  crv: 'count',
  x: 'bytes',
  y: 'bytes',
  kid: 'any?',
  alg: 'any?',
  operations: 'any?',
} as const;
const EC2 = 2;
const P256 = 1;
const UNCOMPRESSED = Uint8Array.of(4);

/** The uncompressed point, 65 bytes. Throws a fault. */
export function deviceKeyOf(value: CborValue): Uint8Array {
  const { kty, crv, x, y } = membersOf(value, 'The device key', { shape: SHAPE, keys: LABELS });
  need(kty === EC2 && crv === P256 && x.length === 32 && y.length === 32, 'The device key is not one of P-256.');
  return concat(UNCOMPRESSED, x, y);
}

/** The COSE_Key of an uncompressed point of P-256. */
export function deviceKeyMap(point: Uint8Array): CborMap {
  const { kty, crv, x, y } = LABELS;
  return new Map<number, CborValue>([
    [kty, EC2],
    [crv, P256],
    [x, point.subarray(1, 33)],
    [y, point.subarray(33)],
  ]);
}
