// Backup of a node; online-backup.ts saves one that runs. The store is one file; the key that opens its secrets is
// another, which goes along only when that is asked for, because who has both has every wallet. The identity of the
// node in the mesh is a third file.
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Kv } from '../../../storage/engine/kv.js';
import { type Command, CommandError, EXIT, isCommandError } from '../../command/command.js';
import { writeNew } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import type { ShownProgress } from '../../command/output.js';
import { fields, underway } from '../../command/output.js';
import { DATA_OPTION, storeIn, withStore } from '../../disk/data-folder.js';
import { IDENTITY_FOLDER, identityOf, KEY_FILES, type KeyFile, keyIn } from '../../disk/key-files.js';

/** Entries between two updates of the progress. */
const PROGRESS_STEP = 1000;

const backup: Command = {
  name: 'backup',
  summary: 'write the store of a node to one file: a stopped one, or the running one with --online',
  examples: [
    'quorate backup ledger.backup',
    'quorate backup ledger.backup --with-keys --data-dir /var/lib/quorate',
    'quorate backup ledger.backup --online',
  ],
  args: [{ name: '<file>', description: 'new file' }],
  options: [
    DATA_OPTION,
    { flags: '--with-keys', description: 'copy the key file too, to FILE.master.key or FILE.master.salt' },
    { flags: '--online', description: 'save the running node over HTTP, as its system administrator; sends no keys' },
    { flags: '--incomplete', description: 'save what is left of a store that is damaged or has lost dockets' },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    if (input.flag('online')) return (await import('../../disk/online-backup.js')).backupOnline(context);
    const folder = storeIn(context);
    const file = resolve(input.arg('file'));
    if (file.startsWith(folder + sep))
      throw new CommandError('the backup would lie in the folder that it saves', { exit: EXIT.usage });
    const keys = KEY_FILES.filter((name) => existsSync(join(folder, name)));
    if (input.flag('with-keys') && keys.length === 0)
      throw new CommandError(`there is no key file in ${folder}`, {
        hint: 'The settings name the key (secrets.masterKeyFile or masterSecret): keep that, and leave --with-keys out.',
      });
    const copied = input.flag('with-keys') ? keys.map((name) => ({ name, file: `${file}.${name}` })) : [];
    const { savedIdentity } = await import('../../../storage/pki/saved.js');
    const identity = savedIdentity(join(folder, IDENTITY_FOLDER));
    const identityFile = identity === undefined ? [] : [identityOf(file)];
    for (const path of [file, ...identityFile, ...copied.map((copy) => copy.file)])
      if (existsSync(path))
        throw new CommandError(`${path} exists`, { hint: 'Choose another name, or remove it first.' });
    const { backup: backupStore } = await import('../../../storage/backup/backup.js');
    const { openClone } = await import('../../../storage/disk/clone.js');
    const figures = await underway(out, 'Saving', (bar) =>
      withStore(
        () => openClone(folder, terminal.now()),
        ({ kv, issues }) => {
          const [first, ...more] = issues.map(({ message }) => message);
          if (first !== undefined && !input.flag('incomplete')) throw incomplete(first);
          for (const message of first === undefined ? [] : [first, ...more]) out.warn(message);
          return withFile(file, () => backupStore(countReads(kv, bar), file));
        },
      ),
    ).catch((error: unknown) => {
      throw isCommandError(error) && error.code === 'STORE_LOCKED' ? inUse(error, file) : error;
    });
    for (const { name, file: copy } of copied) await writeNew(copy, `${await keyIn(join(folder, name))}\n`, true);
    for (const path of identityFile) await writeNew(path, identity as string, true);
    out.show({ file, ...figures, keyFiles: copied.map((copy) => copy.file), identityFiles: identityFile }, () =>
      fields({
        file,
        entries: figures.entries,
        bytes: figures.bytes,
        keys: copied.map((copy) => copy.file).join(' ') || 'not included',
        ...(identityFile.length > 0 && { identity: identityFile.join(' ') }),
      }),
    );
    if (copied.length > 0) out.warn('A thief of the backup and the key file has every wallet: keep the two apart.');
    else out.warn(keptApart(folder, keys));
    for (const path of identityFile)
      out.warn(
        `${path} holds the keys of the node in the mesh: who has it can pose as this node. A restore beside it takes it along.`,
      );
  },
};

export const backupCommands: readonly Command[] = [backup];

function inUse({ message }: CommandError, file: string): CommandError {
  return new CommandError(message, {
    code: 'STORE_LOCKED',
    hint: `Or save the running node, as its system administrator: quorate backup ${file} --online`,
  });
}

function incomplete(message: string): CommandError {
  return new CommandError(message.replace(/\.$/, ''), {
    code: 'STORE_DAMAGED',
    hint: 'Nothing was written. Keep the folder as it is; --incomplete saves what is left.',
  });
}

/** The store as it is, counting what is read. */
function countReads(kv: Pick<Kv, 'range'>, bar: ShownProgress): Pick<Kv, 'range'> {
  return {
    async *range(options) {
      let entries = 0;
      for await (const entry of kv.range(options)) {
        entries += 1;
        if (entries % PROGRESS_STEP === 0) bar.update(entries);
        yield entry;
      }
    },
  };
}

function keptApart(folder: string, keys: readonly KeyFile[]): string {
  const what =
    keys.length === 0
      ? 'the key that the settings of the node name (secrets.masterKeyFile or masterSecret)'
      : `${keys.map((name) => join(folder, name)).join(' and ')}${keys.includes('master.salt') ? ' and the master secret' : ''}`;
  return `The backup holds no key. Keep ${what} too, in another place: without it no wallet opens and no validator signs.`;
}
