// Folds sealed dockets of one register into the rows of the inbox, and says what there is to tell about them. It reads
// the rows as they are and writes nothing: the rows, the cursor and nothing else are for one commit.
import { INBOX_LOST_MAX, INBOX_SLICE } from '../../../core/base/limits/node/inbox.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { nextOf } from '../../../core/instance/next.js';
import { instanceIdOf, isStart, rowsIn } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { InboxCursor, InboxInstance, InboxRows, LostPin } from '../../../storage/tables/workflow/inbox.js';
import type { SealedDocketFacts } from '../../background/sealed-docket-facts.js';
import type { Announcement } from '../../ports.js';
import { definitionAt } from '../instance/definition-at.js';
import { isGoing, type RegisterPlace } from '../instance/instance-record.js';
import { claimFacts } from './inbox-claims.js';
import { branchParts } from './inbox-row.js';
import { rowIn, scopesChanged, withListsAgain } from './inbox-standing.js';

export interface FoldPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly rows: Pick<InboxRows, 'instances' | 'changeOps' | 'cursorOp'>;
  /** Whether what a docket of that time holds is news. */
  readonly isNews: (atMs: number) => boolean;
  /** Lets others have a turn. */
  readonly pause: () => Promise<void>;
}

export interface Folded {
  readonly ops: readonly KvOp[];
  readonly cursor: InboxCursor;
  readonly facts: readonly Announcement[];
  /** Reminders may have changed. */
  readonly reminds: boolean;
}

interface Move {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly atMs: number;
}

/** The rows before and after a move. */
interface FoldedMove {
  readonly old: InboxInstance | undefined;
  readonly row: InboxInstance;
  /** It is the vote that decides. */
  readonly decides: boolean;
}

/**
 * `dockets` follow the cursor without a gap, at least one. A move whose definition this node has not is left out, and
 * the cursor says which definition that is: the rows have to be made again once it is back.
 */
export async function foldDockets(
  ports: FoldPorts,
  at: RegisterPlace,
  { cursor, dockets }: { readonly cursor: InboxCursor; readonly dockets: readonly SealedDocketFacts[] },
): Promise<Folded> {
  const sealed = ports.chain.view(at.reg);
  const definitionOf = definitions(sealed);
  const lost = new Map((cursor.lost ?? []).map((pin) => [pin.publicationTxId, pin]));
  const moves = dockets.flatMap(({ transactions, timestampMs: atMs }) =>
    transactions.flatMap((tx): Move[] => {
      if (kindOf(tx.header).kind !== 'action') return [];
      const definition = definitionOf(tx);
      if (!definition) lose(lost, tx);
      return !definition || isRecord(tx, definition) ? [] : [{ tx, definition, instanceId: instanceIdOf(tx), atMs }];
    }),
  );
  const before = await rowsBefore(ports, at, moves);
  const last = new Map(moves.map(({ instanceId }, i) => [instanceId, i]));
  const now = new Map(before);
  const facts: Announcement[] = [];
  for (const [i, move] of moves.entries()) {
    if (i % INBOX_SLICE === INBOX_SLICE - 1) await ports.pause();
    const { tx, instanceId, atMs } = move;
    const old = now.get(instanceId);
    // Its predecessor was left out. Where nothing was, rows are missing, and are made again.
    if (!old && !isStart(tx.header) && lost.size > 0) continue;
    const isFollowed = last.get(instanceId) !== i;
    const row = rowIn(sealed, { ...move, isFollowed }, old);
    now.set(instanceId, row);
    const led = rowsIn(sealed)(tx.txId)?.vote?.led;
    if (ports.isNews(atMs)) facts.push(...factsOf(at, move, { old, row, decides: led !== undefined }));
    if (ports.isNews(atMs)) facts.push(...claimFacts(sealed, move, { at, row }));
  }
  const ops: KvOp[] = [];
  let { instances, active } = cursor;
  let reminds = false;
  for (const [instanceId, after] of now) {
    const old = before.get(instanceId);
    if (!after || after === old) continue;
    ops.push(...ports.rows.changeOps({ reg: at.reg, instanceId, before: old, after }));
    reminds ||= (after.reminders ?? old?.reminders) !== undefined;
    if (!old) instances += 1;
    active += Number(isGoing(after.instance)) - Number(old !== undefined && isGoing(old.instance));
    facts.push(...availableFacts(ports, at, { instanceId, before: old, after }));
  }
  const { height, hash } = dockets.at(-1) as SealedDocketFacts;
  // Without an instance none depends on a record.
  const scopes =
    instances === 0
      ? []
      : dockets.flatMap(({ transactions }) => transactions.flatMap((tx) => scopesChanged(sealed, tx)));
  const again = withListsAgain(cursor.again ?? [], scopes);
  const folded = {
    ...{ height, hash, instances, active },
    ...(lost.size > 0 && { lost: [...lost.values()] }),
    ...(again.length > 0 && { again }),
  };
  return { ops: [...ops, ports.rows.cursorOp(at.reg, folded)], cursor: folded, facts, reminds };
}

/**
 * An action that opens an instance without a name and ends it: a record of the register, that nothing follows and
 * that is not asked for by an id. Ledgers hold millions of them, and their transactions are listed as it is.
 */
function isRecord(tx: Transaction, definition: Definition): boolean {
  const { header } = tx;
  return header.instanceId === undefined && isStart(header) && nextOf(planOf(definition), header).length === 0;
}

/**
 * The rows of the instances that the moves are about. An instance that is opened under its own name has none, as the
 * rules of the ledger see to.
 */
async function rowsBefore(ports: FoldPorts, { reg }: RegisterPlace, moves: readonly Move[]) {
  const before = new Map<string, InboxInstance | undefined>();
  const asked: string[] = [];
  for (const { tx, instanceId } of moves) {
    if (before.has(instanceId)) continue;
    before.set(instanceId, undefined);
    if (!isStart(tx.header) || tx.header.instanceId === undefined) asked.push(instanceId);
  }
  const rows = await ports.rows.instances(reg, asked);
  for (const [i, id] of asked.entries()) before.set(id, rows[i]);
  return before;
}

function definitions(view: StateView): (tx: Transaction) => Definition | undefined {
  const known = new Map<string, Definition | undefined>();
  return ({ header }) => {
    const { blueprintId, publicationTxId = '' } = header;
    if (!known.has(publicationTxId)) known.set(publicationTxId, definitionAt(view, { blueprintId, publicationTxId }));
    return known.get(publicationTxId);
  };
}

function lose(lost: Map<string, LostPin>, { header }: Transaction): void {
  const { blueprintId, publicationTxId = '' } = header;
  // The rows are made again when any of them is back, and then the others are met again.
  if (lost.size < INBOX_LOST_MAX) lost.set(publicationTxId, { blueprintId, publicationTxId });
}

function factsOf(
  { registerId }: RegisterPlace,
  { tx, instanceId, atMs }: Move,
  { old, row, decides }: FoldedMove,
): Announcement[] {
  const common = { registerId, instanceId, wallets: row.wallets, atMs, cause: tx.txId };
  const type = moveTypeOf(tx.header);
  const done = { actionId: Number(tx.header.actionId), txId: tx.txId, ...common };
  const facts: Announcement[] = [];
  if (type === 'Action' || decides) facts.push({ type: 'action-confirmed', ...done });
  if (type === 'Rejection') facts.push({ type: 'action-rejected', ...done });
  if (type === 'Timer') facts.push({ type: 'action-timed-out', ...done });
  if (type === 'Confirmation') facts.push({ type: 'confirmation-given', ...done });
  const { state } = row.instance;
  // Every instance begins as an active one.
  if (state !== (old?.instance.state ?? 'Active')) facts.push({ type: 'instance-state', state, ...common });
  if (!isGoing(row.instance)) facts.push({ type: 'workflow-completed', ...common });
  return facts;
}

/** The actions that wait now and did not before. */
export function availableFacts(
  { isNews }: Pick<FoldPorts, 'isNews'>,
  { registerId }: RegisterPlace,
  change: {
    readonly instanceId: string;
    readonly before: InboxInstance | undefined;
    readonly after: InboxInstance;
  },
): Announcement[] {
  const { instanceId, before, after } = change;
  const cause = after.lastTransactionId;
  const wasTold = (branch: string, wallet: string | undefined): boolean =>
    before?.pending.some((item) => !item.again && item.branch === branch && item.wallet === wallet) === true;
  return after.pending.flatMap(({ branch, wallet, sinceMs: atMs, again }): Announcement[] => {
    if (!isNews(atMs) || wasTold(branch, wallet)) return [];
    const { actionId: id, cancels, confirms, delivers, reminds, resolves } = branchParts(branch);
    // Nothing is to be done in the workflow, or not by this wallet, or not yet.
    if (delivers || reminds !== undefined || again) return [];
    const actionId = Number(id);
    const wallets = wallet === undefined ? [] : [wallet];
    if (cancels !== undefined) return [{ type: 'cancellation-asked', registerId, instanceId, wallets, atMs, cause }];
    const asked = confirms === undefined ? 'action-available' : 'confirmation-asked';
    const type = resolves === undefined ? asked : 'resolution-asked';
    return [{ type, registerId, instanceId, actionId, wallets, atMs, cause }];
  });
}
