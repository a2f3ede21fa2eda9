// From a request to a participant transaction: completes addresses with the keys of this node's wallets, signs with a
// wallet that the caller may use, submits. Whether the record may be published is decided by the rules of the ledger
// and nowhere here.

import { keyNameOf } from '../../../../actors/workflow/encryption/recipient-keys.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { fail, failFinally, isFailure, type Result } from '../../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../../core/crypto/derivation/hd.js';
import type { DraftSubmission } from '../../../../core/kinds/build.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../../core/kinds/participant.js';
import type { SignatureAlgorithm, Transaction } from '../../../../core/model/transaction.js';
import { encapsulationDigest } from '../../../../core/register/people/encapsulation.js';
import type {
  ParticipantAddress,
  ParticipantRecord,
  ParticipantRow,
} from '../../../../core/register/people/participants.js';
import { primaryDigest } from '../../../../core/register/people/primary-proof.js';
import { canSee } from '../../../../core/wallet/access.js';
import { standingOf, walletForKey } from '../../../access/wallet-standing.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { ApiCall } from '../../../define.js';
import { signByWallet } from '../../../submission/signed.js';
import { bodyIssues } from '../../../submission/submit.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';

export interface AskedAddress {
  readonly walletAddress: string;
  readonly publicKey?: string | undefined;
  readonly algorithm?: SignatureAlgorithm | undefined;
  readonly primary?: boolean | undefined;
  readonly encapsulationKey?: string | undefined;
  readonly encapsulationProof?: string | undefined;
}

export interface Publication {
  readonly registerId: string;
  /** Address of the wallet that signs. */
  readonly signer: string;
  readonly record: ParticipantRecord;
  /** TxId of the version before. */
  readonly previous?: string | undefined;
}

/**
 * The addresses with keys, and the proof of those that do not sign the record; RECIPIENT_KEY_UNKNOWN where none is
 * given and the wallet is not one of this node that the caller sees.
 */
export async function addressesOf(
  call: ApiCall<LedgerDeps>,
  asked: readonly AskedAddress[],
  { signer, isSigned = false }: { readonly signer: string; readonly isSigned?: boolean },
): Promise<Result<readonly ParticipantAddress[]>> {
  const states = asked.some(({ primary }) => primary === true);
  const addresses: ParticipantAddress[] = [];
  for (const [i, address] of asked.entries()) {
    // A version that was signed stays as it is.
    const known = isSigned ? undefined : await keysHere(call, address);
    const primary = states ? address.primary === true : i === 0;
    const { walletAddress } = address;
    const publicKey = address.publicKey ?? known?.publicKey;
    const algorithm = address.algorithm ?? known?.algorithm;
    const encapsulationKey = address.encapsulationKey ?? known?.encapsulationKey;
    if (publicKey === undefined || algorithm === undefined)
      return fail(issue('RECIPIENT_KEY_UNKNOWN', `/addresses/${i}`, 'Give publicKey and algorithm of this wallet.'));
    const isOwn = known !== undefined && known.encapsulationKey === encapsulationKey && walletAddress !== signer;
    const proof = address.encapsulationProof ?? (isOwn ? await proofOf(call, walletAddress) : undefined);
    addresses.push({
      ...{ walletAddress, publicKey, algorithm, primary },
      ...(encapsulationKey === undefined ? {} : { encapsulationKey }),
      ...(proof === undefined ? {} : { encapsulationProof: proof }),
    });
  }
  return addresses;
}

type Keys = Required<Pick<AskedAddress, 'publicKey' | 'algorithm' | 'encapsulationKey'>>;

async function keysHere(call: ApiCall<LedgerDeps>, { walletAddress }: AskedAddress): Promise<Keys | undefined> {
  const { wallets, keystore } = call.deps;
  const wallet = wallets.find(walletAddress);
  if (wallet?.status !== 'Active' || !canSee(standingOf(call, wallet))) return undefined;
  const pair = await keystore.use(keyNameOf(wallet, walletAddress), ({ publicKey, algorithm }) => ({
    publicKey: toBase64(publicKey),
    algorithm,
  }));
  if (isFailure(pair)) return undefined;
  return { ...pair, encapsulationKey: toBase64(keystore.encapsulationKey(wallet.address)) };
}

/**
 * The signature of a wallet of this node for its own encapsulation key: a true statement that gives no right.
 */
async function proofOf(call: ApiCall<LedgerDeps>, walletAddress: string): Promise<string | undefined> {
  const { wallets, keystore } = call.deps;
  const wallet = wallets.find(walletAddress);
  if (!wallet) return undefined;
  const digest = encapsulationDigest(walletAddress, keystore.encapsulationKey(wallet.address));
  const signed = await keystore.sign(keyNameOf(wallet, walletAddress), digest);
  return isFailure(signed) ? undefined : toBase64(signed.signature);
}

/**
 * The next version of a record, signed by its new primary wallet where it has one that the caller may use on this node.
 * Else as it is: the ledger says what is missing.
 */
export async function provenRecord(
  call: ApiCall<LedgerDeps>,
  registerId: string,
  { record, before }: { readonly record: ParticipantRecord; readonly before: ParticipantRow | undefined },
): Promise<ParticipantRecord> {
  const { wallets, keystore } = call.deps;
  const primary = record.addresses.find((address) => address.primary)?.walletAddress ?? '';
  const wallet = wallets.find(primary);
  if (record.primaryProof !== undefined || before?.own !== true || before.primary === primary || !wallet) return record;
  const usable = await walletForKey(call, wallet.id, {
    use: 'sign',
    path: DEFAULT_PATH,
    hybrid: wallet.hybridAddress === primary,
  });
  if (isFailure(usable)) return record;
  const signed = await keystore.sign(keyNameOf(wallet, primary), primaryDigest(registerId, record));
  return isFailure(signed) ? record : { ...record, primaryProof: toBase64(signed.signature) };
}

/** Signs and submits. The answer to the caller, or the issues of keystore and ledger with pointers into the request. */
export async function publishRecord(call: ApiCall<LedgerDeps>, publication: Publication) {
  const tx = await signedTransaction(call, publication);
  if (isFailure(tx)) return tx;
  const outcome = await call.deps.ledger.submit(tx, {
    priority: 'Normal',
    waitMs: call.waitMs,
    from: fairKey(call),
    trace: call.trace,
  });
  if (outcome.status === 'refused') return failFinally(requestIssues(outcome.issues));
  const { registerId, signer, record } = publication;
  const { participantId, version } = record;
  return {
    transactionId: tx.txId,
    participantId,
    registerId,
    version,
    signerWallet: signer,
    status: outcome.status,
  };
}

async function signedTransaction(
  call: ApiCall<LedgerDeps>,
  { registerId, signer, record, previous }: Publication,
): Promise<Result<Transaction>> {
  const draft: DraftSubmission = {
    registerId,
    blueprintId: PARTICIPANT_BLUEPRINT,
    actionId: PARTICIPANT_ACTION,
    ...(previous === undefined ? {} : { previousTransactionId: previous }),
    senderWallet: signer,
    createdAt: isoTime(call.deps.clock.now()),
    payload: record as unknown as Json,
  };
  const tx = await signByWallet(call, draft);
  return isFailure(tx) ? fail(requestIssues(tx.issues)) : tx;
}

const SIGNER = '/signerWalletAddress';

/** The record is the payload, and its members are those of the request. */
function requestIssues(issues: readonly Issue[]): readonly Issue[] {
  return bodyIssues(issues).map((value) => {
    if (value.path === '/senderWallet') return { ...value, path: SIGNER };
    return value.path.startsWith('/payload') ? { ...value, path: value.path.slice('/payload'.length) } : value;
  });
}
