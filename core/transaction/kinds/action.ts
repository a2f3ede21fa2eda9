// The transaction that does one step of a workflow instance. Its instance in the state remembers the pin, who plays the open roles, and which
// transactions still await a successor.
import { assert } from '../../base/assert.js';
import { hashHex } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { actionOf, hasOpenBranch, senderOfAction } from '../../blueprint/conformance.js';
import { STATE_KEY } from '../../register/state-keys.js';
import type { StateView } from '../../register/types.js';
import type { Transaction, TransactionHeader } from '../types.js';
import { publishedDefinition } from './publication.js';
import type { KindRow } from './types.js';

/** A sealed action that some route still leads on from. `taken` are the action ids of the successors it has. */
export interface Head {
  readonly action: number;
  readonly taken: readonly number[];
}

/** Value of the state key `inst/{instanceId}`. */
export interface Instance {
  readonly blueprintId: string;
  /** The pin: one definition for the whole instance. */
  readonly publicationTxId: string;
  /** Addresses that hold the open roles, by participant id. */
  readonly participants: Readonly<Record<string, string>>;
  /** By TxId. */
  readonly heads: Readonly<Record<string, Head>>;
}

export const action: KindRow = {
  kind: 'action',
  matches: () => true,
  check({ header }): Issue[] {
    if (!isStart(header) && header.instanceId === undefined)
      return [issue('VAL_STRUCT_011', '/header/instanceId', 'An action that follows another names its instance.')];
    return [];
  },
  apply(tx, view) {
    const { header } = tx;
    const definition = publishedDefinition(view, header.blueprintId, header.publicationTxId ?? '');
    const step = definition && actionOf(definition, header.actionId);
    assert(definition && step, 'the pin step passed, so definition and action are there');
    const instanceId = instanceIdOf(tx);
    const key = STATE_KEY.instance(instanceId);
    // As the chain step judged it: what another transaction sealed under the id that follows from this one is no part of its instance.
    const before = instanceBefore(view, tx);
    const heads: Record<string, Head> = { ...before?.heads };
    const previous =
      before && header.previousTransactionId !== undefined ? heads[header.previousTransactionId] : undefined;
    if (previous && header.previousTransactionId !== undefined) {
      const from = actionOf(definition, String(previous.action));
      const taken = [...previous.taken, step.id];
      if (from && hasOpenBranch(from, taken)) heads[header.previousTransactionId] = { ...previous, taken };
      else delete heads[header.previousTransactionId];
    }
    if (hasOpenBranch(step, [])) heads[tx.txId] = { action: step.id, taken: [] };
    const role = senderOfAction(definition, step);
    const open = role !== undefined && (role.walletAddress === undefined || role.walletAddress === null);
    // In canonical order, so that its canonical text is one native call.
    const instance: Instance = {
      blueprintId: header.blueprintId,
      heads,
      participants: { ...before?.participants, ...(open && { [role.id]: header.senderWallet }) },
      publicationTxId: header.publicationTxId as string,
    };
    return { changes: [{ key, value: instance as unknown as JsonObject }] };
  },
};

/** True for an action that opens an instance: it follows nothing, or the publication itself (reference-facts 1.3). */
export function isStart(header: TransactionHeader): boolean {
  return header.previousTransactionId === undefined || header.previousTransactionId === header.publicationTxId;
}

/** The instance of an action: the one it names, or for an opening action without a name the id that follows from its TxId. */
export function instanceIdOf(tx: Transaction): string {
  const { instanceId, registerId, blueprintId } = tx.header;
  return instanceId ?? hashHex('instance', registerId, blueprintId, tx.txId);
}

/**
 * The instance that an action meets. One that opens an instance without naming it meets none: the id follows from its own TxId, which is not sealed
 * yet, so nothing needs to be read.
 */
export function instanceBefore(view: StateView, tx: Transaction): Instance | undefined {
  if (tx.header.instanceId === undefined && isStart(tx.header)) return undefined;
  return instanceAt(view, instanceIdOf(tx));
}

export function instanceAt(view: StateView, instanceId: string): Instance | undefined {
  return view.state(STATE_KEY.instance(instanceId)) as unknown as Instance | undefined;
}
