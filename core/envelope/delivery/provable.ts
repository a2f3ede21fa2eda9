// Provable deliveries: sealed so that their receiver can show others what they hold without its key, and opened by
// everybody whom it shows. A run under an agreement that serves nothing else: its sender proves to know the secret, so
// that a receiver is never made to show what another party sealed. Pure.
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { agreeWith, type Offered, WRAP, wipeAgreed } from '../../crypto/encryption/key-wrap.js';
import {
  isShownWrap,
  proveCarrier,
  type ShownAgreement,
  type ShownWrap,
  sharedBytes,
  showAgreement,
  verifyAgreement,
  verifyCarrier,
} from '../../crypto/encryption/shown-agreement.js';
import { addressOf } from '../../crypto/keys/address.js';
import { expand } from '../../crypto/keys/expand.js';
import type { KeyPair } from '../../crypto/signing/algorithms.js';
import type { Transaction } from '../../model/transaction.js';
import type { EnvelopeContext } from '../envelope.js';
import { lengthOf } from '../envelope-form.js';
import { openEncrypted } from '../open.js';
import {
  type DeliveredCells,
  type DeliveryEncryption,
  deliveredCells,
  type ExpectedRun,
  encryptDelivery,
  partsOf,
} from './delivery.js';
import {
  carrierContext,
  type Delivery,
  deliveryContext,
  isProofText,
  type ProofText,
  proofOf,
  receiptContext,
} from './delivery-form.js';

/** A sealed delivery, which has the form of one. */
export type DeliveryTx = Pick<Transaction, 'txId' | 'header' | 'payload'>;

/** The proof that its receiver shows of a provable delivery, in base64url. Members in canonical order. */
export interface ReceiptText extends ProofText {
  readonly shared: string;
}

const RECEIPT_MEMBERS = ['answer', 'challenge', 'shared'];

/** The form alone. */
export function isReceipt(value: Json): value is Json & ReceiptText {
  if (!hasOnly(value, RECEIPT_MEMBERS)) return false;
  const { shared, ...proof } = value;
  return isProofText(proof as Json) && SHARED_BYTES.includes(lengthOf(shared as Json));
}

/** Of a point of X25519, and of P-256. */
const SHARED_BYTES: readonly number[] = [WRAP.X25519, WRAP.P256].map(sharedBytes);

/**
 * The payload, of one run. Issues: as `encryptDelivery`, and VAL_DELIVER_002 for a key that nothing can be shown with:
 * RSA, and keys that only encapsulate.
 */
export function encryptProvable(sealing: DeliveryEncryption & { readonly sender: string }): Result<Delivery> {
  const { context, sender, role, runs, to, entropy } = sealing;
  const { encapsulationKey: _, ...classical } = to;
  const drawn = expand({ from: entropy, label: 'quorate:delivery-proof:agreement' }, 32);
  const agreed = agreeWith(classical, drawn);
  if (isFailure(agreed)) return fail(unshown());
  const { wrap, carrier } = agreed;
  if (!isShownWrap(wrap)) return fail(unshown());
  const run = runs[0]?.txId ?? '';
  const made = encryptDelivery({ ...sealing, to: { ...classical, agreed } as DeliveryEncryption['to'] });
  const place = carrierContext(context, { run, role, wallet: to.walletAddress, sender });
  const known = proveCarrier(wrap, { carrier, entropy: drawn, context: place });
  wipeAgreed(agreed as Offered);
  drawn.fill(0);
  if (isFailure(made)) return made;
  const { gate, groups, ...others } = made;
  const proof = { answer: toBase64Url(known.answer), challenge: toBase64Url(known.challenge) };
  return { ...(gate !== undefined && { gate }), groups, proof, ...others };
}

function unshown(): Issue {
  return issue(
    'VAL_DELIVER_002',
    '/payload/role',
    'Nothing that is sealed to this wallet can be proven: expected a key of ED25519 or NISTP256, or of one of them with ML-DSA-65.',
  );
}

/**
 * VAL_DELIVER_002: the proof of a delivery is not of its carrier, sender and place, or that is not a point of the group
 * of prime order. A delivery without a proof is another matter.
 */
export function provableProblem(tx: Pick<Transaction, 'header' | 'payload'>): Issue | undefined {
  const { proof, role, runs, wallets } = tx.payload as unknown as Delivery;
  const [wallet] = wallets;
  if (!proof || !isShownWrap(wallet.wrap)) return undefined;
  const { senderWallet: sender } = tx.header;
  const context = carrierContext(placeOf(tx), { run: runs[0] ?? '', role, wallet: wallet.walletAddress, sender });
  if (verifyCarrier(wallet.wrap, { carrier: carrierOf(wallet), context }, proofOf(proof))) return undefined;
  return issue(
    'VAL_DELIVER_002',
    '/payload/proof',
    'This does not prove that its sender knows the secret of the carrier.',
  );
}

/** The receiver's side; undefined where there is nothing that it can show. */
export function receiptOf(tx: DeliveryTx, keys: KeyPair): ReceiptText | undefined {
  const of = shownPlace(tx);
  const shown = of && showAgreement(of.wrap, { keys, carrier: of.carrier, context: of.context });
  if (!shown) return undefined;
  const { answer, challenge, shared } = shown;
  return { answer: toBase64Url(answer), challenge: toBase64Url(challenge), shared: toBase64Url(shared) };
}

interface Receipt extends ExpectedRun {
  /** The key of the receiver. */
  readonly key: Omit<KeyPair, 'privateKey'>;
  readonly receipt: ReceiptText;
}

/**
 * The cells that the delivery gives to its receiver, as it shows; undefined where the receipt shows nothing: of another
 * key, delivery or place, or false.
 */
export function openByReceipt(
  tx: DeliveryTx,
  { key, receipt, envelope, expected }: Receipt,
): DeliveredCells | undefined {
  const of = shownPlace(tx);
  const shared = fromBase64Url(receipt.shared);
  const { algorithm, publicKey } = key;
  if (!of || !shared || addressOf(algorithm, publicKey) !== of.walletAddress) return undefined;
  const shown: ShownAgreement = { shared, ...proofOf(receipt) };
  const agreed = verifyAgreement(of.wrap, { key, carrier: of.carrier, context: of.context }, shown);
  if (!agreed) return undefined;
  const { group, at } = of;
  const [wrapped] = group.keys;
  const plaintext = wrapped && openEncrypted(group, { key: wrapped, agreed, context: at });
  wipeAgreed(agreed);
  if (!plaintext) return { undelivered: 'closed' };
  return deliveredCells(partsOf(plaintext, 1)[0], { envelope, expected });
}

function shownPlace(tx: DeliveryTx) {
  const { groups, proof, runs, wallets } = tx.payload as unknown as Delivery;
  const [group] = groups;
  const [{ walletAddress, wrap, carrier }] = wallets;
  if (!isProofText(proof as never) || !isShownWrap(wrap)) return undefined;
  const at = placeOf(tx);
  const { groupId } = group;
  const context = receiptContext(at, { delivery: tx.txId, groupId, run: runs[0] ?? '', wallet: walletAddress });
  return { at, carrier: carrierOf({ carrier }), context, group, walletAddress, wrap: wrap as ShownWrap };
}

function placeOf({ header }: Pick<Transaction, 'header'>): EnvelopeContext {
  return deliveryContext(header.registerId, header.instanceId ?? '');
}

function carrierOf({ carrier }: { readonly carrier: string }): Uint8Array {
  return fromBase64Url(carrier) as Uint8Array;
}
