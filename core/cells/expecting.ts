// The classes and cells that a wallet has to find in a sealed move of an instance of language 2. They follow
// from the definition and from who held which role when the move was sealed.
import { type Plan, planOf } from '../blueprint/plan.js';
import type { RowOf, RunPeople } from '../blueprint/run-rows.js';
import type { Definition } from '../blueprint/types.js';
import { isDoing, moveTypeOf } from '../transaction/action-metadata.js';
import { plannedFor } from '../transaction/stated-vote.js';
import type { Transaction } from '../transaction/types.js';
import { type CellGroup, groupsOf, holdersOf } from './groups.js';
import { type Layout, layoutOf, WHOLE_MOVE } from './layout.js';
import type { Expected } from './open.js';

type Move = Pick<Transaction, 'header' | 'txId'>;

export interface ReadingRun {
  readonly wallet: string;
  readonly taken: Readonly<Record<string, string>>;
  /** The row of the move, if it has one. */
  readonly row: RunPeople | undefined;
}

/** Undefined where the wallet has no part in the move; `taken` are the open roles by participant id that were held. */
export function expectedOf(
  definition: Definition,
  { header }: Pick<Move, 'header'>,
  of: ReadingRun,
): Expected | undefined {
  if (!isDoing(header)) return { run: header, layout: WHOLE_MOVE, classes: [0] };
  const sealed = groupsOfRun(definition, { header }, of);
  const group = sealed?.groups.find(({ wallets }) => wallets.includes(of.wallet));
  return sealed && group && { run: header, layout: sealed.layout, classes: group.classes };
}

/** The groups of the envelope of a run; undefined for a move that is none. */
export function groupsOfRun(
  definition: Definition,
  { header }: Pick<Move, 'header'>,
  { taken, row }: Pick<ReadingRun, 'taken' | 'row'>,
): { readonly layout: Layout; readonly groups: readonly CellGroup[] } | undefined {
  const planned = isDoing(header) ? plannedFor(planOf(definition), header) : undefined;
  if (!planned) return undefined;
  const layout = layoutOf(definition, planned.action);
  // The envelope names the wallet, so that it could receive.
  const of = { sender: header.senderWallet, taken, held: row?.held, also: row?.also, cannotReceive: () => false };
  return { layout, groups: groupsOf(layout, holdersOf(definition, layout, of)) };
}

/** The same for the moves of one instance, as they pass in ledger order. */
export class Expecting {
  private readonly definition: Definition;
  private readonly plan: Plan;
  private readonly wallet: string;
  /** Open roles that are held now, by participant id: another object when it changes. */
  taken: Readonly<Record<string, string>> = {};

  private readonly rowOf: RowOf;

  constructor(definition: Definition, wallet: string, rowOf: RowOf) {
    this.definition = definition;
    this.plan = planOf(definition);
    this.wallet = wallet;
    this.rowOf = rowOf;
  }

  /** The next move, an action or a rejection of which takes an open role that was not held. */
  pass(tx: Move): Expected | undefined {
    const { wallet, taken, plan } = this;
    const expected = expectedOf(this.definition, tx, { wallet, taken, row: this.rowOf(tx.txId) });
    const planned = plannedFor(plan, tx.header);
    const isBinding = planned?.isOpenRole && (isDoing(tx.header) || moveTypeOf(tx.header) === 'Rejection');
    const role = isBinding ? planned.sender.id : undefined;
    if (role !== undefined && !Object.hasOwn(taken, role)) this.taken = { ...taken, [role]: tx.header.senderWallet };
    return expected;
  }
}
