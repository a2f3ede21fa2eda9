// Signatures of this node for a register id, which it must remember longer than the register: which genesis it
// attested, and with which keys it may have voted before the data was deleted. A node that attested two dockets 0 of
// one id would let two ledgers carry it (docs/protocol.md 11).
import type { Hash } from '../../../core/model/register.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const meta = defineTable<string, Hash>('node-meta');
const left = defineTable<string, readonly Hash[]>('node-meta');

const nameOf = (registerId: string) => `genesis/${registerId}`;
const leftName = (registerId: string) => `left/${registerId}`;

/** Hash of the docket 0 that this node attested for the id, ever. */
export function attestedGenesis(kv: KvReader, registerId: string): Hash | undefined {
  return new RowTable(kv, meta).get(nameOf(registerId));
}

/** For the batch that stores the genesis: before anybody sees the attestation it is remembered. */
export function attestOp(kv: KvReader, registerId: string, genesisHash: Hash): KvOp {
  return new RowTable(kv, meta).put(nameOf(registerId), genesisHash);
}

/** Keys that this node had when it deleted a register of this id; undefined if it never did. */
export function leftKeys(kv: KvReader, registerId: string): readonly Hash[] | undefined {
  return new RowTable(kv, left).get(leftName(registerId));
}

/** For the batch that begins the deletion. */
export function leaveOp(kv: KvReader, registerId: string, validatorIds: readonly Hash[]): KvOp {
  return new RowTable(kv, left).put(leftName(registerId), validatorIds);
}
