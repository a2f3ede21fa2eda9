// Credentials that runs of workflows issue: which runs owe one, the copies that were planned for it, and whether its
// status is behind the ledger. How far each register was looked at stands beside them. It judges nothing.
import type { Hash } from '../../../core/model/register.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** A configuration of a run whose issuance is not sealed yet. */
export interface OwedIssuance {
  readonly registerId: string;
  /** TxId of the run. */
  readonly run: Hash;
  readonly config: string;
  readonly instanceId: string;
  /** Of the wallet that sent the run. */
  readonly organisationId: string;
  /** The credential that is planned for it. */
  readonly credentialId?: string;
  /** The credential in the place of which it comes. */
  readonly replaces?: { readonly credentialId: string; readonly issuanceTxId: Hash };
}

/** A credential of a run, from when its copies are planned. */
export interface RunIssuance extends Required<Omit<OwedIssuance, 'replaces'>>, Pick<OwedIssuance, 'replaces'> {
  /** The decimal spelling. */
  readonly actionId: string;
  /** The role that is given it. */
  readonly recipient: string;
  /** Where the transaction code of its offers goes to. */
  readonly txCode: 'none' | 'inbox' | 'mail';
  /** `record`: for keys alone that the record of the recipient names. */
  readonly holder: 'any' | 'record';
  /** For keys alone that the maker of the wallet vouches for. */
  readonly isAttested: boolean;
  /** Root of the copies, as the ledger gets it. */
  readonly root: Hash;
  readonly validFromMs: number;
  /** A place of the status list for each copy. */
  readonly places: readonly number[];
  /** The planned copies as JSON, encrypted. */
  readonly sealed: string;
  /** TxId of the issuance, from when it is sealed. */
  readonly issuanceTxId?: Hash;
}

/** A sealed Issuance of any node. */
export interface SealedIssuance {
  readonly registerId: string;
  readonly issuanceTxId: Hash;
}

export interface IssuingCursor {
  readonly height: number;
  readonly hash: Hash;
}

export type OwedKey = readonly [registerId: string, run: Hash, config: string];
type OfInstance = readonly [registerId: string, instanceId: string, credentialId: string];

const issuances = defineTable<string, RunIssuance>('run-issuances');
const ofInstances = defineTable<OfInstance, true>('instance-issuances');
const sealedIssuances = defineTable<string, SealedIssuance>('sealed-issuances');
const issuingOwed = defineTable<OwedKey, OwedIssuance>('issuing-owed');
const statusOwed = defineTable<string, true>('status-owed');
const cursors = defineTable<number, IssuingCursor>('issuing-cursors');

export class RunIssuances {
  private readonly issuances: RowTable<string, RunIssuance>;
  private readonly ofInstances: RowTable<OfInstance, true>;
  private readonly sealed: RowTable<string, SealedIssuance>;
  private readonly issuingOwed: RowTable<OwedKey, OwedIssuance>;
  private readonly statusOwed: RowTable<string, true>;
  private readonly cursors: RowTable<number, IssuingCursor>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.issuances = new RowTable(kv, issuances);
    this.ofInstances = new RowTable(kv, ofInstances);
    this.sealed = new RowTable(kv, sealedIssuances);
    this.issuingOwed = new RowTable(kv, issuingOwed);
    this.statusOwed = new RowTable(kv, statusOwed);
    this.cursors = new RowTable(kv, cursors);
  }

  find(credentialId: string): RunIssuance | undefined {
    return this.issuances.latest(this.queued, credentialId);
  }

  put(issuance: RunIssuance): KvOp[] {
    const { registerId, instanceId, credentialId } = issuance;
    return [
      this.issuances.put(credentialId, issuance),
      this.ofInstances.put([registerId, instanceId, credentialId], true),
    ];
  }

  /** Durable ones of a register, or of an instance of it. */
  async *of(place: readonly [registerId: string, instanceId?: string]): AsyncIterable<RunIssuance> {
    for await (const [, , id] of this.ofInstances.keys({ prefix: place as readonly string[] })) {
      const issuance = this.find(id);
      if (issuance !== undefined) yield issuance;
    }
  }

  /** Undefined where this node has no Issuance of the id. */
  findSealed(credentialId: string): SealedIssuance | undefined {
    return this.sealed.latest(this.queued, credentialId);
  }

  putSealed(credentialId: string, issuance: SealedIssuance): KvOp {
    return this.sealed.put(credentialId, issuance);
  }

  findOwed(key: OwedKey): OwedIssuance | undefined {
    return this.issuingOwed.latest(this.queued, key);
  }

  owe(owed: OwedIssuance): KvOp {
    return this.issuingOwed.put(keyOf(owed), owed);
  }

  settle(owed: OwedIssuance): KvOp {
    return this.issuingOwed.del(keyOf(owed));
  }

  /** Durable ones, at most `limit`. */
  async listOwed(limit: number): Promise<readonly OwedKey[]> {
    const keys: OwedKey[] = [];
    for await (const key of this.issuingOwed.keys({ limit })) keys.push(key);
    return keys;
  }

  oweStatus(credentialId: string): KvOp {
    return this.statusOwed.put(credentialId, true);
  }

  settleStatus(credentialId: string): KvOp {
    return this.statusOwed.del(credentialId);
  }

  async listOwedStatuses(limit: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const id of this.statusOwed.keys({ limit })) ids.push(id);
    return ids;
  }

  /** Throws StoreError for a damaged row. */
  cursor(reg: number): IssuingCursor | undefined {
    return this.cursors.get(reg);
  }

  putCursor(reg: number, cursor: IssuingCursor): KvOp {
    return this.cursors.put(reg, cursor);
  }
}

function keyOf({ registerId, run, config }: OwedIssuance): OwedKey {
  return [registerId, run, config];
}
