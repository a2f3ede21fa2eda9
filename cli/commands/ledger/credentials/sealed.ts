// Whether a credential is what an action issued: its link leads to an Issuance that is proven in the history of a head
// that the caller has from elsewhere. No node is asked.
import { isFailure } from '../../../../core/base/result.js';
import { verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { type LinkedCopy, linkProblem } from '../../../../core/credentials/issuance/link.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { readIssuance } from '../../../../core/moves/issuance/form.js';
import { parseCheckpoint } from '../../../../core/register/checkpoint.js';
import { transactionDid } from '../../../../core/register/people/did.js';
import { CommandError, type Context, EXIT } from '../../../command/command.js';
import { objectIn, readDocument } from '../../../command/documents.js';
import { commandErrorOf } from '../../../command/failure.js';

/** The facts of its Issuance, where the caller stated evidence. */
export async function sealedFacts(
  context: Context,
  readLink: () => LinkedCopy | undefined,
): Promise<Readonly<Record<string, string>>> {
  const { input } = context;
  const [file, head] = [input.text('evidence'), parseCheckpoint(input.text('head')?.trim() ?? '')];
  if (file === undefined) {
    if (input.text('head') === undefined) return {};
    throw new CommandError('--head is the head under which --evidence is judged', { exit: EXIT.usage });
  }
  if (head === undefined)
    throw new CommandError('--evidence is judged under a head that you state: --head HASH@HEIGHT', {
      exit: EXIT.usage,
      hint: 'Get one from another organisation than the one that gave you the file: quorate register head REGISTER',
    });
  const linked = readLink();
  if (linked === undefined)
    throw new CommandError('the credential does not show its link to the ledger', {
      hint: 'Ask its holder to disclose the claim quorate_ledger (of an mdoc: org.quorate.1, ledger).',
    });
  const document = await readDocument(context, file);
  const proof = verifyEvidence(document.value, verifySync, { head });
  if (isFailure(proof)) throw commandErrorOf(proof.issues, { hint: 'Ask for it again: quorate tx evidence.' });
  if (proof.verdict !== 'valid')
    throw new CommandError('the evidence does not reach the head that you stated', {
      exit: EXIT.unanchored,
      hint: `quorate tx evidence ${proof.registerId} ${proof.txId} --head ${head.height} --out FILE`,
    });
  const { header, payload } = objectIn(document).transaction as unknown as Pick<Transaction, 'header' | 'payload'>;
  const issuance = header.metadata?.type === 'Issuance' ? readIssuance(payload) : undefined;
  if (issuance === undefined || isFailure(issuance))
    throw new CommandError('the evidence is not of an Issuance', {
      hint: `The credential names the transaction: ${linked.link.tx}`,
    });
  const { root, copies, validUntil } = issuance;
  const problem = linkProblem(linked, { tx: transactionDid(proof.registerId, proof.txId), root, copies });
  if (problem !== undefined)
    throw new CommandError(problem.replace(/^T/, 't').replace(/\.$/, ''), {
      hint: 'Do not take it: its issuer signed something else than it sealed, or the file is of another credential.',
    });
  return {
    sealedBy: header.senderWallet,
    sealedAt: new Date(proof.timestampMs).toISOString(),
    issuance: proof.txId,
    run: header.previousTransactionId ?? '',
    register: proof.registerId,
    ...(validUntil !== undefined && { endsBy: validUntil }),
  };
}
