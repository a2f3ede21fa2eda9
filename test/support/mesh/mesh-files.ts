// Actions with files on a mesh in memory: a file sealed in chunks, the action that names it, and its chunks on the disk
// of the node that takes it.

import { BENCH_BLUEPRINT } from '../../../cli/harness/workload.js';
import { sha256, sha256Hex } from '../../../core/base/hash.js';
import type { Json } from '../../../core/base/json.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { contentOf, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import { type FileReference, walletsOf } from '../../../core/envelope/envelope.js';
import { encryptChunk, type FileManifest, fileEncryption } from '../../../core/envelope/files.js';
import { WHOLE_MOVE } from '../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { good } from '../base/good.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../node/ledger-world.js';
import type { MeshNode, MeshWorld } from './mesh-world.js';

export interface SealedFile {
  readonly manifest: FileManifest;
  readonly reference: FileReference;
  /** Sealed chunks by their hash. */
  readonly chunks: ReadonlyMap<string, Uint8Array>;
}

/** A file of the given parts. The name makes it another file. */
export function aSealedFile(name: string, parts: readonly Uint8Array[]): SealedFile {
  const seal = fileEncryption(sha256(name), parts.length);
  const sealed = parts.map((part, index) => good(encryptChunk(seal, index, part)));
  const whole = Buffer.concat(parts);
  const hashes = sealed.map(sha256Hex);
  return {
    manifest: { ...seal, name, contentType: 'text/plain', size: whole.length, sha256: sha256Hex(whole) },
    reference: { fileId: seal.fileId, chunks: hashes },
    chunks: new Map(hashes.map((hash, i) => [hash, sealed[i] as Uint8Array])),
  };
}

/** An encrypted starting action of the bench blueprint that names the files. */
export function actionWith(
  mesh: MeshWorld,
  pin: string,
  given: { readonly files: readonly SealedFile[]; readonly name: string; readonly registerId?: string },
): Transaction {
  const { files, name, registerId = REGISTER_ID } = given;
  const key = keyOf(`sender of ${name}`);
  const instanceId = `instance of ${name}`;
  const run = { registerId, instanceId, actionId: '0', publicationTxId: pin };
  const wallet = addressOf(key.algorithm, key.publicKey);
  const fields = { files: files.map(({ manifest }) => ({ fileId: manifest.fileId })) };
  const manifests = files.map(({ manifest }) => manifest);
  const envelope = good(
    encryptCells({
      run: { ...run, senderWallet: wallet },
      ...good(contentOf(WHOLE_MOVE, fields, manifests)),
      groups: [{ classes: [0], recipients: [{ walletAddress: wallet, ...key }] }],
      files: files.map(({ reference }) => reference),
      entropy: sha256(name),
    }),
  );
  return signedTransaction(
    key,
    {
      ...{ registerId, instanceId, blueprintId: BENCH_BLUEPRINT.id, actionId: '0', publicationTxId: pin },
      createdAt: new Date(mesh.clock.now()).toISOString(),
      recipients: walletsOf(envelope),
      metadata: { contentEncoding: 'encrypted' },
    },
    envelope as unknown as Json,
  );
}

/** Puts the chunks of a file on the disk of a node, as an upload does. */
export async function uploadTo({ chunks, world }: MeshNode, file: SealedFile): Promise<void> {
  const needs = new Map([...file.chunks.keys()].map((hash) => [hash, 1]));
  await world.store.journal.commit(chunks.change(needs, file.chunks));
}

/** Uploads the files to a node, claims and submits the action there. */
export async function submitWith(mesh: MeshWorld, name: string, tx: Transaction, files: readonly SealedFile[]) {
  const node = mesh.node(name);
  for (const file of files) await uploadTo(node, file);
  await node.files.claim(tx);
  return mesh.submit(name, tx);
}

/** How many chunks of a file a node has. */
export function heldBy({ chunks }: MeshNode, { reference }: SealedFile): number {
  return reference.chunks.filter((hash) => chunks.has(hash)).length;
}
