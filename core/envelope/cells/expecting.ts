// The classes and cells that a wallet has to find in a sealed move of an instance. They follow
// from the definition and from who held which role when the move was sealed.

import type { Definition } from '../../blueprint/definition/types.js';
import type { RunPeople } from '../../blueprint/instance/run-rows.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Transaction } from '../../model/transaction.js';
import { isDoing, moveTypeOf } from '../../transaction/move-type.js';
import { planFor } from '../../transaction/stated-vote.js';
import { type CellGroup, evidenceFor, groupsOf, holdersOf } from '../layout/groups.js';
import { type Layout, layoutOf, WHOLE_MOVE } from '../layout/layout.js';
import type { ExpectedGroup } from './open.js';

type Move = Pick<Transaction, 'header'>;

export interface ReadingRun {
  readonly wallet: string;
  readonly taken: Readonly<Record<string, string>>;
  /** The row of the move, if it has one. */
  readonly row: RunPeople | undefined;
}

/** The cells of a run and the groups of its envelope. */
export interface RunGroups {
  readonly layout: Layout;
  readonly groups: readonly CellGroup[];
  /** Places of the classes that a wallet gets from node to node. */
  readonly evidenceFor: (wallet: string) => readonly number[];
}

/** Undefined where the wallet has no part in the move; `taken` are the open roles by participant id that were held. */
export function expectGroup(definition: Definition, move: Move, of: ReadingRun): ExpectedGroup | undefined {
  return expectRunGroup(move, groupsOfRun(definition, move, of), of.wallet);
}

/** The same by the groups of a run. */
export function expectRunGroup(
  { header: run }: Move,
  sealed: RunGroups | undefined,
  wallet: string,
): ExpectedGroup | undefined {
  if (!isDoing(run)) return { run, layout: WHOLE_MOVE, classes: [0] };
  const group = sealed?.groups.find(({ wallets }) => wallets.includes(wallet));
  return sealed && group && { run, layout: sealed.layout, classes: group.classes, kept: sealed.evidenceFor(wallet) };
}

/** The groups of the envelope of a run; undefined for another move. */
export function groupsOfRun(
  definition: Definition,
  { header }: Move,
  { taken, row }: Pick<ReadingRun, 'taken' | 'row'>,
): RunGroups | undefined {
  const planned = isDoing(header) ? planFor(planOf(definition), header) : undefined;
  if (!planned) return undefined;
  const layout = layoutOf(definition, planned.action);
  // The envelope names the wallet, so that it could receive.
  const of = { sender: header.senderWallet, taken, held: row?.held, also: row?.also, cannotReceive: () => false };
  const holders = holdersOf(definition, layout, of);
  return { layout, groups: groupsOf(layout, holders), evidenceFor: (wallet) => evidenceFor(layout, holders, wallet) };
}

/**
 * Open roles that are held behind a move, an action or a rejection of which takes one that was not: else the same
 * object.
 */
export function rolesTaken(
  definition: Definition,
  { header }: Move,
  taken: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const planned = planFor(planOf(definition), header);
  const isBinding = planned?.isOpenRole && (isDoing(header) || moveTypeOf(header) === 'Rejection');
  const role = isBinding ? planned.sender.id : undefined;
  return role === undefined || Object.hasOwn(taken, role) ? taken : { ...taken, [role]: header.senderWallet };
}
