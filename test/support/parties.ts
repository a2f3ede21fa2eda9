// Parties of a workflow without a ledger: each acts on what its wallet reads, seals what the definition discloses, and
// everybody reads everything. A liar may change what it seals on the way.
import { sha256, sha256Hex } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { actionOf } from '../../core/blueprint/definition/conformance.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../core/blueprint/execution/execute.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import type { FileReference } from '../../core/envelope/envelope.js';
import type { FileManifest } from '../../core/envelope/files.js';
import { groupsOf } from '../../core/envelope/groups.js';
import type { GroupContent } from '../../core/envelope/seal.js';
import type { Transaction } from '../../core/model/transaction.js';
import { openerOf, type Visible, visibleData } from '../../core/reading/cells/visible.js';
import { aWallet, CONTEXT, sealed, type TestWallet } from './disclosure.js';

export interface Move {
  /** The transaction that it follows; the newest when left out. */
  readonly follows?: number;
  /** How many transactions its sender knows; all when left out. */
  readonly knows?: number;
  /** Not encrypted. */
  readonly plain?: boolean;
  /** The result that a patched node seals instead of the engine's. */
  readonly forge?: (made: Executed) => Executed;
  readonly groups?: (groups: readonly GroupContent[]) => readonly GroupContent[];
  readonly files?: { readonly manifests: readonly FileManifest[]; readonly references: readonly FileReference[] };
}

export class Parties {
  readonly transactions: Transaction[] = [];
  readonly definition: Definition;
  private readonly wallets: ReadonlyMap<string, TestWallet>;
  private readonly open: readonly string[];

  /**
   * Roles share a wallet where `wallets` names one for both. Those of `open` are held from their first move on, the
   * others are fixed by the definition.
   */
  constructor(definition: Definition, wallets: Readonly<Record<string, string>> = {}, open: readonly string[] = []) {
    this.open = open;
    this.wallets = new Map(definition.participants.map(({ id }) => [id, aWallet(wallets[id] ?? id)]));
    const participants = definition.participants.map((one) =>
      open.includes(one.id) ? one : { ...one, walletAddress: this.walletOf(one.id).key.walletAddress },
    );
    this.definition = { ...definition, participants };
  }

  walletOf(role: string): TestWallet {
    const wallet = this.wallets.get(role);
    if (!wallet) throw new Error(`Nobody plays ${role}.`);
    return wallet;
  }

  see(role: string, knows = this.transactions.length): Visible {
    const { opener } = this.walletOf(role);
    const { definition } = this;
    const { walletAddress } = opener;
    const by = { definition, plan: planOf(definition), walletAddress };
    return visibleData(this.transactions.slice(0, knows), openerOf(opener), by);
  }

  /** The result of the engine: issues, or what it gave and what was sealed. */
  act(id: number, payload: JsonObject, move: Move = {}): Executed {
    const role = actionOf(this.definition, String(id))?.sender as string;
    const { fields: previous, sources } = this.see(role, move.knows);
    const statedBy = (name: string) => actionOf(this.definition, sources.get(name)?.actionId ?? '')?.sender;
    const made = execute({ definition: this.definition, actionId: String(id), payload, previous, statedBy });
    if (isFailure(made)) throw new Error(made.issues.map(({ code, path }) => `${code} ${path}`).join());
    this.seal(id, move.forge ? move.forge(made) : made, move);
    return made;
  }

  /** Seals without asking the engine. */
  seal(id: number, made: Executed, move: Move = {}): Transaction {
    const role = actionOf(this.definition, String(id))?.sender as string;
    const sender = this.walletOf(role).key;
    const of = new Map(
      made.disclosures.map(({ participantId: p }) => [
        p,
        p === role || this.isHeld(p, move.knows) ? [this.walletOf(p).key] : [],
      ]),
    );
    const { data, disclosures } = made;
    const files = move.files?.manifests ?? [];
    const grouped = groupsOf({ data, disclosures, sender, wallets: of, files });
    if (isFailure(grouped)) throw new Error(grouped.issues.map(({ message }) => message).join());
    const groups = move.groups ? move.groups(grouped.groups) : grouped.groups;
    const context = { ...CONTEXT, actionId: String(id) };
    const entropy = sha256(`entropy ${this.transactions.length}`);
    const references = move.files ? { files: move.files.references } : {};
    const payload = move.plain ? data : (sealed({ groups, context, entropy, ...references }) as unknown as Json);
    return this.add(
      id,
      payload,
      {
        ...(move.plain ? {} : { contentEncoding: 'encrypted' }),
        routing: { ...made.decision, blueprintDefinitionTxId: 'ab'.repeat(32) } as unknown as JsonObject,
      },
      move.follows,
    );
  }

  reject(id: number): Transaction {
    return this.add(id, { type: 'rejection' }, { type: 'Rejection' });
  }

  private add(id: number, payload: Json, metadata: JsonObject, follows = this.transactions.length - 1): Transaction {
    const role = actionOf(this.definition, String(id))?.sender as string;
    const previous = this.transactions[follows]?.txId;
    const header = {
      ...{ ...CONTEXT, actionId: String(id), blueprintId: 'parties', payloadHash: '', createdAt: '' },
      senderWallet: this.walletOf(role).key.walletAddress,
      ...(previous !== undefined && { previousTransactionId: previous }),
      metadata,
    };
    const txId = sha256Hex(JSON.stringify([header, payload, this.transactions.length]));
    const tx: Transaction = { txId, header, payload, signatures: [], bytes: new Uint8Array(0) };
    this.transactions.push(tx);
    return tx;
  }

  /** As the ledger binds roles: the first move of an open one takes it. */
  isHeld(role: string, knows = this.transactions.length): boolean {
    if (!this.open.includes(role)) return this.wallets.has(role);
    return this.transactions
      .slice(0, knows)
      .some(({ header }) => actionOf(this.definition, header.actionId)?.sender === role);
  }
}

/** Members that a reader does not take, with the reasons. */
export function suspicions({ suspect }: Visible): readonly string[] {
  return suspect.map(
    ({ actionId, member, reason, undone }) => `${actionId} ${member} ${reason}${undone ? ' undone' : ''}`,
  );
}

/** As a patched node does: members more, and everybody is shown everything. */
export function widened(more: JsonObject): (made: Executed) => Executed {
  return (made) => {
    const data = { ...made.data, ...more };
    const disclosures = made.disclosures.map(({ participantId }) => ({ participantId, data, pointers: [''] }));
    return { ...made, data, disclosures };
  };
}
