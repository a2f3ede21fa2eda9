// The parts of an encrypted action that evidence shows beside the transaction: who stated them is proven with it. An
// opening is checked against the transaction alone, without a key and without the definition.
import { issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { verifyOpening } from '../../envelope/cells/opening.js';
import type { FileManifest } from '../../envelope/files.js';
import { instanceIdOf } from '../../instance/rows.js';
import type { Transaction } from '../../model/transaction.js';
import { type StatedVote, statedVote } from '../../transaction/stated-vote.js';

/** A part of an action, at its JSON Pointer; `absent` where its sender stated that there is none. */
export type StatedPart = { readonly pointer: string } & ({ readonly value: Json } | { readonly absent: true });

/** The data that a wallet stated in an action, as far as it is shown. */
export interface Statement {
  readonly wallet: string;
  readonly instanceId: string;
  readonly actionId: string;
  /** Of a vote on the action, which everybody reads. */
  readonly vote?: StatedVote;
  readonly parts: readonly StatedPart[];
  /** Files that these parts name, without the keys that the opening has. */
  readonly files?: readonly Pick<FileManifest, 'fileId' | 'name' | 'contentType' | 'size' | 'sha256'>[];
}

/** The statement that an opening proves of a transaction; EVIDENCE_INVALID where it proves none. */
export function statementIn(opening: Json, tx: Transaction): Result<Statement> {
  if (!isObject(opening)) return fail(issue('EVIDENCE_INVALID', '', 'An opening is an object.'));
  const value = partsOfCells(opening, tx);
  if (isFailure(value)) return value;
  if (value.parts.length === 0)
    return fail(issue('EVIDENCE_INVALID', '', 'The opening shows no part of the transaction.'));
  const { senderWallet: wallet, actionId } = tx.header;
  const cast = statedVote(tx.header);
  const vote = cast && {
    vote: { role: cast.role, vote: cast.vote, ...(cast.for !== undefined && { for: cast.for }) },
  };
  return { wallet, instanceId: instanceIdOf(tx), actionId, ...vote, ...value };
}

type Found = Pick<Statement, 'parts' | 'files'>;

function partsOfCells(opening: Json, tx: Transaction): Result<Found> {
  const proven = verifyOpening(opening, tx);
  if (isFailure(proven)) return proven;
  const parts = proven.cells.map(({ pointer, value }) =>
    value === undefined ? { pointer, absent: true as const } : { pointer, value },
  );
  const files = proven.manifests.map(({ fileId, name, contentType, size, sha256 }) => ({
    fileId,
    name,
    contentType,
    size,
    sha256,
  }));
  return { parts, ...(files.length > 0 && { files }) };
}
