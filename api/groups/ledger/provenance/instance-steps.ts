// The steps of an instance in ledger order, each with its author and where its proof is.
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { actionOf } from '../../../../core/blueprint/definition/conformance.js';
import { addressOfDid } from '../../../../core/register/people/did.js';
import { toldMove } from '../../../../core/transaction/told-move.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { commonPage } from '../../../access/split.js';
import type { ApiCall } from '../../../define.js';
import { Authors } from '../../../views/authors.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';

export interface InstanceAt {
  readonly view: InstanceView;
  readonly record: RegisterRecord;
}

type Place = (total: number) => { readonly skip: number; readonly top: number };

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

/** A page of the steps. An opening action that names no instance is not in the index of names, and comes first. */
export async function stepsOf({ deps }: ApiCall<LedgerDeps>, { view, record }: InstanceAt, place: Place) {
  const { chain, ledger } = deps;
  const forkedFrom = ledger.forks.forkHeight(record.id);
  const read = (page: { skip: number; top: number }) =>
    commonPage(forkedFrom, page, (asked) => chain.byInstance(record.reg, view.id, asked));
  const first = chain.transaction(record.reg, view.firstTransactionId);
  const named = await read({ skip: 0, top: 1 });
  const [oldest] = named.items;
  const opening =
    first && first.transaction.txId !== oldest?.transaction.txId && isBefore(first, oldest) ? first : undefined;
  const unnamed = opening ? 1 : 0;
  const total = named.total + unnamed;
  const { skip, top } = place(total);
  const isFirst = opening !== undefined && skip === 0;
  const { items } = await read({ skip: Math.max(0, skip - unnamed), top: top - (isFirst ? 1 : 0) });
  const authors = new Authors(chain, record.reg);
  const steps = [...(isFirst ? [opening] : []), ...items].map((sealed) => stepView(sealed, { view, record }, authors));
  return { items: steps, total };
}

function isBefore(item: SealedTransaction, other: SealedTransaction | undefined): boolean {
  return (
    other === undefined || item.height < other.height || (item.height === other.height && item.index < other.index)
  );
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
