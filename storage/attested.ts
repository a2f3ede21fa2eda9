// Which genesis this node has attested for each register id. The row outlives the register: a node that attested two dockets 0 of one id would let
// two ledgers carry it (consensus.md 1.1).
import type { Hash } from '../core/register/types.js';
import type { KvOp } from './kv.js';
import { defineTable, type KvReader, Table } from './table.js';

const meta = defineTable<string, Hash>('node-meta');

const nameOf = (registerId: string) => `genesis/${registerId}`;

/** Hash of the docket 0 that this node attested for the id, ever. */
export function attestedGenesis(kv: KvReader, registerId: string): Hash | undefined {
  return new Table(kv, meta).get(nameOf(registerId));
}

/** For the batch that stores the genesis: before anybody sees the attestation it is remembered. */
export function attestOp(kv: KvReader, registerId: string, genesisHash: Hash): KvOp {
  return new Table(kv, meta).put(nameOf(registerId), genesisHash);
}
