// Files with actions, from 1 KiB to 40 MiB: sent by one organisation's node and by a follower's, and sealed chunk by
// chunk. They are opened at the node of the other, whose hash of the whole is that of the original. A user who is shown
// the field, and is not the owner of the file, sees it; any other user has no way to it.
import { expect } from 'chai';
import { clientOf, introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { publishDraft } from '../../cli/harness/publishing.js';
import { type Attachment, freshManifest, inlineFile, uploadedFile } from '../../cli/workflow/attachments.js';
import { toBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../core/base/result.js';
import { encryptChunk } from '../../core/envelope/files.js';
import { memberOf, type Stage } from './stage.js';

interface Sent {
  readonly bytes: number;
  /** True where the file travels in the submission. */
  readonly isInline: boolean;
}

/** A file of the validator, and one of the follower, which sends the largest: its transactions are forwarded. */
const SIZES: readonly (readonly [validator: Sent, follower: Sent])[] = [
  [
    { bytes: 1024, isInline: true },
    { bytes: 1025, isInline: true },
  ],
  [
    { bytes: FILE_CHUNK_BYTES_MAX + 1, isInline: false },
    { bytes: 1024 * 1024, isInline: true },
  ],
  [
    { bytes: 1, isInline: true },
    { bytes: FILE_BYTES_MAX, isInline: false },
  ],
];

const FILE = {
  type: 'object',
  required: ['fileId', 'fileName', 'contentType', 'size', 'hash'],
  properties: {
    fileId: { type: 'string' },
    fileName: { type: 'string' },
    contentType: { type: 'string' },
    size: { type: 'integer', minimum: 0, maximum: FILE_BYTES_MAX },
    hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  },
  additionalProperties: false,
  'x-file': { maxBytes: FILE_BYTES_MAX },
};

const NOTE = { type: 'string' };
const closed = (required: readonly string[], properties: JsonObject): JsonObject => ({
  ...{ type: 'object', required, properties },
  additionalProperties: false,
});

/** Two who send each other files, and one who is told that there was one. */
function parcels(wallets: Readonly<Record<string, string>>): JsonObject {
  const told = { participantAddress: 'porter', dataPointers: ['/note'] };
  const sending = (id: number, [sender, reader]: readonly [string, string]): JsonObject => ({
    id,
    title: `Send from ${sender}`,
    sender,
    isStartingAction: id === 0,
    dataSchemas: [closed(['plan', 'note'], { plan: FILE, note: NOTE })],
    disclosures: [{ participantAddress: reader, dataPointers: ['/*'] }, told],
    routes: [{ id: 'answer', nextActionIds: [1 - id] }],
  });
  return {
    ...{ language: 2, id: 'parcels' },
    cancellation: { by: ['opener'] },
    facts: { note: [0, 1], plan: [0, 1] },
    title: 'Parcels',
    description: 'Two parties send each other files, and the porter sees that they do.',
    participants: ['east', 'west', 'porter'].map((id) => ({ id, name: id, walletAddress: wallets[id] ?? '' })),
    actions: [sending(0, ['east', 'west']), sending(1, ['west', 'east'])],
  };
}

/** Files from a validator to the follower, and back from the follower, which cannot be called. */
export async function payloadFiles(stage: Stage): Promise<void> {
  const { registerId, members } = stage;
  const at = { east: 'acme', west: 'dune', porter: 'crux' };
  const made = Object.entries(at).map(([name, node]) =>
    newPlayer({ name, organisation: node, at: memberOf(stage, node) }),
  );
  const [east, west, porter] = (await Promise.all(made)) as [Player, Player, Player];
  await introduce(registerId, [east, west, porter], members);
  const wallets = { east: east.address, west: west.address, porter: porter.address };
  await publishDraft(stage, parcels(wallets));
  const course = new Course(registerId, 'parcels');
  for (const sizes of SIZES)
    for (const [actionId, sender, reader] of [[0, east, west] as const, [1, west, east] as const]) {
      const { bytes, isInline } = sizes[actionId];
      const attachment = fileOf(bytes);
      const file = isInline ? inlineFile(attachment, 'plan') : await uploaded(sender, attachment);
      const note = `Parcel of ${attachment.bytes.length}`;
      await course.take(sender, { actionId, payload: { note }, files: [file] });
      const { plan } = await course.dataOf(reader);
      expect(plan).to.include({ size: attachment.bytes.length, hash: `sha256:${attachment.sha256}` });
      const tx = course.made.at(-1)?.txId ?? '';
      const { fileId } = plan as { readonly fileId: string };
      const opened = await download(reader, { register: registerId, tx, fileId });
      expect([opened.length, sha256Hex(opened)]).to.deep.equal([attachment.bytes.length, attachment.sha256]);
      expect(await course.dataOf(porter)).to.deep.equal({ note });
      const refused = await download(porter, { register: registerId, tx, fileId }).then(() => '200', String);
      expect(refused).to.include('404');
    }
  expect(await course.isSame(members)).to.equal(true);
}

function fileOf(size: number): Attachment {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >>> 8)) & 0xff;
  return { name: `plan-${size}.bin`, contentType: 'application/octet-stream', bytes, sha256: sha256Hex(bytes) };
}

async function uploaded(by: Player, attachment: Attachment) {
  const manifest = freshManifest(attachment);
  for (let chunkIndex = 0; chunkIndex < manifest.total; chunkIndex++) {
    const from = chunkIndex * FILE_CHUNK_BYTES_MAX;
    const sealed = encryptChunk(manifest, chunkIndex, attachment.bytes.subarray(from, from + FILE_CHUNK_BYTES_MAX));
    if (isFailure(sealed)) throw new Error(sealed.issue.message);
    const body = {
      uploadId: manifest.fileId,
      chunkIndex,
      totalChunks: manifest.total,
      encryptedData: toBase64(sealed),
      checksum: sha256Hex(sealed),
    };
    await clientOf(by).uploadFileChunk({ body });
  }
  return uploadedFile(manifest, 'plan');
}

async function download(
  { at, token, address }: Player,
  { register, tx, fileId }: { readonly register: string; readonly tx: string; readonly fileId: string },
): Promise<Uint8Array> {
  const answer = await fetch(`${at.node.url}/api/files/${address}/${register}/${tx}/${fileId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}
