// Rehearsals of drafts, when each of them is due, and the sandbox register of each organisation. Checks read what is
// queued too; writes are operations for the caller's one commit. The keys of a rehearsal's wallets are in keystore.ts;
// what a rehearsal did is on its sandbox register.
import { REHEARSAL_IDLE_MS, REHEARSAL_KEEP_MS } from '../../../core/base/limits/node/rehearsals.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export type RehearsalOutcome = 'InProgress' | 'Passed' | 'Abandoned' | 'Failed';
export type RehearsalLineKind = 'Info' | 'Sealed' | 'Gate' | 'Routed' | 'Delivered' | 'Error';

export interface RehearsalLine {
  readonly atMs: number;
  readonly kind: RehearsalLineKind;
  readonly message: string;
}

export interface RehearsalStep {
  readonly actionId: number;
  readonly title: string;
  /** Participant id of the sender. */
  readonly actingRole: string;
  readonly status: 'Pending' | 'Current' | 'Done';
}

/**
 * A wallet that one rehearsal made: for a role, in place of an address that takes part without being one, or of the
 * test issuer.
 */
export interface RoleWallet {
  readonly role: string;
  readonly address: string;
  /** Base64, ED25519; of the test issuer NISTP256. */
  readonly publicKey: string;
  /** Of the test issuer: DER in base64. */
  readonly certificates?: { readonly anchor: string; readonly leaf: string };
}

export interface Rehearsal {
  readonly organisationId: string;
  readonly blueprintId: string;
  readonly rehearsalId: string;
  /** Of the draft when the rehearsal began. */
  readonly execDefHash: string;
  /** Platform user id, or the subject of a service. */
  readonly startedBy: string;
  readonly startedAtMs: number;
  /** When somebody last did something in it. */
  readonly touchedAtMs: number;
  readonly sandboxRegisterId: string;
  readonly publicationTxId: string;
  readonly instanceId: string;
  /** Participant ids. */
  readonly roles: readonly string[];
  readonly currentActingRole: string;
  readonly outcome: RehearsalOutcome;
  /** Empty once their keys are gone. */
  readonly wallets: readonly RoleWallet[];
  readonly steps: readonly RehearsalStep[];
  readonly log: readonly RehearsalLine[];
  /** Transactions of the instance that the log tells of. */
  readonly told: number;
  readonly hasCycles: boolean;
}

export type RehearsalName = Pick<Rehearsal, 'organisationId' | 'blueprintId' | 'rehearsalId'>;

export interface RehearsalDue extends RehearsalName {
  readonly atMs: number;
}

type Key = readonly [organisationId: string, blueprintId: string, rehearsalId: string];
type DueKey = readonly [atMs: number, organisationId: string, blueprintId: string, rehearsalId: string];

const rehearsals = defineTable<Key, Rehearsal>('rehearsals');
const dues = defineTable<DueKey, number>('rehearsal-dues');
const sandboxes = defineTable<string, string>('sandboxes');

export class RehearsalStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly rehearsals: RowTable<Key, Rehearsal>;
  private readonly dues: RowTable<DueKey, number>;
  private readonly sandboxes: RowTable<string, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.rehearsals = new RowTable(kv, rehearsals);
    this.dues = new RowTable(kv, dues);
    this.sandboxes = new RowTable(kv, sandboxes);
  }

  find(name: RehearsalName): Rehearsal | undefined {
    return this.rehearsals.current(this.queued, keyOf(name));
  }

  /** Durable rehearsals of an organisation, or of one draft of it; at most `limit`, in no order that means anything. */
  async of(organisationId: string, blueprintId: string | undefined, limit: number): Promise<readonly Rehearsal[]> {
    const prefix = blueprintId === undefined ? [organisationId] : [organisationId, blueprintId];
    const rows: Rehearsal[] = [];
    for await (const [, rehearsal] of this.rehearsals.range({ prefix, limit })) rows.push(rehearsal);
    return rows;
  }

  /** From nothing, to nothing, or from one state of a rehearsal to the next, with the time at which it is due. */
  change(before: Rehearsal | undefined, after: Rehearsal | undefined): KvOp[] {
    return [
      ...(before ? [this.dues.del(dueKey(before))] : []),
      ...(before && !after ? [this.rehearsals.del(keyOf(before))] : []),
      ...(after ? [this.rehearsals.put(keyOf(after), after), this.dues.put(dueKey(after), 0)] : []),
    ];
  }

  /** Rehearsals that were due by then, the longest overdue first; at most `limit`. */
  async due(nowMs: number, limit: number): Promise<readonly RehearsalDue[]> {
    const rows: RehearsalDue[] = [];
    const to: DueKey = [nowMs + 1, '', '', ''];
    for await (const [[atMs, organisationId, blueprintId, rehearsalId]] of this.dues.range({
      from: [0, '', '', ''],
      to,
      limit,
    }))
      rows.push({ atMs, organisationId, blueprintId, rehearsalId });
    return rows;
  }

  /** Deletes a time at which nothing is due any more. */
  undue({ atMs, ...name }: RehearsalDue): KvOp {
    return this.dues.del([atMs, ...keyOf(name)]);
  }

  /** Id of the sandbox of an organisation. */
  sandboxOf(organisationId: string): string | undefined {
    return this.sandboxes.current(this.queued, organisationId);
  }

  putSandbox(organisationId: string, registerId: string): KvOp {
    return this.sandboxes.put(organisationId, registerId);
  }
}

/** A rehearsal with wallets is abandoned when it is not continued; one without is forgotten after a while. */
export function dueAtMs({ touchedAtMs, wallets }: Pick<Rehearsal, 'touchedAtMs' | 'wallets'>): number {
  return touchedAtMs + REHEARSAL_IDLE_MS + (wallets.length > 0 ? 0 : REHEARSAL_KEEP_MS);
}

function keyOf({ organisationId, blueprintId, rehearsalId }: RehearsalName): Key {
  return [organisationId, blueprintId, rehearsalId];
}

function dueKey(rehearsal: Rehearsal): DueKey {
  return [dueAtMs(rehearsal), ...keyOf(rehearsal)];
}
