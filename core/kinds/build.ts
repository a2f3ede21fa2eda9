// An unsigned transaction from its parts: what a client has to sign, without hashing anything itself. Never sees a key
// and never signs.
import { toHex } from '../base/bytes.js';
import { issue } from '../base/issue.js';
import { canonical } from '../base/json.js';
import { fail, type Result } from '../base/result.js';
import { seesOf } from '../blueprint/names/run-reads.js';
import { planOf } from '../blueprint/plan/plan.js';
import { latestPublication, publishedDefinition } from '../instance/publications.js';
import { instanceAt, instanceIdOf } from '../instance/rows.js';
import type { StateView } from '../model/register.js';
import type { Submission } from '../model/transaction.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import {
  headerOf,
  PUBLISH_ACTION,
  payloadHashOf,
  signingDigest,
  txIdOf,
  type Unsigned,
} from '../transaction/encode.js';
import { isDoing } from '../transaction/move-type.js';
import { statementDigest, withStatement } from '../transaction/statement.js';
import { checkHeader } from '../transaction/structure.js';
import { kindOf } from './index.js';

/**
 * A submission without what follows from it. The sender must be named, because no signature tells it yet.
 */
export type DraftSubmission = Omit<Submission, 'transactionId' | 'payloadHash' | 'signatures' | 'senderWallet'> & {
  readonly senderWallet: string;
};

export interface Prepared {
  readonly transactionId: string;
  readonly payloadHash: string;
  /** 64 hex digits: the 32 bytes to sign. */
  readonly digest: string;
  /** Of a publication: the 32 bytes that its sender signs for `metadata.statement`, 64 hex digits. */
  readonly statementDigest?: string;
  /** The same for this node, which signs and goes on: nothing of it is made or judged again. */
  readonly unsigned: Unsigned;
  /** Lacks its signatures only. */
  readonly submission: Omit<Submission, 'signatures'>;
}

/** TxId, payload hash and signing digest of a draft; the VAL_STRUCT issues of its members otherwise. */
export function prepare(draft: DraftSubmission): Result<Prepared> {
  if (draft.payload === undefined || draft.payload === null)
    return fail(issue('VAL_STRUCT_005', '/payload', 'The transaction has no payload.'));
  const payloadText = canonical(draft.payload);
  const payloadHash = payloadHashOf(draft.payload, payloadText);
  const given = { payloadHash, ...draft };
  const issues = checkHeader(given, '');
  if (draft.senderWallet === undefined)
    issues.push(
      issue('VAL_STRUCT_011', '/senderWallet', 'A draft names its sender: there is no signature to tell it.'),
    );
  if (issues.length > 0) return fail(issues);
  const header = headerOf(given, draft.senderWallet);
  const headerText = canonical(header);
  const transactionId = txIdOf(header, payloadText, headerText);
  return {
    transactionId,
    payloadHash,
    digest: toHex(signingDigest(transactionId, payloadHash)),
    ...(header.actionId === PUBLISH_ACTION && { statementDigest: toHex(statementDigest(transactionId, header)) }),
    unsigned: { txId: transactionId, header, headerText, payload: draft.payload, payloadText },
    submission: {
      transactionId,
      ...header,
      payload: draft.payload,
      ...(draft.priority !== undefined && { priority: draft.priority }),
    },
  };
}

/** A prepared publication with its statement, base64. The statement that its sender signs beside it stays as it was. */
export function withSignedStatement(prepared: Prepared, statement: string): Prepared {
  const header = withStatement(prepared.unsigned.header, statement);
  return {
    ...prepared,
    unsigned: { ...prepared.unsigned, header, headerText: canonical(header) },
    submission: withStatement(prepared.submission, statement),
  };
}

/**
 * The draft of an action with the pin and the instance that the register implies: those of the previous transaction, or
 * else the newest publication; and of a readable one by how many moves it is calculated. Of what is encrypted elsewhere
 * its sender alone knows the state, and states it. Only for drafts: a signed transaction that lacks them is refused.
 */
export function fillDraft(draft: DraftSubmission, view: StateView): DraftSubmission {
  if (kindOf({ ...draft, payloadHash: '' }).kind !== 'action') return draft;
  const previous =
    draft.previousTransactionId === undefined ? undefined : view.transaction(draft.previousTransactionId);
  const follows = previous && kindOf(previous.header).kind === 'action' ? previous : undefined;
  const publicationTxId =
    draft.publicationTxId ?? follows?.header.publicationTxId ?? latestPublication(view, draft.blueprintId);
  const instanceId = draft.instanceId ?? (follows && instanceIdOf(follows));
  const filled = {
    ...draft,
    ...(publicationTxId !== undefined && { publicationTxId }),
    ...(instanceId !== undefined && { instanceId }),
  };
  const sees = follows && seesFor(filled, view);
  return sees === undefined ? filled : { ...filled, metadata: { ...draft.metadata, sees } };
}

function seesFor(draft: DraftSubmission, view: StateView): number | undefined {
  const { actionId, blueprintId, instanceId, metadata, publicationTxId } = draft;
  if (instanceId === undefined || publicationTxId === undefined) return undefined;
  if (metadata?.sees !== undefined || isEncrypted(draft) || !isDoing(draft)) return undefined;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  const planned = definition && planOf(definition).actions.get(actionId);
  return planned && seesOf(definition, planned.action, instanceAt(view, instanceId)).sees;
}
