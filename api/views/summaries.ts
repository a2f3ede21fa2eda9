// Dockets and transactions as lists and cards show them. Titles come from the publication that an action follows: what
// everybody who reads the register reads there.
import type { Static } from 'typebox';
import type { ConsensusReport } from '../../actors/docket/candidate.js';
import { definitionAt } from '../../actors/workflow/instance/definition-at.js';
import { isObject } from '../../core/base/json.js';
import { TITLE_SHOWN_MAX } from '../../core/base/limits/node/requests.js';
import { actionOf } from '../../core/blueprint/definition/conformance.js';
import { namesOf } from '../../core/blueprint/definition/texts.js';
import { kindOf } from '../../core/kinds/index.js';
import type { StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { SealedTransaction, StoredDocket } from '../../storage/chain/chain-read.js';
import type { DocketSummary, TransactionSummary } from '../schemas/registers/summaries.js';
import { isoTime, payloadSizeOf } from './transactions.js';

export function docketSummary({ header, hash, certificate }: StoredDocket): Static<typeof DocketSummary> {
  return {
    number: header.height,
    hash,
    ...(header.height === 0 ? {} : { previousHash: header.prevHash }),
    timestamp: isoTime(header.timestampMs),
    transactionCount: header.txCount,
    proposer: header.proposer,
    signers: signerBits(certificate.signatures),
  };
}

/** The docket that is being decided, with the votes of this round for it as bits of the places. */
export function candidateView(
  { height, round, leader, state, docketHash, votes, busy }: ConsensusReport,
  validators: readonly { readonly validatorId: string }[],
) {
  const bitsOf = (kind: 'PREPARE' | 'COMMIT'): number => {
    const voters = votes.filter(
      (vote) =>
        vote.kind === kind && vote.decision === 'Approve' && vote.round === round && vote.docketHash === docketHash,
    );
    const places = voters.map((vote) => validators.findIndex(({ validatorId }) => validatorId === vote.validatorId));
    return signerBits([...new Set(places)].filter((place) => place >= 0).map((voterIndex) => ({ voterIndex })));
  };
  const [prepared, committed] = [bitsOf('PREPARE'), bitsOf('COMMIT')];
  return { height, round, state, proposer: leader, docketHash, prepared, committed, busy };
}

/** A roster has 31 places at most: they are the bits of a whole number. */
function signerBits(signatures: readonly { readonly voterIndex: number }[]): number {
  return signatures.reduce((bits, { voterIndex }) => bits + 2 ** voterIndex, 0);
}

export function transactionSummary(
  { transaction, height, index, timestampMs }: SealedTransaction,
  view: StateView,
  languages: readonly string[],
): Static<typeof TransactionSummary> {
  const { txId, header } = transaction;
  const title = titleOf(transaction, view, languages)?.slice(0, TITLE_SHOWN_MAX);
  return {
    txId,
    docketNumber: height,
    index,
    sealedAt: isoTime(timestampMs),
    kind: kindOf(header).kind,
    ...(title === undefined ? {} : { title }),
    blueprintId: header.blueprintId,
    actionId: header.actionId,
    ...(header.instanceId === undefined ? {} : { instanceId: header.instanceId }),
    senderWallet: header.senderWallet,
    recipients: header.recipients?.length ?? 0,
    payloadSize: payloadSizeOf(transaction),
  };
}

/** Undefined for what has none, and where the publication is not here. */
function titleOf({ header, payload }: Transaction, view: StateView, languages: readonly string[]): string | undefined {
  const { publicationTxId, blueprintId, actionId } = header;
  if (kindOf(header).kind === 'publication')
    return isObject(payload) && typeof payload['title'] === 'string' ? payload['title'] : undefined;
  if (publicationTxId === undefined) return undefined;
  const definition = definitionAt(view, { blueprintId, publicationTxId });
  return definition && namesOf(definition, actionOf(definition, actionId), languages).title;
}
