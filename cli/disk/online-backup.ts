// The backup of a running node: its bytes come over HTTP into FILE.part, which becomes FILE only when it is whole and
// durable. Keys never come that way.
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { withFile } from '../command/failure.js';
import { fields, underway } from '../command/output.js';
import { streamFrom } from '../remote/remote.js';
import { openSession } from '../remote/session.js';
import { storeErrors } from './data-folder.js';

/** Bytes between two updates of the progress. */
const PROGRESS_STEP = 1024 * 1024;

export async function backupOnline(context: Context): Promise<void> {
  const { input, out } = context;
  const file = resolve(input.arg('file'));
  for (const flag of ['incomplete', 'data-dir'])
    if (input.flag(flag) || input.text(flag) !== undefined)
      throw new CommandError(`--online and --${flag} exclude each other`, {
        exit: EXIT.usage,
        hint: 'The running node is found by QUORATE_URL or the login.',
      });
  if (existsSync(file)) throw new CommandError(`${file} exists`, { hint: 'Choose another name, or remove it first.' });
  const part = `${file}.part`;
  const bytes = await withFile(file, async () => {
    try {
      const received = await receive(context, part);
      await verifyFile(part);
      await rename(part, file);
      const { syncFolder } = await import('../../storage/engine/folder.js');
      syncFolder(dirname(file));
      return received;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
  out.show({ file, bytes, keyFiles: [], identityFiles: [] }, () => fields({ file, bytes, keys: 'not included' }));
  out.warn(
    'The backup holds no key, and keys are not sent over HTTP. Copy master.key (or master.salt) from the data folder on the machine of the node to another place; or keep the key there that its settings name (secrets.masterKeyFile or masterSecret): without it no wallet opens and no validator signs.' +
      '\n  A mesh node needs its identity too, to come back as the same node: copy the folder "mesh" of its data folder.',
  );
}

/** Writes what comes to `part`, durably; gives its size. */
async function receive(context: Context, part: string): Promise<number> {
  const { out, terminal } = context;
  const { url, token, stepUp } = await openSession(context);
  const bytesOf = await streamFrom(url, { token, ...(stepUp && { stepUp }) });
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  try {
    return await underway(out, 'Saving', async (bar) => {
      let received = 0;
      let shown = 0;
      for await (const bytes of bytesOf('backUpStore', {}, { signal: terminal.signal })) {
        await handle.writeFile(bytes);
        received += bytes.length;
        if (received - shown < PROGRESS_STEP) continue;
        shown = received;
        bar.update(received);
      }
      await handle.sync();
      return received;
    });
  } finally {
    await handle.close();
  }
}

/** A file that a proxy cut off, or a disk changed, is not a backup. */
async function verifyFile(part: string): Promise<void> {
  const { verifyBackup } = await import('../../storage/backup/backup-file.js');
  await storeErrors(() => verifyBackup(part));
}
