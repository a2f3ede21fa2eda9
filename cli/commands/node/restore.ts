// Restore of a backup into an empty folder, whole or with registers taken back to a lower docket. A restored node is
// fenced until its operator decides.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { isFailure } from '../../../core/base/result.js';
import type { TakeBack } from '../../../storage/backup/take-back.js';
import { type Command, CommandError, type Context } from '../../command/command.js';
import { YES_OPTION } from '../../command/confirm.js';
import { readText, writeNew } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import { fields, underway } from '../../command/output.js';
import { DATA_OPTION, folderIn, storeErrors } from '../../disk/data-folder.js';
import { IDENTITY_FOLDER, identityOf, KEY_FILES, type KeyFile, keyIn } from '../../disk/key-files.js';

const restore: Command = {
  name: 'restore',
  summary: 'restore a backup into an empty folder',
  examples: [
    'quorate restore ledger.backup --data-dir /var/lib/quorate',
    'quorate restore ledger.backup --data-dir new --key-file safe/master.key',
    'quorate restore ledger.backup --data-dir new --to-height 0d3c…=41 --dry-run',
  ],
  args: [{ name: '<file>', description: 'what "quorate backup" wrote' }],
  options: [
    DATA_OPTION,
    { flags: '--key-file <file>', description: 'the master.key of the node (default: FILE.master.key, if it exists)' },
    {
      flags: '--identity-file <file>',
      description: 'the saved identity of the node (default: FILE.mesh, if it exists)',
    },
    { flags: '--salt-file <file>', description: 'the master.salt, with a master secret (default: FILE.master.salt)' },
    {
      flags: '--to-height <register=n>',
      description: 'take this register, by id or name, back to docket N; the others are restored whole (repeat)',
      repeat: true,
    },
    { flags: '--dry-run', description: 'verify the backup, say what would go, and write nothing' },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const folder = folderIn(context);
    const file = resolve(input.arg('file'));
    const taking = await import('../../disk/taking-back.js');
    const wanted = taking.wantedHeights(context);
    // Read before anything is made, so that a key file that cannot be used leaves no half restored node.
    const keys = await keysFor(context, file);
    const { isSavedIdentity, restoreIdentity } = await import('../../../storage/pki/saved.js');
    const identity = await identityIn(input.text('identity-file'), file);
    if (identity && !isSavedIdentity(identity.text))
      throw new CommandError(`${identity.from} holds no saved identity of a node, or is damaged`);
    if (identity && existsSync(join(folder, IDENTITY_FOLDER, 'node.key')))
      throw new CommandError(`there is a node key in ${join(folder, IDENTITY_FOLDER)} already`, {
        hint: 'Restore into an empty folder.',
      });
    const isDry = input.flag('dry-run');
    const plan = wanted.size > 0 || isDry ? await taking.plannedTakeBack(context, file, wanted) : [];
    const takenBack = plan.map(taking.summaryOfTakeBack);
    if (isDry) {
      const whole = 'The backup is whole. Nothing was written.';
      return out.show({ file, takenBack }, () =>
        plan.length > 0 ? `${taking.takenText(takenBack)}\n\n${whole}` : whole,
      );
    }
    if (plan.length > 0) await taking.confirmLoss(context, plan);
    const figures = await restoreFolder(context, { file, folder, plan });
    for (const [name, key] of keys) await writeNew(join(folder, name), `${key}\n`, true);
    const again = identity ? restoreIdentity(join(folder, IDENTITY_FOLDER), identity.text) : undefined;
    if (isFailure(again)) throw new CommandError(again.issue.message);
    const shown = {
      folder,
      ...figures,
      keyFiles: [...keys.keys()],
      identity: again !== undefined,
      fenced: true,
      takenBack,
    };
    out.show(shown, () =>
      fields({
        folder,
        entries: figures.entries,
        bytes: figures.bytes,
        keys: shown.keyFiles.join(' ') || 'none',
        identity: shown.identity ? 'the same node as before' : 'none',
      }),
    );
    out.warn(nextSteps(folder, keys.size > 0));
    for (const item of takenBack) out.warn(taking.afterText(item));
  },
};

export const restoreCommands: readonly Command[] = [restore];

async function keysFor({ input }: Pick<Context, 'input'>, file: string): Promise<ReadonlyMap<KeyFile, string>> {
  const keys = new Map<KeyFile, string>();
  for (const name of KEY_FILES) {
    const stated = input.text(name === 'master.key' ? 'key-file' : 'salt-file');
    const beside = `${file}.${name}`;
    const from = stated ?? (existsSync(beside) ? beside : undefined);
    if (from !== undefined) keys.set(name, await keyIn(from));
  }
  return keys;
}

interface Restoring {
  readonly file: string;
  readonly folder: string;
  readonly plan: readonly TakeBack[];
}

async function restoreFolder(context: Context, { file, folder, plan }: Restoring) {
  const { out, terminal } = context;
  const { restore: restoreStore } = await import('../../../storage/backup/backup.js');
  const { sealingAgain } = await import('../../disk/taking-back.js');
  return underway(out, 'Restoring', (bar) => {
    const change = plan.length > 0 ? { change: sealingAgain(context, plan, bar) } : {};
    const options = { nowMs: terminal.now(), onProgress: (bytes: number) => bar.update(bytes), ...change };
    return storeErrors(() => withFile(file, () => restoreStore(file, folder, options)));
  });
}

/** The saved identity that is stated, or the one beside the backup. */
async function identityIn(stated: string | undefined, file: string) {
  const from = stated ?? (existsSync(identityOf(file)) ? identityOf(file) : undefined);
  return from === undefined ? undefined : { from, text: await withFile(from, () => readText(from)) };
}

function nextSteps(folder: string, withKey: boolean): string {
  const key = withKey
    ? ''
    : `\n  First put the key file of the node (master.key or master.salt) into ${folder}, for its owner only,\n` +
      '  unless the settings name the key: the node does not start without it.';
  return (
    'The node is fenced: it may have forgotten votes that it gave after the backup, and signs nothing before you decide.' +
    key +
    '\n  1. Make sure that no other copy of this node runs, and none will.' +
    `\n  2. Start it: quorate start --data-dir ${folder}` +
    '\n  3. Take the responsibility: quorate validator accept-amnesia'
  );
}
