// Registers that were initiated and wait for their attestations (specification 4.2, reference-facts 4.2.2): durable, so
// that a restart between the two steps loses nothing, and bounded. It keeps the nonce as a hash only, because the nonce
// is what authenticates the second step.

import type { Validator } from '../../../core/model/register.js';
import type { Registration } from '../../../core/register/genesis/genesis.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface PendingRegistration {
  readonly registration: Registration;
  readonly advertise: boolean;
  readonly purpose?: string;
  /** Claim `sub` of who initiated it. */
  readonly initiatedBy: string;
  /** Seats of the first roster. */
  readonly validators?: readonly Validator[];
}

const pending = defineTable<string, PendingRegistration>('pending-registrations');
/** The names under which WalletStore finds a wallet; an attestation key of an organisation's wallet becomes one. */
const names = defineTable<string, string>('wallet-addresses');

export class Registrations {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly pending: RowTable<string, PendingRegistration>;
  private readonly names: RowTable<string, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.pending = new RowTable(kv, pending);
    this.names = new RowTable(kv, names);
  }

  get(registerId: string): PendingRegistration | undefined {
    return this.pending.current(this.queued, registerId);
  }

  put(entry: PendingRegistration): KvOp {
    return this.pending.put(entry.registration.registerId, entry);
  }

  del(registerId: string): KvOp {
    return this.pending.del(registerId);
  }

  /** Lets WalletStore.find know a wallet by the address of a key on the governance roster. */
  nameKey(keyAddress: string, walletAddress: string): KvOp {
    return this.names.put(keyAddress, walletAddress);
  }

  /** Deletions of what has expired, and how many are left: never more than the bound that the caller keeps. */
  async sweep(nowMs: number): Promise<{ readonly ops: readonly KvOp[]; readonly left: number }> {
    const ops: KvOp[] = [];
    let left = 0;
    for await (const [registerId, { registration }] of this.pending.range()) {
      if (Date.parse(registration.expiresAt) < nowMs) ops.push(this.pending.del(registerId));
      else left += 1;
    }
    return { ops, left };
  }
}
