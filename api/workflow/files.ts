// The files of a submission: small ones come inside it and are sealed here, large ones were uploaded sealed and are
// named with their key. It finds or makes the field that names each, because who sees that field sees the file. It
// stores nothing of a submission whose form is wrong, and keeps nothing of one that is refused. It opens no upload
// before everything else about the submission is known to be good.
import type { Static } from 'typebox';
import type { Acting, ActionFile } from '../../actors/workflow/encryption/acting.js';
import { keyNameOf } from '../../actors/workflow/encryption/recipient-keys.js';
import { fromBase64, utf8 } from '../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { expand } from '../../core/crypto/keys/expand.js';
import type { FileReference } from '../../core/envelope/envelope.js';
import { encryptChunk, type FileManifest, fileEncryption, manifestProblem } from '../../core/envelope/files.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { OpenedFile } from '../files/content.js';
import type { SubmittedFile } from '../schemas/workflow/file.js';
import { settleFiles } from '../submission/settle.js';
import type { ActionPlace } from './action-place.js';
import { nameFile } from './file-field.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'commit' | 'keystore' | 'uploads' | 'fileChecks'>;

type Asked = Static<typeof SubmittedFile>;

export interface FilesAsk {
  readonly by: Acting;
  readonly place: ActionPlace;
  readonly payload: JsonObject;
  readonly files: readonly Asked[];
}

export interface SubmissionFiles {
  /** With the fields that name the files. */
  readonly payload: JsonObject;
  readonly files: readonly ActionFile[];
  /** Opens the uploads and checks them: what takes time, and is asked last. CIPHERTEXT_INVALID, NODE_UNAVAILABLE. */
  check(): Promise<readonly Issue[]>;
  /**
   * The end of the submission: the uploads do not count as waiting any more, or those that this request brought are
   * deleted.
   */
  settle(isAccepted: boolean): Promise<void>;
  /** Lets the uploads go; `settle` does too. To be called however the submission ends. */
  end(): void;
}

interface Prepared {
  readonly manifest: FileManifest;
  /** Of a file that was uploaded. */
  readonly reference?: FileReference;
  /** Of a file that came inside the request. */
  readonly content?: Uint8Array;
}

/**
 * The files and the payload that names them. Issues, each at `/files/{i}` and within it: BODY_INVALID, BODY_TOO_LARGE,
 * UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE, UPLOADS_FULL, STORE_FULL; and those of the keystore.
 */
export async function submissionFiles(call: ApiCall<Deps>, ask: FilesAsk): Promise<Result<SubmissionFiles>> {
  if (ask.files.length === 0)
    return {
      payload: ask.payload,
      files: [],
      check: async () => [],
      settle: async () => undefined,
      end: () => undefined,
    };
  const holds = new Holds(call);
  let files: Result<SubmissionFiles | undefined>;
  try {
    files = await gatherFiles(call, ask, holds);
    return files;
  } finally {
    if (files === undefined || isFailure(files)) holds.end();
  }
}

/** The uploads that one submission reads, kept until it is over. */
class Holds {
  private readonly call: ApiCall<Deps>;
  private readonly releases: (() => void)[] = [];

  constructor(call: ApiCall<Deps>) {
    this.call = call;
  }

  add(uploadId: string): void {
    const { caller, deps } = this.call;
    this.releases.push(deps.uploads.hold(ownerIdOf(caller), uploadId));
  }

  end(): void {
    for (const release of this.releases) release();
  }
}

async function gatherFiles(call: ApiCall<Deps>, ask: FilesAsk, holds: Holds): Promise<Result<SubmissionFiles>> {
  let payload = ask.payload;
  const prepared: Prepared[] = [];
  for (const [i, asked] of ask.files.entries()) {
    // Before it is looked at: from then on it must not go.
    if (asked.fileId !== undefined) holds.add(asked.fileId);
    const file = await prepare(call, ask, { asked, i });
    if (isFailure(file)) return file.mapIssues((problem) => at(i, problem));
    holds.add(file.manifest.fileId);
    if (prepared.some(({ manifest }) => manifest.fileId === file.manifest.fileId))
      return fail(at(i, issue('BODY_INVALID', '/fileId', 'The submission has this file already.')));
    const named = nameFile(payload, file.manifest, asked.fieldName);
    if (isFailure(named)) return named.mapIssues((problem) => at(i, problem));
    payload = named;
    prepared.push(file);
  }
  const files: ActionFile[] = [];
  const brought: string[] = [];
  for (const [i, file] of prepared.entries()) {
    const stored = await store(call, file, brought);
    if (isFailure(stored)) {
      holds.end();
      await discard(call, brought);
      return stored.mapIssues((problem) => at(i, problem));
    }
    files.push(stored);
  }
  const references = files.map(({ reference }) => reference);
  return {
    payload,
    files,
    check: () => uploadProblems(call, prepared),
    settle: (isAccepted) => {
      holds.end();
      return isAccepted ? settleFiles(call, references) : discard(call, brought);
    },
    end: () => holds.end(),
  };
}

/** A file as answers show it. */
export function fileView({ manifest: { fileId, name, contentType, size } }: Pick<ActionFile, 'manifest'>) {
  return { fileId, fileName: name, contentType, size };
}

async function prepare(
  call: ApiCall<Deps>,
  ask: FilesAsk,
  { asked, i }: { readonly asked: Asked; readonly i: number },
): Promise<Result<Prepared>> {
  const { fileName: name, contentType, contentBase64, fileId, key, size, sha256: digest } = asked;
  const described = { name, contentType };
  if (contentBase64 !== undefined) {
    if ([fileId, key, size, digest].some((member) => member !== undefined))
      return fail(
        issue('BODY_INVALID', '', 'A file comes as contentBase64, or is named by fileId, key, size and sha256.'),
      );
    const content = fromBase64(contentBase64);
    if (!content) return fail(issue('BODY_INVALID', '/contentBase64', 'The text is not canonical base64.'));
    if (content.length > FILE_BYTES_MAX)
      return fail(issue('BODY_TOO_LARGE', '/contentBase64', `A file has at most ${FILE_BYTES_MAX} bytes.`));
    const entropy = await entropyOf(call, ask, { content, label: canonical([i, name, contentType]) });
    if (isFailure(entropy)) return entropy;
    const seal = fileEncryption(entropy, Math.max(1, Math.ceil(content.length / FILE_CHUNK_BYTES_MAX)));
    return sound({ ...seal, ...described, size: content.length, sha256: sha256Hex(content) }, content);
  }
  if (fileId === undefined || key === undefined || size === undefined || digest === undefined)
    return fail(
      issue('BODY_INVALID', '', 'A file comes as contentBase64, or is named by fileId, key, size and sha256.'),
    );
  const { uploads, clock } = call.deps;
  const reference = uploads.reference(ownerIdOf(call.caller), fileId, clock.now());
  if (isFailure(reference)) return reference.mapIssues((problem) => ({ ...problem, path: '/fileId' }));
  const file = sound({ fileId, key, total: reference.chunks.length, ...described, size, sha256: digest });
  return isFailure(file) ? file : { ...file, reference };
}

/**
 * Each after the other, up to the first that is not what is said of it: its reader would find the mistake when it
 * cannot be corrected any more.
 */
async function uploadProblems(
  { caller, deps }: ApiCall<Deps>,
  prepared: readonly Partial<OpenedFile>[],
): Promise<readonly Issue[]> {
  for (const [i, { manifest, reference }] of prepared.entries()) {
    if (!manifest || !reference) continue;
    const problem = await deps.fileChecks.problem(ownerIdOf(caller), { manifest, reference });
    if (problem) return [at(i, problem)];
  }
  return [];
}

const MEMBERS: Readonly<Record<string, string>> = { '/name': '/fileName', '/total': '/fileId' };

function sound(manifest: FileManifest, content?: Uint8Array): Result<Prepared> {
  const problem = manifestProblem(manifest);
  if (problem) return fail({ ...problem, path: MEMBERS[problem.path] ?? problem.path });
  return content === undefined ? { manifest } : { manifest, content };
}

/**
 * The entropy from which the id and the key of a file follow. The same submission again has to name the same file, or
 * else it would be another one: then they follow from a key that only the wallet has. A submission that
 * opens an instance is another one each time, and it shall not be seen that it has the same file.
 */
async function entropyOf(
  { deps, idempotencyKey }: ApiCall<Deps>,
  { by, place }: FilesAsk,
  file: { readonly content: Uint8Array; readonly label: string },
): Promise<Result<Uint8Array>> {
  const { registerId, instanceId, actionId } = place;
  if (instanceId === undefined && !idempotencyKey) return deps.random.bytes(32);
  const of = canonical([registerId, instanceId ?? '', idempotencyKey ?? '', actionId, file.label]);
  const salt = sha256(Buffer.concat([sha256(file.content), utf8(of)]));
  return await deps.keystore.use(keyNameOf(by.wallet, by.address), ({ privateKey }) =>
    expand({ from: privateKey, salt, label: 'quorate:inline-file' }, 32),
  );
}

async function store(call: ApiCall<Deps>, file: Prepared, brought: string[]): Promise<Result<ActionFile>> {
  const { caller, deps } = call;
  const { manifest, content } = file;
  const owner = ownerIdOf(caller);
  if (content) {
    const { fileId: uploadId, total } = manifest;
    if (!deps.uploads.find(owner, uploadId, deps.clock.now())) brought.push(uploadId);
    for (let index = 0; index < total; index++) {
      const from = index * FILE_CHUNK_BYTES_MAX;
      const sealed = encryptChunk(manifest, index, content.subarray(from, from + FILE_CHUNK_BYTES_MAX));
      if (isFailure(sealed)) return sealed;
      const place = { owner, organisationId: caller.organisationId, uploadId, index, total };
      const added = deps.uploads.add(place, sealed, deps.clock.now());
      if (isFailure(added)) return added.mapIssues((problem) => ({ ...problem, path: '' }));
      if (added.ops.length > 0) await deps.commit(added.ops);
    }
  }
  const reference = deps.uploads.reference(owner, manifest.fileId, deps.clock.now());
  return isFailure(reference)
    ? reference.mapIssues((problem) => ({ ...problem, path: '/fileId' }))
    : { manifest, reference };
}

async function discard({ caller, deps }: ApiCall<Deps>, uploadIds: readonly string[]): Promise<void> {
  for (const uploadId of uploadIds) {
    const ops = deps.uploads.remove(ownerIdOf(caller), uploadId);
    if (ops.length > 0) await deps.commit(ops);
  }
}

function at(i: number, problem: Issue): Issue {
  return problem.path.startsWith('/payload') ? problem : { ...problem, path: `/files/${i}${problem.path}` };
}
