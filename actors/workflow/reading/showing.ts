// Opens parts of a sealed move for somebody who has no key: what a wallet reads of it, with what binds it to the
// transaction. It gives out nothing that the wallet was not given, and nothing that does not prove itself.

import { type Issue, issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { RowOf } from '../../../core/blueprint/state/run-row.js';
import { statementIn } from '../../../core/chain/evidence/opening.js';
import { type Opening, openingOf } from '../../../core/envelope/cells/opening.js';
import type { Opener } from '../../../core/envelope/open.js';
import { type DeliveredTo, layoutOfRun } from '../../../core/instance/deliveries/owed.js';
import { type KeptOf, RunOpener } from '../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { InstanceMoves } from '../../../core/reading/cells/instance-moves.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import { keyNameOf } from '../encryption/recipient-keys.js';
import type { InstanceRecord } from '../instance/instance-record.js';
import type { ShowingAsk, ShowingOutcome } from './ask.js';

export interface ShowingPorts {
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly carrying: Opener['carrying'];
  readonly rowOf: RowOf;
  readonly deliveredTo: DeliveredTo;
  readonly keptOf?: KeptOf | undefined;
}

/**
 * The opening of parts of a move. TRANSACTION_NOT_FOUND where the instance has no such move; BODY_INVALID at a pointer
 * that the wallet does not read or where nothing is encrypted; CIPHERTEXT_INVALID where the wallet was not given what
 * it has to see; PUBLICATION_NOT_FOUND where this node lacks the definition; and the issues of the key.
 */
export async function showingOf(
  ports: ShowingPorts,
  record: InstanceRecord,
  { txId, pointers, reader: { wallet, address } }: ShowingAsk,
): Promise<Result<ShowingOutcome>> {
  const tx = record.transactions.find(({ transaction }) => transaction.txId === txId)?.transaction;
  if (!tx)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The instance has no sealed transaction with this TxId.'));
  if (!isEncrypted(tx.header)) return fail(publicPayload());
  const opening = await ports.keystore.useToOpen(keyNameOf(wallet, address), (keys) =>
    openingIn(
      { record, tx, rowOf: ports.rowOf, deliveredTo: ports.deliveredTo, keptOf: ports.keptOf },
      { walletAddress: address, keys, carrying: ports.carrying },
      pointers,
    ),
  );
  if (isFailure(opening)) return opening;
  const statement = statementIn(opening as never, tx);
  return isFailure(statement) ? statement : { opening, statement };
}

export interface MoveToShow {
  readonly record: InstanceRecord;
  readonly tx: Transaction;
  readonly rowOf: RowOf;
  readonly deliveredTo: DeliveredTo;
  readonly keptOf?: KeptOf | undefined;
}

/** The opening of cells with the keys of a reader; issues as `showingOf` has them. */
export function openingIn(
  { record, tx, rowOf, deliveredTo, keptOf }: MoveToShow,
  opener: Opener,
  pointers: readonly string[],
): Result<Opening> {
  const { definition } = record;
  if (!definition)
    return fail(issue('PUBLICATION_NOT_FOUND', '/instanceId', 'This node lacks the definition of the instance.'));
  // The moves before say which wallet held which role then.
  const moves = record.transactions;
  const place = moves.findIndex(({ transaction }) => transaction === tx);
  const expected = new InstanceMoves({ definition, moves, rowOf }).expectedGroup(place, opener.walletAddress);
  const layout = layoutOfRun(definition, tx) ?? expected?.layout;
  const runs = new RunOpener({ definition, deliveredTo, transactionOf: opener.carrying, keptOf });
  const { given: cells, missing } = runs.open({ run: tx, expected, layout }, opener);
  if (!layout || (cells === 'nothing' && !missing)) return fail(nothingToShow());
  if (cells === 'nothing' || 'undelivered' in cells)
    return fail(
      issue('CIPHERTEXT_INVALID', '/txId', 'The wallet was not given what it has to see of this transaction.'),
    );
  return openingOf({ txId: tx.txId, run: tx.header, layout, opened: cells }, pointers);
}

function publicPayload(): Issue {
  return issue(
    'BODY_INVALID',
    '/txId',
    'The payload of this transaction is not encrypted: its evidence shows all of it, and needs no opening.',
  );
}

function nothingToShow(): Issue {
  return issue('BODY_INVALID', '/txId', 'The wallet reads nothing of this transaction, so it has nothing to show.');
}
