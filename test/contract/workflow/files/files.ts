// Sealed actions with files for tests of the files group: chunks uploaded over HTTP, an envelope for the example
// wallet, sealed on the example register.
import { DEFINITION } from '../../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fileExamples } from '../../../../api/groups/workflow/files/examples.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import { fromBase64, toBase64 } from '../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { encryptChunk, type FileManifest, fileEncryption } from '../../../../core/envelope/files.js';
import { good } from '../../../support/base/good.js';
import { ask, buyer, exampleOrders, WAIT } from '../../ledger/fixtures.js';
import { outsideRun } from '../../people/deliveries/outside-run.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import type { Answer } from '../../world/caller.js';
import type { Prepare } from '../../world/prepared.js';
import type { World } from '../../world/world.js';

let serial = 0;

export interface SentFile {
  readonly manifest: FileManifest;
  readonly sealed: readonly Uint8Array[];
}

/** A file in chunks of the given texts, sealed. */
export function aFile(parts: readonly string[], named: Partial<FileManifest> = {}): SentFile {
  serial += 1;
  const file = fileEncryption(sha256(`file ${serial}`), parts.length);
  const whole = Buffer.from(parts.join(''));
  const manifest = {
    ...file,
    name: 'plan.pdf',
    contentType: 'application/pdf',
    size: whole.length,
    sha256: sha256Hex(whole),
    ...named,
  };
  return { manifest, sealed: parts.map((part, index) => good(encryptChunk(file, index, Buffer.from(part)))) };
}

export function upload(world: World, file: SentFile, index: number, change: object = {}): Promise<Answer> {
  const bytes = file.sealed[index] as Uint8Array;
  const body = {
    uploadId: file.manifest.fileId,
    chunkIndex: index,
    totalChunks: file.sealed.length,
    encryptedData: toBase64(bytes),
    checksum: sha256Hex(bytes),
    ...change,
  };
  return ask(world, 'uploadFileChunk', { body });
}

const DRAWING = {
  dataSchemas: [
    {
      type: 'object',
      properties: {
        amount: { type: 'integer' },
        drawings: { type: 'array', items: { type: 'object', properties: { fileId: { type: 'string' } } } },
      },
    },
  ],
  disclosures: [{ participantAddress: 'seller', dataPointers: ['/*'] }],
};

/** An order with drawings, which the example wallet reads. */
const DRAWN = {
  ...DEFINITION,
  id: 'drawn-order',
  participants: [
    { id: 'buyer', walletAddress: buyer.address },
    { id: 'seller', walletAddress: EXAMPLE.walletAddress },
  ],
  actions: DEFINITION.actions.map((action) => (action.id === 0 ? { ...action, ...DRAWING } : action)),
};

const published = new WeakMap<World['deps'], Promise<string>>();

/** The TxId of its publication on the example register, once a world. */
function drawnOrders(world: World, registerId: string): Promise<string> {
  const body = { blueprintId: DRAWN.id, override: UNREHEARSED, blueprintJson: DRAWN };
  const known =
    published.get(world.deps) ??
    ask(world, 'publishBlueprint', { params: { registerId }, body }).then(({ json }) => json.publicationTxId as string);
  published.set(world.deps, known);
  return known;
}

/** Seals an action that discloses the files to the example wallet; gives its TxId. */
export async function anActionWith(world: World, files: readonly SentFile[]): Promise<string> {
  const { registerId } = await exampleOrders(world);
  const { address, publicKey } = await seedExampleWallet(world.deps);
  serial += 1;
  const manifests = files.map(({ manifest }) => manifest);
  const order = outsideRun(
    world,
    { registerId, pin: await drawnOrders(world, registerId) },
    {
      ...{ definition: DRAWN as unknown as JsonObject, blueprintId: DRAWN.id, by: buyer, next: [1] },
      instanceId: `instance-with-files-${serial}`,
      data: { amount: 1, drawings: manifests.map(({ fileId }) => ({ fileId })) },
      holders: { buyer: buyer.address, seller: address },
      keys: [
        { walletAddress: buyer.address, publicKey: buyer.publicKey },
        { walletAddress: address, publicKey: fromBase64(publicKey) as Uint8Array },
      ],
      files: {
        manifests,
        references: files.map(({ manifest, sealed }) => ({ fileId: manifest.fileId, chunks: sealed.map(sha256Hex) })),
      },
    },
  );
  const sealed = await ask(world, 'submitTransaction', { params: { registerId }, body: order }, { headers: WAIT });
  if (sealed.status !== 200) throw new Error(sealed.text);
  return order.transactionId;
}

async function aSealedFile(world: World) {
  const file = aFile(['the bytes of the file']);
  const answer = await upload(world, file, 0);
  if (answer.status !== 201) throw new Error(answer.text);
  const actionTxId = await anActionWith(world, [file]);
  return { actionTxId, fileId: file.manifest.fileId, registerId: (await exampleOrders(world)).registerId };
}

export const prepareFiles: Readonly<Record<string, Prepare>> = {
  // Sent for the second time: the lowest status of the operation is the one of a repetition.
  uploadFileChunk: async (world) => {
    await ask(world, 'uploadFileChunk', fileExamples.uploadFileChunk.input);
    return { as: 'administrator' };
  },
  getFileUpload: async (world) => {
    await ask(world, 'uploadFileChunk', fileExamples.uploadFileChunk.input);
    return { as: 'administrator' };
  },
  downloadActionFile: async (world) => {
    const { actionTxId, fileId, registerId } = await aSealedFile(world);
    return {
      as: 'administrator',
      params: { wallet: EXAMPLE.walletAddress, register: registerId, tx: actionTxId, fileId },
    };
  },
  downloadWalletFile: async (world) => {
    const { actionTxId, registerId } = await aSealedFile(world);
    return { as: 'administrator', query: { registerId, actionTxId, fieldName: 'drawings', fileIndex: 0 } };
  },
};
