// From data to a signed transaction: who shares what, sealed to their keys, signed with the wallet that acts. It keeps no key and stores nothing; data leaves it
// encrypted only.
import { fromHex, toBase64 } from '../../core/base/bytes.js';
import { type Issue, isIssue, isIssues } from '../../core/base/issue.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { ENCRYPTED_AT_ONCE_RECIPIENTS_MAX } from '../../core/base/limits.js';
import type { Clock, Random } from '../../core/base/ports.js';
import type { Disclosure } from '../../core/blueprint/disclose.js';
import { type Envelope, walletsOf } from '../../core/disclosure/envelope.js';
import { groupsOf } from '../../core/disclosure/groups.js';
import { type Sealing, sealEnvelope, type WalletKey } from '../../core/disclosure/seal.js';
import type { ActionMetadata } from '../../core/transaction/action-metadata.js';
import { prepare } from '../../core/transaction/build.js';
import { signedTransaction } from '../../core/transaction/encode.js';
import type { Transaction, TransactionHeader } from '../../core/transaction/types.js';
import type { Keystore } from '../../storage/keystore.js';
import type { Agreements } from './agreements.js';
import type { Acting, ActionFile, ExternalKeys } from './ports.js';
import { keyNameOf, type RecipientKeyPorts, recipientKeys } from './recipient-keys.js';

export interface SigningPorts extends RecipientKeyPorts {
  readonly keystore: Pick<Keystore, 'encapsulationKey' | 'use' | 'sign'>;
  readonly agreements: Pick<Agreements, 'with'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly clock: Clock;
  /** Told of what this node signed with a key that is known to sign well; without it each is verified as if it came from outside. */
  readonly trust?: ((tx: Transaction) => void) | undefined;
}

/** What a prepared transaction is signed with. */
type SignerPorts = Pick<SigningPorts, 'keystore' | 'trust'> & { readonly clock: Pick<Clock, 'now'> };

/** A move before it is sealed. */
export interface Move {
  readonly reg: number;
  readonly header: Pick<TransactionHeader, 'registerId' | 'blueprintId' | 'actionId' | 'publicationTxId'> & {
    readonly instanceId: string;
    readonly previousTransactionId: string | undefined;
  };
  readonly metadata: ActionMetadata;
  readonly data: JsonObject;
  readonly disclosures: readonly Disclosure[];
  /** Wallets by participant id; empty for a role that nobody holds. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
  readonly by: Acting;
  readonly external: ExternalKeys | undefined;
  readonly files?: readonly ActionFile[] | undefined;
}

/** The signed transaction with the sealed data. Issues of `sealingOf`, sealEnvelope, the form of the transaction, and the keystore. */
export async function signedMove(ports: SigningPorts, move: Move): Promise<Transaction | readonly Issue[]> {
  const sealing = await sealingOf(ports, move);
  if (isIssues(sealing)) return sealing;
  await agreeInTurns(ports, move.by.address, sealing);
  const envelope = sealNow(ports, move.by.address, sealing);
  return isIssues(envelope) ? envelope : signSealed(ports, move, envelope);
}

/** What is to be sealed, and to which keys. Issues of recipientKeys and groupsOf. */
export async function sealingOf(ports: SigningPorts, move: Move): Promise<Sealing | readonly Issue[]> {
  const { header, by } = move;
  const addresses = [by.address, ...[...move.holders.values()].flat()];
  const keys = await recipientKeys(ports, { reg: move.reg, addresses, external: move.external });
  if (isIssues(keys)) return keys;
  const wallets = new Map([...move.holders].map(([id, held]) => [id, held.map((address) => keyFor(keys, address))]));
  const files = move.files ?? [];
  const grouped = groupsOf({
    data: move.data,
    disclosures: move.disclosures,
    sender: keyFor(keys, by.address),
    wallets,
    files: files.map(({ manifest }) => manifest),
  });
  if (isIssues(grouped)) return grouped;
  return {
    context: { registerId: header.registerId, instanceId: header.instanceId, actionId: header.actionId },
    groups: grouped.groups,
    files: files.map(({ reference }) => reference),
    entropy: ports.random.bytes(32),
  };
}

/**
 * Agrees with many recipients a few at a time, so that everything else of the node goes on in between: sealing finds it done. Where there are few it does
 * nothing.
 */
export async function agreeInTurns(
  { agreements, clock }: Pick<SigningPorts, 'agreements' | 'clock'>,
  sender: string,
  { groups }: Pick<Sealing, 'groups'>,
): Promise<void> {
  const all = groups.flatMap(({ recipients }) => recipients);
  const keys = [...new Map(all.map((key) => [key.walletAddress, key])).values()];
  if (keys.length <= ENCRYPTED_AT_ONCE_RECIPIENTS_MAX) return;
  for (let from = 0; from < keys.length; from += ENCRYPTED_AT_ONCE_RECIPIENTS_MAX) {
    agreements.with(sender, [{ fields: {}, recipients: keys.slice(from, from + ENCRYPTED_AT_ONCE_RECIPIENTS_MAX) }]);
    await new Promise<void>((resolve) => clock.setTimer(resolve, 0));
  }
}

/** Seals under what the sender has agreed on with its recipients before. */
export function sealNow(
  { agreements }: Pick<SigningPorts, 'agreements'>,
  sender: string,
  sealing: Sealing,
): Envelope | readonly Issue[] {
  return sealEnvelope({ ...sealing, groups: agreements.with(sender, sealing.groups) });
}

/** The signed transaction of a move whose data is sealed already. */
export function signSealed(
  ports: SignerPorts,
  move: Pick<Move, 'header' | 'metadata' | 'by'>,
  envelope: Envelope,
): Promise<Transaction | readonly Issue[]> {
  return sign(ports, move, { payload: envelope as unknown as Json, recipients: walletsOf(envelope) });
}

/** A move whose payload everybody may read. */
export function sign(
  ports: SignerPorts,
  { header, metadata, by }: Pick<Move, 'header' | 'metadata' | 'by'>,
  sealed: { readonly payload: Json; readonly recipients: readonly string[] },
): Promise<Transaction | readonly Issue[]> {
  const { publicationTxId, previousTransactionId, ...rest } = header;
  return signDraft(ports, by, {
    ...rest,
    ...(publicationTxId === undefined ? {} : { publicationTxId }),
    ...(previousTransactionId === undefined ? {} : { previousTransactionId }),
    ...(sealed.recipients.length === 0 ? {} : { recipients: sealed.recipients }),
    senderWallet: by.address,
    createdAt: new Date(ports.clock.now()).toISOString(),
    metadata: metadata as unknown as JsonObject,
    payload: sealed.payload,
  });
}

async function signDraft(
  { keystore, trust }: Pick<SigningPorts, 'keystore' | 'trust'>,
  by: Acting,
  draft: Parameters<typeof prepare>[0],
): Promise<Transaction | readonly Issue[]> {
  const prepared = prepare(draft);
  if (isIssues(prepared)) return prepared;
  const signed = await keystore.sign(keyNameOf(by.wallet, by.address), fromHex(prepared.digest));
  if (isIssue(signed)) return [signed];
  const { publicKey, signature, algorithm, isProven } = signed;
  const signatures = [{ publicKey: toBase64(publicKey), signatureValue: toBase64(signature), algorithm }];
  const tx = signedTransaction(prepared.unsigned, signatures);
  if (isProven && !isIssues(tx)) trust?.(tx);
  return tx;
}

function keyFor(keys: ReadonlyMap<string, WalletKey>, address: string): WalletKey {
  return keys.get(address) as WalletKey;
}
