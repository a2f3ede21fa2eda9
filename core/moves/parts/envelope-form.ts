// The form of an encrypted payload, whatever the move.
import { type Issue, issue } from '../../base/issue.js';
import { isObject } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import { contextOf, walletsOf } from '../../envelope/envelope.js';
import type { Transaction } from '../../model/transaction.js';
import { NONE } from './none.js';

/** VAL_CELL_001: an envelope of another version than 2. */
export function versionProblem({ payload }: Pick<Transaction, 'payload'>): Issue | undefined {
  if (isObject(payload) && payload.v === 2) return undefined;
  return issue('VAL_CELL_001', '/payload/v', 'An envelope has version 2, with one root.');
}

/**
 * VAL_CELL_001; VAL_SCHEMA_006 an envelope of the wrong form, with pointers into the document under `/payload`; 006 as
 * well for one whose wallets are not the recipients of the header, or without the instance that it is bound to.
 */
export function envelopeForm(tx: Transaction): readonly Issue[] {
  const { header, payload } = tx;
  const place = contextOf(header);
  if (isFailure(place)) return [place.issue];
  const problem = versionProblem(tx);
  if (problem) return [problem];
  const envelope = readEnvelope(payload);
  if (isFailure(envelope)) return [{ ...envelope.issue, path: `/payload${envelope.issue.path}` }];
  return recipientsProblem(walletsOf(envelope), header.recipients);
}

/**
 * VAL_SCHEMA_006: the public recipients of the header must be those of the envelope: a wallet is told of what it can
 * open, and of nothing else.
 */
export function recipientsProblem(
  wallets: readonly string[],
  recipients: readonly string[] | undefined,
): readonly Issue[] {
  if (recipients?.length === wallets.length && wallets.every((wallet, i) => wallet === recipients[i])) return NONE;
  const message = 'The recipients are the wallets of the envelope, in their order.';
  return [issue('VAL_SCHEMA_006', '/header/recipients', message)];
}
