// Uploads: the sealed chunks of a file in their order, until an action names it or nothing came of it. Either way an
// upload expires; the chunks that an action names stay by its claim (file-claims.ts), the others go. It holds no key
// and opens nothing. Changes are operations for the caller's one commit, made from what is queued, so that nothing may
// wait between the two.
import { sha256Hex } from '../../../core/base/hash.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../../core/base/limits/ledger/disclosure.js';
import {
  UPLOAD_KEEP_MS,
  UPLOADS_NODE_BYTES_MAX,
  UPLOADS_ORGANISATION_BYTES_MAX,
} from '../../../core/base/limits/node/files.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { FileReference } from '../../../core/envelope/envelope.js';
import { CHUNK_OVERHEAD_BYTES } from '../../../core/envelope/files.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { FileChunks } from './file-chunks.js';

export interface UploadedChunk {
  /** SHA-256 of the sealed bytes, hex: its content address. */
  readonly hash: string;
  readonly size: number;
}

export interface Upload {
  /** The user who began it (the name under which it owns wallets): no other user adds to it or sees it. */
  readonly owner: string;
  /** '' for a caller without one. */
  readonly organisationId: string;
  /** The file id, 16 bytes in hex: what the chunks are sealed for. */
  readonly uploadId: string;
  readonly total: number;
  /** From the first on, without a gap. */
  readonly chunks: readonly UploadedChunk[];
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** An accepted action names it: it does not count as waiting any more. */
  readonly named?: true;
}

export interface ChunkPlace {
  readonly owner: string;
  readonly organisationId: string;
  readonly uploadId: string;
  /** From 0. */
  readonly index: number;
  readonly total: number;
}

interface Usage {
  readonly bytes: number;
}

type UploadKey = readonly [owner: string, uploadId: string];
type ExpiryKey = readonly [expiresAtMs: number, owner: string, uploadId: string];

const uploads = defineTable<UploadKey, Upload>('uploads');
const expiries = defineTable<ExpiryKey, 0>('upload-expiries');
const usages = defineTable<string, Usage>('upload-usage');

/**
 * The usage of the whole node stands under no organisation; that of callers without one under a name that is not an id.
 */
const NODE = '';
const NO_ORGANISATION = '-';

export class Uploads {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly chunks: Pick<FileChunks, 'change' | 'storedBytes'>;
  private readonly room: { readonly bytesMax: number };
  private readonly uploads: RowTable<UploadKey, Upload>;
  private readonly expiries: RowTable<ExpiryKey, 0>;
  private readonly usages: RowTable<string, Usage>;
  /** How many submissions are reading each upload now. */
  private readonly held = new Map<string, number>();

  /**
   * `queued` is the journal: it sees writes that are not durable yet. `bytesMax`: of all chunks, those that actions
   * name too; asked each time.
   */
  constructor(
    kv: KvReader,
    queued: Pick<Kv, 'getSync'>,
    given: { readonly chunks: Pick<FileChunks, 'change' | 'storedBytes'>; readonly bytesMax: number },
  ) {
    this.queued = queued;
    this.chunks = given.chunks;
    this.room = given;
    this.uploads = new RowTable(kv, uploads);
    this.expiries = new RowTable(kv, expiries);
    this.usages = new RowTable(kv, usages);
  }

  /** An upload that has not expired, or is held. */
  find(owner: string, uploadId: string, nowMs: number): Upload | undefined {
    const upload = this.uploads.current(this.queued, [owner, uploadId]);
    return upload && (upload.expiresAtMs > nowMs || this.isHeld(upload)) ? upload : undefined;
  }

  /**
   * Keeps an upload while a submission that names it is on its way: until the answer is called, it neither expires nor
   * is removed. Between the look at an upload and the claim of its chunks nothing else would keep them. In memory only:
   * a crash ends the submission too.
   */
  hold(owner: string, uploadId: string): () => void {
    const name = heldName({ owner, uploadId });
    this.held.set(name, (this.held.get(name) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const others = (this.held.get(name) ?? 1) - 1;
      if (others === 0) this.held.delete(name);
      else this.held.set(name, others);
    };
  }

  /**
   * The next chunk of an upload, or one that it has: that changes nothing (no operations). Each chunk gives the upload
   * UPLOAD_KEEP_MS more. Issues: FILE_CHUNK_ORDER for a chunk whose predecessor is missing; FILE_CHUNK_CONFLICT for
   * another content or number of chunks than before; BODY_TOO_LARGE for a chunk or file beyond the limits; UPLOADS_FULL
   * beyond what an organisation or the node may have waiting. The caller has checked index and total.
   */
  add(
    place: ChunkPlace,
    bytes: Uint8Array,
    nowMs: number,
  ): Result<{ readonly upload: Upload; readonly ops: readonly KvOp[] }> {
    const { owner, organisationId, uploadId, index, total } = place;
    const hash = sha256Hex(bytes);
    const known = this.uploads.current(this.queued, [owner, uploadId]);
    const before = this.find(owner, uploadId, nowMs);
    if (before && before.total !== total)
      return fail(issue('FILE_CHUNK_CONFLICT', '/totalChunks', `This upload has ${before.total} chunks.`));
    const have = before?.chunks ?? [];
    const same = have[index];
    if (before && same) {
      if (same.hash === hash) return { upload: before, ops: [] };
      return fail(issue('FILE_CHUNK_CONFLICT', '/chunkIndex', 'The upload has another chunk at this index.'));
    }
    if (index > have.length)
      return fail(issue('FILE_CHUNK_ORDER', '/chunkIndex', `The next chunk of this upload is ${have.length}.`));
    const problem = sizeProblem(have, bytes.length) ?? this.spaceProblem(organisationId, bytes.length);
    if (problem) return fail(problem);
    const upload: Upload = {
      owner,
      organisationId: before?.organisationId ?? organisationId,
      uploadId,
      total,
      chunks: [...have, { hash, size: bytes.length }],
      startedAtMs: before?.startedAtMs ?? nowMs,
      expiresAtMs: nowMs + UPLOAD_KEEP_MS,
    };
    // A row that expired under the same name and was not swept yet goes with the same commit.
    const gone = known && !before ? [known] : [];
    return { upload, ops: this.changes({ gone, from: before, to: upload, bytes }) };
  }

  /**
   * The reference by which the ledger names a whole upload; UPLOAD_NOT_FOUND, or UPLOAD_INCOMPLETE while chunks are
   * missing.
   */
  reference(owner: string, uploadId: string, nowMs: number): Result<FileReference> {
    const upload = this.find(owner, uploadId, nowMs);
    if (!upload) return fail(issue('UPLOAD_NOT_FOUND', '', 'There is no such upload, or it has expired.'));
    if (upload.chunks.length < upload.total)
      return fail(issue('UPLOAD_INCOMPLETE', '', `The upload has ${upload.chunks.length} of ${upload.total} chunks.`));
    return { fileId: uploadId, chunks: upload.chunks.map(({ hash }) => hash) };
  }

  /**
   * An accepted action names these files: the owner's uploads with exactly their chunks do not count as waiting any
   * more. No operations for those of which that is known, that are not there or are other files.
   */
  settle(owner: string, files: readonly FileReference[]): readonly KvOp[] {
    const ops: KvOp[] = [];
    const usage = new Map<string, number>();
    for (const [fileId, hashes] of new Map(files.map((file) => [file.fileId, file.chunks]))) {
      const upload = this.uploads.current(this.queued, [owner, fileId]);
      if (!upload || upload.named || !isSame(upload, hashes)) continue;
      ops.push(this.uploads.put([owner, fileId], { ...upload, named: true }));
      usage.set(upload.organisationId, (usage.get(upload.organisationId) ?? 0) - bytesOf(upload));
    }
    return [...ops, ...this.usageOps(usage)];
  }

  /**
   * Deletes an upload that nothing came of; no operations for one that an accepted action names, that is held, or that
   * is not there.
   */
  remove(owner: string, uploadId: string): readonly KvOp[] {
    const upload = this.uploads.current(this.queued, [owner, uploadId]);
    return !upload || upload.named || this.isHeld(upload) ? [] : this.changes({ gone: [upload] });
  }

  /** Deletes uploads that have expired and that are not held, at most `limit`, one commit each. */
  async sweep(nowMs: number, commit: (ops: readonly KvOp[]) => Promise<void>, limit = 100): Promise<void> {
    const expired: UploadKey[] = [];
    for await (const [[, owner, uploadId]] of this.expiries.range({ to: [nowMs + 1, '', ''], limit }))
      expired.push([owner, uploadId]);
    for (const key of expired) {
      // Read again, because a chunk may have come since.
      const upload = this.uploads.current(this.queued, key);
      if (!upload || upload.expiresAtMs > nowMs || this.isHeld(upload)) continue;
      await commit(this.changes({ gone: [upload] }));
    }
  }

  /** All that changes when uploads go and a chunk comes, with the counts of both together. */
  private changes(change: {
    readonly gone: readonly Upload[];
    readonly from?: Upload | undefined;
    readonly to?: Upload;
    readonly bytes?: Uint8Array;
  }): readonly KvOp[] {
    const { gone, from, to, bytes } = change;
    const ops: KvOp[] = [];
    const needs = new Map<string, number>();
    const usage = new Map<string, number>();
    const need = (hash: string, by: number) => needs.set(hash, (needs.get(hash) ?? 0) + by);
    const use = (organisationId: string, by: number) =>
      usage.set(organisationId, (usage.get(organisationId) ?? 0) + by);
    for (const upload of gone) {
      ops.push(this.uploads.del([upload.owner, upload.uploadId]), ...this.expiryOps(upload, undefined));
      for (const { hash } of upload.chunks) need(hash, -1);
      if (!upload.named) use(upload.organisationId, -bytesOf(upload));
    }
    const added = to?.chunks[to.chunks.length - 1];
    const come = new Map<string, Uint8Array>();
    if (to && added && bytes) {
      need(added.hash, 1);
      come.set(added.hash, bytes);
      use(to.organisationId, added.size);
      ops.push(this.uploads.put([to.owner, to.uploadId], to), ...this.expiryOps(from, to));
    }
    return [...ops, ...this.chunks.change(needs, come), ...this.usageOps(usage)];
  }

  private expiryOps(from: Upload | undefined, to: Upload | undefined): readonly KvOp[] {
    const key = (upload: Upload | undefined): ExpiryKey | undefined =>
      upload && [upload.expiresAtMs, upload.owner, upload.uploadId];
    const [old, fresh] = [key(from), key(to)];
    return [...(old ? [this.expiries.del(old)] : []), ...(fresh ? [this.expiries.put(fresh, 0)] : [])];
  }

  /** A single new value for each organisation and one for the node: two operations on one key would not add up. */
  private usageOps(changes: ReadonlyMap<string, number>): readonly KvOp[] {
    if (changes.size === 0) return [];
    const all = [...changes].map(([organisationId, by]) => [organisationId || NO_ORGANISATION, by] as const);
    const whole = all.reduce((sum, [, by]) => sum + by, 0);
    return [...all, [NODE, whole] as const].map(([name, by]) =>
      this.usages.put(name, { bytes: Math.max(0, this.usedBytes(name) + by) }),
    );
  }

  /** Bytes of all uploads that no action names yet. */
  get waitingBytes(): number {
    return this.usedBytes(NODE);
  }

  private isHeld(upload: Pick<Upload, 'owner' | 'uploadId'>): boolean {
    return this.held.has(heldName(upload));
  }

  private usedBytes(name: string): number {
    return this.usages.current(this.queued, name)?.bytes ?? 0;
  }

  private spaceProblem(organisationId: string, more: number): Issue | undefined {
    if (this.chunks.storedBytes + more > this.room.bytesMax)
      return issue('STORE_FULL', '', 'This node has no room for files. Its operator can give it more.');
    if (this.usedBytes(organisationId || NO_ORGANISATION) + more > UPLOADS_ORGANISATION_BYTES_MAX)
      return issue('UPLOADS_FULL', '', 'Your organisation has too many uploads that no action names yet.');
    if (this.usedBytes(NODE) + more > UPLOADS_NODE_BYTES_MAX)
      return issue('UPLOADS_FULL', '', 'This node has too many uploads that no action names yet.');
    return undefined;
  }
}

function sizeProblem(have: readonly UploadedChunk[], size: number): Issue | undefined {
  if (size > FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES)
    return issue(
      'BODY_TOO_LARGE',
      '/encryptedData',
      `A chunk has at most ${FILE_CHUNK_BYTES_MAX} bytes before sealing.`,
    );
  const plain = have.reduce((sum, chunk) => sum + chunk.size - CHUNK_OVERHEAD_BYTES, size - CHUNK_OVERHEAD_BYTES);
  if (plain > FILE_BYTES_MAX)
    return issue('BODY_TOO_LARGE', '/encryptedData', `A file has at most ${FILE_BYTES_MAX} bytes.`);
  return undefined;
}

function heldName({ owner, uploadId }: Pick<Upload, 'owner' | 'uploadId'>): string {
  return `${uploadId} ${owner}`;
}

function bytesOf({ chunks: all }: Upload): number {
  return all.reduce((sum, { size }) => sum + size, 0);
}

function isSame({ chunks: all }: Upload, hashes: readonly string[]): boolean {
  return all.length === hashes.length && all.every(({ hash }, i) => hash === hashes[i]);
}
