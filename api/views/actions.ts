// Actions in the words of the answers: what may be begun, and one action with the fields that a wallet sees of it.
// Shapes only.
import type { Static } from 'typebox';
import { definitionAt } from '../../actors/workflow/instance/definition-at.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { localize, namesOf } from '../../core/blueprint/definition/texts.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { filesNamedIn } from '../../core/envelope/files.js';
import { mayOpen, takesPart } from '../../core/instance/people/opening.js';
import type { StateView } from '../../core/model/register.js';
import type { Suspicion } from '../../core/reading/cells/suspicion.js';
import type { Visible } from '../../core/reading/cells/visible.js';
import { STATE_KEY } from '../../core/register/state-keys.js';
import { isEncrypted } from '../../core/transaction/action-metadata.js';
import { moveTypeOf } from '../../core/transaction/move-type.js';
import { isTimer } from '../../core/transaction/timer.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ActionDetails, StartingActions } from '../schemas/workflow/workflow.js';
import { isoTime } from './transactions.js';

type Startable = Static<typeof StartingActions>['blueprints'][number];

interface StartingAsk {
  readonly wallet: string;
  readonly nowMs: number;
  /** Workflows in which the wallet has no part are left out. */
  readonly partsOnly: boolean;
  readonly languages: readonly string[];
}

/**
 * The starting actions of a publication; none for one that this node does not hold, or in which the wallet has no part
 * where that is asked for.
 */
export function startableView(
  view: StateView,
  publicationTxId: string,
  { wallet, nowMs, partsOnly, languages }: StartingAsk,
): readonly Startable[] {
  const row = view.state(STATE_KEY.publication(publicationTxId));
  const blueprintId = String(row?.blueprintId ?? '');
  const definition = row && definitionAt(view, { blueprintId, publicationTxId });
  if (!definition) return [];
  const opening = { definition, blueprintId, wallet, atMs: nowMs };
  if (partsOnly && !takesPart(view, opening)) return [];
  const starts = [...planOf(definition).actions.values()].filter(
    (action) => action.isStarting && action.priors.length === 0,
  );
  const { title, description = '' } = localize(definition, languages);
  const availableActions = starts.map((planned) => {
    const { action } = planned;
    const names = namesOf(definition, action, languages);
    return {
      actionId: action.id,
      title: names.title ?? `Action ${action.id}`,
      description: names.description,
      isAvailable: mayOpen(view, opening, planned),
      dataSchema: canonical(action.dataSchemas ?? []),
    };
  });
  return [{ blueprintId, publicationTxId, title, description, version: Number(row.ordinal), availableActions }];
}

/** An action as a wallet sees it; undefined where nothing of it is for the wallet. */
export function detailsView(
  { id }: Pick<RegisterRecord, 'id'>,
  of: { readonly sealed: SealedTransaction; readonly instanceId: string; readonly wallet: string },
  seen: Visible,
): Static<typeof ActionDetails> | undefined {
  const { txId, header, payload } = of.sealed.transaction;
  const groups = seen.opened.get(txId) ?? [];
  if (isEncrypted(header) && groups.length === 0 && header.senderWallet !== of.wallet) return undefined;
  // The data of an action is what this wallet takes of it; a rejection or cancellation has its reason.
  const said = isEncrypted(header) ? groups.map(({ fields }) => fields) : [payload as JsonObject];
  // Unlike assignment this makes an own member of every name.
  const shown = seen.facts.get(txId) ?? Object.fromEntries(said.flatMap((fields) => Object.entries(fields)));
  const files = filesNamedIn(
    shown,
    groups.flatMap((group) => group.files),
  );
  return {
    transactionHash: txId,
    blueprintId: header.blueprintId,
    actionId: header.actionId,
    instanceId: of.instanceId,
    type: moveTypeOf(header),
    senderWallet: header.senderWallet,
    ...(isTimer(header) && { timer: String(header.metadata?.timer) }),
    registerAddress: id,
    payloadData: { ...shown },
    suspect: suspectView(seen.suspect.filter((item) => item.txId === txId)),
    files: files.map(({ fileId, name, contentType, size }) => ({ fileId, fileName: name, contentType, size })),
    timestamp: isoTime(of.sealed.timestampMs),
    ...(header.previousTransactionId === undefined ? {} : { previousTransactionHash: header.previousTransactionId }),
  };
}

export function suspectView(suspect: readonly Suspicion[]): Static<typeof ActionDetails>['suspect'] {
  return suspect.map(({ txId, actionId, sender, member, reason, undone }) => ({
    transactionHash: txId,
    actionId,
    senderWallet: sender,
    member,
    reason,
    isUndone: undone === true,
  }));
}
