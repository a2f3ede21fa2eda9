// Files of actions: uploaded in sealed chunks before the action that names them, and saved from an action whose fields
// a wallet sees. A saved file has been compared with the hashes that its sender sealed.
import { writeFileSync } from 'node:fs';
import type { Client } from '../../../api/client/client.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isObject, type Json } from '../../../core/base/json.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { withFile } from '../../command/failure.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { manifestAt, readAttachment, uploadChunks } from '../../workflow/attachments.js';
import { savedName } from '../../workflow/saved-name.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';

type Details = Awaited<ReturnType<Client['getAction']>>;

const upload: Command = {
  name: 'file upload',
  summary: 'seal a large file here and upload it, to go with an action',
  examples: [
    'quorate file upload plans.zip --manifest plans.manifest',
    'quorate action submit 3b9d… --payload application.json --uploaded drawings=plans.manifest',
  ],
  args: [{ name: '<file>', description: 'at most 40 MiB' }],
  options: [
    {
      flags: '--manifest <file>',
      description: 'where its key is kept, for you only (default: the file with .manifest); one that is there goes on',
    },
  ],
  async run(context) {
    const { input, out } = context;
    const file = input.arg('file');
    const path = input.text('manifest') ?? `${file}.manifest`;
    const attachment = await readAttachment(file);
    const { client } = await connect(context);
    const manifest = await manifestAt(context, path, attachment);
    await uploadChunks(context, client, { manifest, bytes: attachment.bytes });
    const { fileId, name, contentType, size, sha256, total } = manifest;
    const made = { fileId, fileName: name, contentType, size, sha256, chunks: total, manifest: path };
    out.show(made, () => fields(made));
    out.note(`Next: quorate action submit INSTANCE --payload FILE --uploaded FIELD=${path}`);
  },
};

const download: Command = {
  name: 'file download',
  summary: 'save a file of an action that a wallet sees',
  examples: ['quorate file download 0d9c… 3f0e… --wallet Planner --out plans.pdf'],
  args: [
    REGISTER_ARGUMENT,
    { name: '<txId>', description: 'TxId of the action' },
    { name: '[file]', description: 'id or name of the file (default: its only one)' },
  ],
  options: [WALLET_OPTION, { flags: '--out <file>', description: 'new file (default: the name that its sender gave)' }],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const wallet = await walletIn(context, remote);
    const params = { wallet, register: input.arg('register'), tx: input.arg('txId') };
    const details = await remote.client.getAction({ params });
    const { fileId, fileName, size } = chooseFile(details, input.optionalArg('file'));
    const bytes = (await remote.client.downloadActionFile({ params: { ...params, fileId } })) as Uint8Array;
    const sha256 = sha256Hex(bytes);
    const promised = hashOf(details.payloadData as Json, fileId);
    if (bytes.length !== size || (promised !== undefined && promised !== `sha256:${sha256}`))
      throw new CommandError('what came is not the file that was sealed; nothing was saved', {
        code: 'CIPHERTEXT_INVALID',
        hint: 'Ask another node of the register.',
      });
    // The name was chosen by the sender.
    const path = input.text('out') ?? (savedName(fileName) || fileId);
    await withFile(path, () => writeFileSync(path, bytes, { flag: 'wx', flush: true }));
    const saved = { file: path, size, sha256, compared: promised !== undefined };
    out.show(saved, () => fields({ ...saved, compared: promised === undefined ? 'size' : 'size and hash' }));
  },
};

export const fileCommands: readonly Command[] = [upload, download];

function chooseFile({ files }: Details, asked: string | undefined): Details['files'][number] {
  const matches = files.filter(({ fileId, fileName }) => asked === undefined || asked === fileId || asked === fileName);
  const [first, second] = matches;
  if (first && !second) return first;
  const list = files.map(({ fileId, fileName }) => `${fileName} (${fileId})`).join(', ');
  throw new CommandError(first ? 'the action has several files' : 'the wallet sees no such file of the action', {
    exit: first ? EXIT.usage : EXIT.failed,
    hint: list === '' ? 'It sees none.' : `It sees ${list}.`,
  });
}

/** The hash beside the id of a file, wherever in the fields it stands. */
function hashOf(value: Json, fileId: string): string | undefined {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const hash = hashOf(item, fileId);
      if (hash !== undefined) return hash;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value.fileId === fileId && typeof value.hash === 'string') return value.hash;
  return hashOf(Object.values(value), fileId);
}
