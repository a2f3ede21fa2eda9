// Files: chunks into the store, files out of it for the holder of a wallet that an action disclosed them to. It opens
// with keys of the keystore only, through the one gate to them, and seals nothing.

import { keyNameOf } from '../../../../actors/workflow/encryption/recipient-keys.js';
import { definitionAt } from '../../../../actors/workflow/instance/definition-at.js';
import { fromBase64 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../../core/crypto/derivation/hd.js';
import { CHUNK_OVERHEAD_BYTES, filesNamedIn } from '../../../../core/envelope/files.js';
import type { Opener } from '../../../../core/envelope/open.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { instanceAt, instanceIdOf, rowsIn } from '../../../../core/instance/rows.js';
import { kindOf } from '../../../../core/kinds/index.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { readRun } from '../../../../core/reading/cells/one-run.js';
import { type Visible, visibleData } from '../../../../core/reading/cells/visible.js';
import type { Upload } from '../../../../storage/tables/workflow/uploads.js';
import { registerNotFound } from '../../../access/registers.js';
import { splitIssue } from '../../../access/split.js';
import { ownerIdOf, walletForKey } from '../../../access/wallet-standing.js';
import type { ApiCall, Handlers, RawReply } from '../../../define.js';
import { reply } from '../../../define.js';
import { contentOf, headersOf, type OpenedFile } from '../../../files/content.js';
import { isoTime } from '../../../views/transactions.js';
import type { WorkflowDeps } from '../deps.js';
import type { fileRoutes } from './routes.js';

/** Base64 of the largest sealed chunk, and its padding: what is longer is refused before it is decoded. */
const ENCRYPTED_LENGTH_MAX = Math.ceil((FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES) / 3) * 4;

export const fileHandlers: Handlers<typeof fileRoutes, WorkflowDeps> = {
  async uploadFileChunk({ body }, { caller, deps }) {
    const { uploadId, chunkIndex: index, totalChunks: total } = body;
    if (index >= total) return fail(issue('BODY_INVALID', '/chunkIndex', 'The index is below totalChunks.'));
    if (body.encryptedData.length > ENCRYPTED_LENGTH_MAX)
      return fail(issue('BODY_TOO_LARGE', '/encryptedData', 'A chunk has at most 4 MiB before sealing.'));
    const bytes = fromBase64(body.encryptedData);
    if (!bytes) return fail(issue('BODY_INVALID', '/encryptedData', 'The text is not canonical base64.'));
    if (sha256Hex(bytes) !== body.checksum.replace('sha256:', ''))
      return fail(
        issue('FILE_CHUNK_CHECKSUM', '/checksum', 'The SHA-256 of encryptedData is another: send the chunk again.'),
      );
    const place = { owner: ownerIdOf(caller), organisationId: caller.organisationId, uploadId, index, total };
    const added = deps.uploads.add(place, bytes, deps.clock.now());
    if (isFailure(added)) return added;
    if (added.ops.length === 0) return reply(200, uploadView(added.upload));
    await deps.commit(added.ops);
    return reply(201, uploadView(added.upload));
  },

  getFileUpload({ params }, { caller, deps }) {
    const upload = deps.uploads.find(ownerIdOf(caller), params.uploadId, deps.clock.now());
    return upload
      ? uploadView(upload)
      : fail(issue('UPLOAD_NOT_FOUND', '/uploadId', 'There is no such upload of yours, or it has expired.'));
  },

  async downloadActionFile({ params }, call) {
    const asked = { wallet: params.wallet, registerId: params.register, txId: params.tx };
    const visible = await viewFor(call, asked);
    if (isFailure(visible)) return visible;
    return download(call, asked, visible.files.get(params.fileId) ?? fail(fileNotFound('/fileId')));
  },

  async downloadWalletFile({ params, query }, call) {
    const { registerId, actionTxId: txId, fieldName, fileIndex } = query;
    const asked = { wallet: params.address, registerId, txId };
    const visible = await viewFor(call, asked);
    if (isFailure(visible)) return visible;
    const value = Object.hasOwn(visible.fields, fieldName) ? visible.fields[fieldName] : undefined;
    const named: Json | undefined = Array.isArray(value) ? value[fileIndex] : fileIndex === 0 ? value : undefined;
    const manifests = [...visible.files.values()].map(({ manifest }) => manifest);
    const [manifest] = named === undefined ? [] : filesNamedIn(named, manifests);
    const file = manifest && visible.files.get(manifest.fileId);
    return download(call, asked, file ?? fail(fileNotFound('/fieldName')));
  },
};

/** From this node, and from other nodes of the register where it lacks chunks. */
async function download(
  { deps }: ApiCall<WorkflowDeps>,
  { registerId, txId }: Asked,
  file: Result<OpenedFile>,
): Promise<Result<RawReply>> {
  if (isFailure(file)) return file;
  const problem = await deps.files.bring({ registerId, txId, reference: file.reference });
  if (problem) return fail(problem);
  const body = await contentOf((hash) => deps.files.chunk({ registerId, txId, hash }), file);
  return isFailure(body) ? body : { status: 200, headers: headersOf(file.manifest), body };
}

function fileNotFound(path: string): Issue {
  return issue('FILE_NOT_FOUND', path, 'The action disclosed no such file to this wallet.');
}

interface Asked {
  readonly wallet: string;
  readonly registerId: string;
  readonly txId: string;
}

type Seen = Pick<Visible, 'fields' | 'files'>;

/**
 * The view that the wallet has of one sealed action, if the caller may use its key: that, and no list of tenants,
 * decides who reads a file.
 */
async function viewFor(call: ApiCall<WorkflowDeps>, { wallet: name, registerId, txId }: Asked): Promise<Result<Seen>> {
  const { wallets, ledger, chain, keystore } = call.deps;
  const known = wallets.find(name);
  const hybrid = known?.hybridAddress === name;
  const wallet = await walletForKey(call, name, { use: 'decrypt', path: DEFAULT_PATH, hybrid });
  if (isFailure(wallet)) return wallet;
  const record = ledger.register(registerId);
  if (!record || record.purging) return fail(registerNotFound());
  const sealed = chain.transaction(record.reg, txId);
  if (!sealed)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'No sealed transaction of this register has this id.'));
  const split = splitIssue(call.deps, record, { height: sealed.height, path: '/txId' });
  if (split) return fail(split);
  const view = chain.view(record.reg);
  const carrying = (id: string) => chain.transaction(record.reg, id)?.transaction;
  return await keystore.useToOpen(keyNameOf(wallet, name), (keys) =>
    viewIn(view, sealed.transaction, { walletAddress: name, keys, carrying }),
  );
}

function viewIn(view: StateView, tx: Transaction, opener: Opener): Result<Seen> {
  const row = kindOf(tx.header).kind === 'action' ? instanceAt(view, instanceIdOf(tx)) : undefined;
  const definition = row && definitionAt(view, row);
  if (row && definition)
    return readRun(
      tx,
      {
        ...{ definition, instance: row, row: rowsIn(view)(tx.txId), deliveredTo: deliveriesIn(view) },
        transactionOf: opener.carrying,
      },
      opener,
    );
  const visible = visibleData([tx], opener.walletAddress);
  return failIf(visible.closed.get(tx.txId)) ?? visible;
}

function uploadView({ uploadId, total, chunks, expiresAtMs, named }: Upload) {
  return {
    uploadId,
    totalChunks: total,
    chunks: chunks.map(({ hash, size }, chunkIndex) => ({ chunkIndex, checksum: hash, size })),
    nextChunkIndex: chunks.length,
    isComplete: chunks.length === total,
    ...(named ? {} : { expiresAt: isoTime(expiresAtMs) }),
  };
}
