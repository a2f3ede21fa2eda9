// Gives what root makes in the folder of another account to that account: a node that runs as it could read neither its
// own store nor its keys then. It loads nothing, because every command passes it.
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command, Context } from '../command/command.js';

/** The clock of a file system is behind by a few milliseconds. */
const CLOCK_MS = 1000;
const FOLDERS = [
  ['data-dir', 'QUORATE_NODE__DATA_DIR', './data'],
  ['pki-dir', 'QUORATE_NETWORK__PKI_DIR', ''],
] as const;

/** Runs a command; whatever comes of it, the folders of a node that it may write to keep their owner. */
export async function keepingOwners(
  { options = [] }: Pick<Command, 'options'>,
  { input, terminal }: Pick<Context, 'input' | 'terminal'>,
  run: () => Promise<void> | void,
): Promise<void> {
  const begunMs = Date.now();
  try {
    await run();
  } finally {
    if (process.getuid?.() === 0)
      for (const [option, variable, fallback] of FOLDERS) {
        if (!options.some(({ flags }) => flags.startsWith(`--${option} `))) continue;
        const stated = input.text(option) ?? (terminal.env[variable] || fallback);
        if (stated !== '') giveBack(resolve(stated), begunMs);
      }
  }
}

/** Gives the owner of the folder all in it that belongs to root and changed since then. */
export function giveBack(folder: string, sinceMs: number): void {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0 || !owner.isDirectory()) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const { uid, ctimeMs } = lstatSync(path);
    if (uid === 0 && ctimeMs >= sinceMs - CLOCK_MS) lchownSync(path, owner.uid, owner.gid);
  }
}
