// Founds a register on this node: docket 0, attested by every seat of its first roster, with record and consensus record in one synced batch.

import { type Issue, issue } from '../core/base/issue.js';
import { genesisAttestationDigest } from '../core/consensus/digest.js';
import { freshRecord, tipOf } from '../core/consensus/state.js';
import { verifySync } from '../core/crypto/algorithms.js';
import { genesisDocket, genesisState } from '../core/register/genesis-docket.js';
import type { GenesisPayload } from '../core/register/genesis-payload.js';
import { rosterHashOf, seatOf } from '../core/register/roster.js';
import type { SealedDocket } from '../core/register/types.js';
import type { Transaction } from '../core/transaction/types.js';
import { attestedGenesis, attestOp } from '../storage/attested.js';
import type { RegisterRecord } from '../storage/registers.js';
import type { LedgerPorts } from './ledger-host.js';

export interface Founding {
  readonly transaction: Transaction;
  readonly advertise: boolean;
  readonly purpose?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

type Founded = { readonly record: RegisterRecord; readonly sealed: SealedDocket };

/** Ids that are being founded right now: a node attests at most one genesis of an id, and the record is visible only once it is durable. */
const founding = new WeakMap<object, Set<string>>();

/** Issues: REGISTER_IN_USE, ATTESTATION_MISSING when the roster has seats of other nodes, and those of a genesis that does not hold. */
export async function foundRegister(ports: LedgerPorts, given: Founding): Promise<Founded | readonly Issue[]> {
  const { registers, signer, clock, verifier } = ports;
  const { transaction } = given;
  const { registerId } = transaction.header;
  const busy = founding.get(registers) ?? new Set<string>();
  founding.set(registers, busy);
  if (registers.byId(registerId) || busy.has(registerId))
    return [issue('REGISTER_IN_USE', '/registerId', 'A register with this id exists on this node.')];
  if (attestedGenesis(ports.kv, registerId) !== undefined)
    return [
      issue('REGISTER_IN_USE', '/registerId', 'This node attested a genesis of this id before, and attests no other.'),
    ];
  busy.add(registerId);
  try {
    const signaturesOk = await verifier.verify(transaction);
    const docket = genesisDocket({ transaction, timestampMs: clock.now(), proposer: signer.validatorId });
    const genesis = genesisState(docket, {
      verify: verifySync,
      signaturesOk: () => signaturesOk,
    });
    if (Array.isArray(genesis)) return genesis;
    const { state, changes } = genesis as Exclude<typeof genesis, Issue[]>;
    const { roster } = state;
    if (roster.validators.length !== 1 || seatOf(roster, signer.validatorId) !== 0)
      return [
        issue(
          'ATTESTATION_MISSING',
          '/validators',
          'Every validator of the first roster attests; only this node can here.',
        ),
      ];
    const sealed: SealedDocket = {
      docket,
      certificate: {
        kind: 'GENESIS',
        height: 0,
        round: 0,
        docketHash: docket.hash,
        rosterHash: rosterHashOf(roster),
        signatures: [{ voterIndex: 0, signature: signer.sign(genesisAttestationDigest(registerId, docket.hash)) }],
      },
    };
    const record = recordOf(ports, given, docket.hash);
    const { chain, journal } = ports;
    await registers.save(journal, record, [
      ...chain.sealOps({ reg: record.reg, sealed, after: state, changes }),
      ...chain.recordOps(record.reg, freshRecord(tipOf(sealed)), false),
      attestOp(ports.kv, registerId, docket.hash),
    ]);
    announce(ports, record, sealed);
    return { record, sealed };
  } finally {
    busy.delete(registerId);
  }
}

function recordOf(ports: LedgerPorts, given: Founding, genesisHash: string): RegisterRecord {
  const payload = given.transaction.payload as unknown as GenesisPayload;
  return {
    id: payload.registerId,
    reg: ports.registers.reserve(),
    name: payload.name,
    description: payload.description,
    tenantId: payload.tenantId,
    createdAt: payload.createdAt,
    updatedAt: payload.createdAt,
    status: 'ONLINE',
    seat: 'Running',
    advertise: given.advertise,
    isFullReplica: true,
    ...(given.purpose !== undefined && { purpose: given.purpose }),
    metadata: { ...payload.metadata, ...given.metadata },
    genesisHash,
  };
}

function announce(ports: LedgerPorts, record: RegisterRecord, { docket }: SealedDocket): void {
  const { announcements } = ports;
  announcements.announce({
    type: 'register-created',
    registerId: record.id,
    name: record.name,
    tenantId: record.tenantId,
  });
  announcements.announce({
    type: 'docket-sealed',
    registerId: record.id,
    height: 0,
    hash: docket.hash,
    transactions: docket.transactions,
    timestampMs: docket.header.timestampMs,
  });
}
