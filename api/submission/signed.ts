// A transaction that a wallet signs at its caller's word: from a draft to what can be submitted. Whether the caller may
// use the wallet is decided in api/access/wallet-standing.ts, and whether the transaction is good by the rules of the
// ledger.
import { fromHex, toBase64 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type DraftSubmission, prepare, withSignedStatement } from '../../core/kinds/build.js';
import type { Transaction } from '../../core/model/transaction.js';
import { signedTransaction } from '../../core/transaction/encode.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { signWith } from './wallet-keys.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'audit' | 'wallets' | 'keystore' | 'verifySignature'>;

/**
 * The draft signed by its sender: with the wallet's own key, or with that of `derivationPath` where its address is the
 * sender. Issues about the sender point at `/senderWallet`, others into the draft as the ledger sees it.
 */
export async function signByWallet(
  call: ApiCall<Deps>,
  draft: DraftSubmission,
  derivationPath?: string,
): Promise<Result<Transaction>> {
  const prepared = prepare(draft);
  if (isFailure(prepared)) return prepared;
  const { senderWallet } = draft;
  const wallet = call.deps.wallets.find(senderWallet);
  if (wallet && wallet.pqcAddress === senderWallet)
    return fail(issue('ALGORITHM_UNSUPPORTED', SENDER, 'Sign with the address of the wallet, or with its hybrid one.'));
  const sign = (digest: string) =>
    signWith(call, wallet?.id ?? senderWallet, {
      data: toBase64(fromHex(digest)),
      isPreHashed: true,
      hybridMode: wallet?.hybridAddress === senderWallet,
      ...(derivationPath === undefined ? {} : { derivationPath }),
    });
  const signed = await sign(prepared.digest);
  if (isFailure(signed)) return signed.mapIssues((problem) => ({ ...problem, path: SENDER }));
  const said = prepared.statementDigest === undefined ? undefined : await sign(prepared.statementDigest);
  if (isFailure(said)) return said.mapIssues((problem) => ({ ...problem, path: SENDER }));
  const { publicKey, signature, algorithm } = signed;
  const entry = { publicKey: toBase64(publicKey), signatureValue: toBase64(signature), algorithm };
  const { unsigned } = said ? withSignedStatement(prepared, toBase64(said.signature)) : prepared;
  return signedTransaction(unsigned, [entry]);
}

const SENDER = '/senderWallet';
