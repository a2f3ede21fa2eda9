// The rows of an instance, read once from the sealed ledger: its state, its definition where this node has it, and
// its transactions in the order of the chain. It keeps nothing, so that it is the same after a restart.

import { type Issue, issue } from '../../../core/base/issue.js';
import { INSTANCE_READ_MAX } from '../../../core/base/limits/ledger/disputes.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { standingIds } from '../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan, PlannedAction } from '../../../core/blueprint/plan/planned.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { roleHolder } from '../../../core/blueprint/state/role-holder.js';
import { type Deputy, standingIn } from '../../../core/instance/people/deputies.js';
import { type HeldNow, holdersNow } from '../../../core/instance/people/holders.js';
import { instanceAt, instanceIdOf, isStart } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import { countsAsMove } from '../../../core/transaction/move-type.js';
import type { SealedTransaction } from '../../../storage/chain/chain-read.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import { definitionAt } from './definition-at.js';

export interface InstancePorts {
  readonly chain: Pick<ChainStore, 'view' | 'byInstance' | 'transaction' | 'lasting'>;
  readonly clock: { now(): number };
}

export interface RegisterPlace {
  readonly registerId: string;
  /** Local number. */
  readonly reg: number;
}

/** The rows of an instance, read once. */
export interface InstanceRecord {
  readonly at: RegisterPlace;
  readonly id: string;
  readonly row: Instance;
  readonly definition: Definition | undefined;
  readonly plan: Plan | undefined;
  /** Wallets that hold roles now by their records. */
  readonly held: HeldNow;
  /** The delegations by which a wallet does an action for the holder of its role, at a time. */
  readonly standsIn?: (
    planned: PlannedAction,
    by: { readonly wallet: string; readonly atMs: number },
  ) => readonly Deputy[];
  /** In ledger order, at least one. */
  readonly transactions: readonly SealedTransaction[];
}

/** INSTANCE_NOT_FOUND where nothing of it is sealed; INSTANCE_TOO_LONG above INSTANCE_READ_MAX transactions. */
export async function readInstance(
  { chain }: Pick<InstancePorts, 'chain'>,
  at: RegisterPlace,
  id: string,
): Promise<Result<InstanceRecord>> {
  const view = chain.view(at.reg);
  const row = instanceAt(view, id);
  if (!row) return fail(instanceNotFound());
  let transactions = await movesOf({ chain }, at, { id, row });
  if (!isFailure(transactions) && !reaches(transactions, row)) {
    // The row has what is sealed at once, and the index when it is on the disk. An action that was calculated by
    // the one without the other would state that it saw a run which it did not read.
    await chain.lasting();
    transactions = await movesOf({ chain }, at, { id, row });
  }
  if (isFailure(transactions)) return transactions;
  if (!reaches(transactions, row)) return fail(instanceNotFound());
  const definition = definitionAt(view, row);
  const held = holdersNow(view, id);
  const standsIn: InstanceRecord['standsIn'] = (planned, { wallet, atMs }) =>
    definition
      ? standingIn(view, { definition, blueprintId: row.blueprintId, instanceId: id, atMs }, { planned, wallet })
      : [];
  return { at, id, row, definition, plan: definition && planOf(definition), held, standsIn, transactions };
}

/** Its transactions as far as the index has them. */
async function movesOf(
  { chain }: Pick<InstancePorts, 'chain'>,
  at: RegisterPlace,
  { id, row }: Pick<InstanceRecord, 'id' | 'row'>,
): Promise<Result<InstanceRecord['transactions']>> {
  const { items, total } = await chain.byInstance(at.reg, id, { skip: 0, top: INSTANCE_READ_MAX });
  if (total > INSTANCE_READ_MAX)
    return fail(
      issue('INSTANCE_TOO_LONG', '/instanceId', `The instance has more than ${INSTANCE_READ_MAX} transactions.`),
    );
  const own = items.filter(({ transaction: tx }) => kindOf(tx.header).kind === 'action' && instanceIdOf(tx) === id);
  const opening = unnamedOpening({ chain }, at, { id, row, own });
  return opening ? [opening, ...own] : own;
}

/** Whether all moves of the row are among them. */
function reaches(transactions: InstanceRecord['transactions'], row: Instance): boolean {
  return transactions.filter(({ transaction }) => countsAsMove(transaction.header)).length >= row.moves;
}

/**
 * An opening action may name no instance: then the id follows from its TxId, and the index of names does not hold it.
 * It is what the others follow, or the one head, or the record.
 */
function unnamedOpening(
  { chain }: Pick<InstancePorts, 'chain'>,
  { reg }: RegisterPlace,
  { id, row, own }: { readonly id: string; readonly row: Instance; readonly own: readonly SealedTransaction[] },
): SealedTransaction | undefined {
  const named = new Set(own.map(({ transaction }) => transaction.txId));
  const followed = own.flatMap(({ transaction: { header } }) =>
    isStart(header) ? [] : (header.previousTransactionId ?? []),
  );
  for (const txId of new Set([...followed, ...standingIds(row), ...(row.record === undefined ? [] : [row.record])])) {
    const value = named.has(txId) ? undefined : chain.transaction(reg, txId);
    if (value && isUnnamedStart(value.transaction) && instanceIdOf(value.transaction) === id) return value;
  }
  return undefined;
}

function isUnnamedStart({ header }: SealedTransaction['transaction']): boolean {
  return header.instanceId === undefined && isStart(header);
}

/** It has not ended. */
export function isGoing({ state }: Pick<Instance, 'state'>): boolean {
  return state === 'Active' || state === 'Disputed';
}

/**
 * Wallets by participant id: those that the definition fixes, those that took an open role, and those that hold it now
 * by a record. A vacant role has none.
 */
export function walletsOfRoles(
  row: Pick<Instance, 'participants'> | undefined,
  definition: Definition | undefined,
  { roles }: HeldNow = { roles: {} },
): Readonly<Record<string, string>> {
  const taken = row?.participants ?? {};
  const fixed = (definition?.participants ?? []).filter(({ walletAddress }) => walletAddress);
  const ids = [...fixed.map(({ id }) => id), ...Object.keys(taken), ...Object.keys(roles)];
  const holders = [...new Set(ids)].map((id) => {
    const role = fixed.find((item) => item.id === id) ?? { id };
    return [id, roleHolder(role, { held: roles, taken })] as const;
  });
  return Object.fromEntries(holders.filter((holder): holder is readonly [string, string] => !!holder[1]));
}

export function instanceNotFound(): Issue {
  return issue('INSTANCE_NOT_FOUND', '/instanceId', 'No such instance, or it is not yours to see.');
}
