// Asks the node of the wallet that sealed an Issuance for the offer of its credential. The recipient signs the question
// for the asking node. An answer counts where the wallet of the Issuance signed it, whatever other nodes say.
import { issue } from '../../core/base/issue.js';
import type { Clock } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import {
  answerDigest,
  askBytes,
  askDigest,
  RUN_OFFER,
  readAnswer,
  readToldOffer,
  signatureOf,
  type ToldOffer,
} from '../../core/credentials/issuance/run-offer.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { Ledger } from '../ledger-port.js';
import type { WalletAsker } from '../wallet-asks/asking.js';
import type { Acting } from '../workflow/encryption/acting.js';
import { keyNameOf } from '../workflow/encryption/recipient-keys.js';
import type { LedgerIssuance } from './sealed-issuance.js';

export interface OfferAskingPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly keystore: Pick<Keystore, 'sign'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly asker: Pick<WalletAsker, 'ask'>;
}

export interface AskedIssuance {
  readonly credentialId: string;
  readonly issuance: LedgerIssuance;
  /** The recipient. */
  readonly by: Pick<Acting, 'wallet' | 'address'>;
  /** Peer id of this node. */
  readonly from: string;
}

/** Codes of the node that keeps the credential, which says why it gives no offer of it. */
const TOLD: ReadonlySet<string> = new Set(['CREDENTIAL_REVOKED', 'FORBIDDEN', 'OFFER_EXPIRED', 'QUOTA_EXCEEDED']);

/** The codes above; WALLET_NODE_AWAY; those of the keystore. */
export async function askForOffer(
  { clock, keystore, ledger, asker }: OfferAskingPorts,
  { credentialId, issuance, by, from }: AskedIssuance,
): Promise<Result<ToldOffer>> {
  const { registerId, issuer } = issuance;
  const reg = ledger.register(registerId)?.reg;
  if (reg === undefined) return fail(unreachable('The register is gone.'));
  if (issuance.isReplaced) return fail(unreachable('Governance put another key in its place.'));
  const unsigned = { credentialId, wallet: by.address, atMs: clock.now() };
  const digest = askDigest(unsigned, { registerId, issuer, from });
  const signature = await keystore.sign(keyNameOf(by.wallet, by.address), digest);
  if (isFailure(signature)) return signature;
  const { algorithm, publicKey } = signature;
  const text = askBytes({ ...unsigned, signature: { algorithm, publicKey, signature: signature.signature } });
  const answer = await asker.ask({
    ...{ reg, registerId, wallet: issuer, subject: RUN_OFFER, text },
    isGood: (bytes) => believedOffer(bytes, issuer, digest) !== undefined,
  });
  if (!isFailure(answer))
    return believedOffer(answer, issuer, digest) ?? fail(unreachable('Its answer is not its own.'));
  const isTold = TOLD.has(answer.issue.code) || answer.issue.code === 'WALLET_NODE_AWAY';
  return isTold ? answer : fail(unreachable(answer.issue.message));
}

/** The offer that the wallet signed for this question. */
function believedOffer(bytes: Uint8Array, issuer: string, asked: Uint8Array): ToldOffer | undefined {
  const answer = readAnswer(bytes);
  const task = answer && signatureOf(issuer, answer.signature, answerDigest(asked, answer.offer));
  if (answer === undefined || task === undefined) return undefined;
  const { algorithm, publicKey, digest, signature } = task;
  return verifySync(algorithm, publicKey, digest, signature) ? readToldOffer(answer.offer) : undefined;
}

function unreachable(reason: string) {
  return issue('WALLET_NODE_AWAY', '', `The wallet that issued the credential gives no offer. ${reason}`);
}
