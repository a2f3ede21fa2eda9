// The steps of an instance in ledger order, each with its author and where its proof is.
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { actionOf } from '../../../../core/blueprint/definition/conformance.js';
import { addressOfDid } from '../../../../core/register/people/did.js';
import { toldMove } from '../../../../core/transaction/told-move.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import type { ApiCall } from '../../../define.js';
import { Authors } from '../../../views/authors.js';
import { isoTime } from '../../../views/transactions.js';
import { type InstanceAt, type MovesPlace, movesOf } from '../../../workflow/sealed-moves.js';
import type { LedgerDeps } from '../deps.js';

/** The transaction, its author as of then, and its evidence. */
export function placeView(sealed: SealedTransaction, record: RegisterRecord, authors: Authors) {
  const { txId, header } = sealed.transaction;
  const author = authors.at(header.senderWallet, sealed.height);
  return {
    transactionId: txId,
    docketNumber: sealed.height,
    index: sealed.index,
    sealedAt: isoTime(sealed.timestampMs),
    senderWallet: header.senderWallet,
    ...(author && { author }),
    evidence: `/api/registers/${record.id}/transactions/${txId}/evidence`,
  };
}

export function titleOf({ definition }: InstanceView, actionId: string): string | null {
  return (definition && actionOf(definition, actionId)?.title) ?? null;
}

/** A page of the steps. */
export async function stepsOf(call: ApiCall<LedgerDeps>, { view, record }: InstanceAt, place: MovesPlace) {
  const { items, total } = await movesOf(call, { view, record }, place);
  const authors = new Authors(call.deps.chain, record.reg);
  return { items: items.map((sealed) => stepView(sealed, { view, record }, authors)), total };
}

function stepView(sealed: SealedTransaction, { view, record }: InstanceAt, authors: Authors) {
  const { header, signatures } = sealed.transaction;
  return {
    ...placeView(sealed, record, authors),
    ...toldMove(header),
    actionId: header.actionId,
    actionTitle: titleOf(view, header.actionId),
    previousTransactionId: header.previousTransactionId ?? null,
    payloadHash: header.payloadHash,
    signatures: signatures.map(({ algorithm, publicKey }) => ({ algorithm, publicKey })),
  };
}

/** The publication that the instance follows; undefined where this node does not hold it. */
export function definitionOf({ deps: { chain } }: ApiCall<LedgerDeps>, { view, record }: InstanceAt) {
  const sealed = chain.transaction(record.reg, view.publicationTxId);
  if (!sealed) return undefined;
  const named = { blueprintId: view.blueprintId, version: view.blueprintVersion };
  const authors = new Authors(chain, record.reg);
  const publishedBy = publisherIn(sealed.transaction);
  const author = publishedBy === undefined ? undefined : authors.at(publishedBy, sealed.height);
  const publisher = { ...(publishedBy !== undefined && { publishedBy }), ...(author && { author }) };
  return { ...named, ...placeView(sealed, record, authors), ...publisher };
}

/** The member for which a system wallet sent the publication; undefined where the member itself sent it. */
function publisherIn({ header }: SealedTransaction['transaction']): string | undefined {
  const publishedBy = header.metadata?.publishedBy;
  const address = typeof publishedBy === 'string' ? (addressOfDid(publishedBy) ?? publishedBy) : undefined;
  return address === header.senderWallet ? undefined : address;
}
