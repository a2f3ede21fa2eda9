// From data to a signed transaction: who shares what, encrypted to their keys, signed with the wallet that acts. It
// keeps no key and stores nothing; data leaves it encrypted only.
import { fromHex, toBase64 } from '../../../core/base/bytes.js';
import type { Issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Clock } from '../../../core/base/ports.js';
import { failIf, isFailure, type Result } from '../../../core/base/result.js';
import { GATE_MEMBER } from '../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { contentOf } from '../../../core/envelope/cells/encrypt.js';
import type { CellGroup } from '../../../core/envelope/layout/groups.js';
import type { Layout } from '../../../core/envelope/layout/layout.js';
import type { WalletKey } from '../../../core/envelope/sealed-group.js';
import type { Transaction, TransactionHeader } from '../../../core/model/transaction.js';
import type { ActionMetadata } from '../../../core/transaction/action-metadata.js';
import { signedTransaction } from '../../../core/transaction/encode.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import type { Acting, ActionFile, ExternalKeys } from './acting.js';
import type { EncryptedDraft, Encrypter, EncryptionAsk } from './encrypter.js';
import { keyNameOf, type RecipientKeyPorts, recipientKeys } from './recipient-keys.js';

export interface SigningPorts extends RecipientKeyPorts {
  readonly keystore: Pick<Keystore, 'encapsulationKey' | 'use' | 'sign'>;
  readonly encrypter: Encrypter;
  readonly clock: Clock;
  /**
   * Why the asker may not sign with the wallet any more, if so: a move waits for its turn, for slots of others and for
   * its encryption, in which an account is suspended or a grant ends.
   */
  lostRight?(by: Acting): Issue | undefined;
  /**
   * Told of what this node signed with a key that is known to sign well; without it each is verified as if it came from
   * outside.
   */
  readonly trust?: ((tx: Transaction) => void) | undefined;
}

/** A move before it is sealed. */
export interface MoveDraft {
  readonly reg: number;
  readonly header: Pick<TransactionHeader, 'registerId' | 'blueprintId' | 'actionId' | 'publicationTxId'> & {
    readonly instanceId: string;
    readonly previousTransactionId: string | undefined;
  };
  readonly metadata: ActionMetadata;
  readonly data: JsonObject;
  readonly cells: MoveCells;
  /** When its rules were run, which readers run again by the time of the header; now where that is absent. */
  readonly createdAtMs?: number | undefined;
  readonly by: Acting;
  readonly external: ExternalKeys | undefined;
  readonly files?: readonly ActionFile[] | undefined;
  readonly gates?: MoveGates | undefined;
}

/** The gates that the sender passed: what it says of each, and the evidence as the definition wants it. */
export interface MoveGates {
  readonly statements: readonly GateStatement[];
  /** Value of the member `@gate` of the data, where the evidence is encrypted (core/credentials/gate/member.ts). */
  readonly sealed?: JsonObject | undefined;
  /** The same where it stands in the clear. */
  readonly open?: JsonObject | undefined;
  /** Under these the nonces were made (core/envelope/cells/seeds.ts). */
  readonly seeds: readonly string[];
}

/** Cells and groups, which follow from the definition. */
export interface MoveCells {
  readonly layout: Layout;
  readonly groups: readonly CellGroup[];
}

/** The signed transaction with the sealed data. Issues of `encryptionOf`, the encrypter, and the keystore. */
export async function signedMove(ports: SigningPorts, move: MoveDraft): Promise<Result<Transaction>> {
  const sealing = await encryptionOf(ports, move);
  if (isFailure(sealing)) return sealing;
  const sealed = await ports.encrypter.encrypt(askOf(ports, move, sealing));
  return isFailure(sealed) ? sealed : signEncrypted(ports, move.by, sealed);
}

/** The content that is to be encrypted, and the keys to which it is. Issues of recipientKeys and contentOf. */
export async function encryptionOf(
  ports: RecipientKeyPorts,
  { reg, header, by, external, data, cells: { layout, groups }, files = [], gates }: MoveDraft,
): Promise<Result<EncryptionAsk['sealing']>> {
  const addresses = groups.flatMap(({ wallets }) => wallets);
  const keys = await recipientKeys(ports, { reg, addresses, external, isRequired: true });
  if (isFailure(keys)) return keys;
  const manifests = files.map(({ manifest }) => manifest);
  const content = contentOf(layout, gates?.sealed ? { ...data, [GATE_MEMBER]: gates.sealed } : data, manifests);
  if (isFailure(content)) return content;
  const { actionId, instanceId, previousTransactionId, publicationTxId, registerId } = header;
  const run = {
    actionId,
    instanceId,
    registerId,
    senderWallet: by.address,
    ...(previousTransactionId !== undefined && { previousTransactionId }),
    ...(publicationTxId !== undefined && { publicationTxId }),
  };
  return {
    run,
    classes: content.classes,
    groups: groups.map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map((address) => keyFor(keys, address)),
    })),
    files: files.map(({ reference }) => reference),
    ...(gates && { seeds: gates.seeds, ...(gates.open && { open: gates.open }) }),
  };
}

/** The encrypted content, with the transaction that it goes into. */
export function askOf(
  { clock }: { readonly clock: Pick<Clock, 'now'> },
  { header, metadata, by, createdAtMs, gates }: Pick<MoveDraft, 'header' | 'metadata' | 'by' | 'createdAtMs' | 'gates'>,
  sealing: EncryptionAsk['sealing'],
): EncryptionAsk {
  const { actionId, blueprintId, instanceId, previousTransactionId, publicationTxId, registerId } = header;
  // In canonical order: then a text of it is one native call.
  const draft = {
    actionId,
    blueprintId,
    createdAt: new Date(createdAtMs ?? clock.now()).toISOString(),
    instanceId,
    metadata: (gates ? { ...metadata, gates: gates.statements } : metadata) as unknown as JsonObject,
    ...(previousTransactionId !== undefined && { previousTransactionId }),
    ...(publicationTxId !== undefined && { publicationTxId }),
    registerId,
    senderWallet: by.address,
  };
  return { draft, sealing };
}

/** The signed transaction of a move that is encrypted. Issues of `lostRight` and the keystore. */
export async function signEncrypted(
  { keystore, trust, lostRight }: Pick<SigningPorts, 'keystore' | 'lostRight' | 'trust'>,
  by: Acting,
  { unsigned, digest }: EncryptedDraft,
): Promise<Result<Transaction>> {
  const lost = failIf(lostRight?.(by));
  if (lost) return lost;
  const signed = await keystore.sign(keyNameOf(by.wallet, by.address), fromHex(digest));
  if (isFailure(signed)) return signed;
  const { publicKey, signature, algorithm, isProven } = signed;
  const signatures = [{ publicKey: toBase64(publicKey), signatureValue: toBase64(signature), algorithm }];
  const tx = signedTransaction(unsigned, signatures);
  if (isProven && !isFailure(tx)) trust?.(tx);
  return tx;
}

function keyFor(keys: ReadonlyMap<string, WalletKey>, address: string): WalletKey {
  return keys.get(address) as WalletKey;
}
