// The data folder of a stopped node, for the commands that work on the disk itself. A folder that is not a store is
// never made into one, and a store that a node has open is refused.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RegisterRecord, Registers } from '../../storage/chain/registers.js';
import type { StoreError } from '../../storage/engine/fault.js';
import type { Kv } from '../../storage/engine/kv.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';

export const DATA_OPTION: Option = {
  flags: '--data-dir <folder>',
  description: 'data folder of the node (default: QUORATE_NODE__DATA_DIR, else ./data)',
};
export const REGISTER_OPTION: Option = { flags: '--register <id>', description: 'this register only (default: all)' };

/** The folder that the call means, whether or not it exists. */
export function folderIn({ input, terminal }: Pick<Context, 'input' | 'terminal'>): string {
  return resolve(input.text('data-dir') ?? (terminal.env.QUORATE_NODE__DATA_DIR || './data'));
}

/** The folder of a store that exists. */
export function storeIn(context: Pick<Context, 'input' | 'terminal'>): string {
  const folder = folderIn(context);
  if (isThere(join(folder, 'FORMAT'))) return folder;
  throw new CommandError(`there is no store in ${folder}`, {
    exit: EXIT.usage,
    hint: 'State the data folder of the node: --data-dir FOLDER.',
  });
}

/** Throws for a folder that this account may not look into: whether there is a store is not known then. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    throw new CommandError(`${file}: this account may not use it`, {
      cause: error,
      hint: 'Call as the owner of the data folder.',
    });
  }
}

/** Opens with `open`, works, and closes in any case; what the store refuses becomes an error for people. */
export async function withStore<S extends { close(): Promise<void> }, V>(
  open: () => Promise<S>,
  work: (store: S) => Promise<V>,
): Promise<V> {
  return storeErrors(async () => {
    const store = await open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

/** The result of `run`; a StoreError as an error for people. */
export async function storeErrors<V>(run: () => Promise<V>): Promise<V> {
  try {
    return await run();
  } catch (error) {
    if (!isStoreError(error)) throw error;
    const { code, message } = error.issue;
    // Its sentence says what to do.
    throw new CommandError(message.replace(/\.$/, ''), { code, cause: error });
  }
}

/** Told by its name, because the engine is loaded late (command.ts says why). */
function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === 'StoreError';
}

/** The registers of a store that are not being deleted, or the one that the call names. */
export async function registersIn(
  { input }: Pick<Context, 'input'>,
  kv: Pick<Kv, 'range'>,
): Promise<readonly RegisterRecord[]> {
  const all = [...(await Registers.load(kv)).all()].filter(({ purging }) => purging !== true);
  const named = input.text('register');
  if (named === undefined) return all;
  const record = all.find(({ id }) => id === named);
  if (record) return [record];
  throw new CommandError(`the store has no register ${named}`, {
    code: 'REGISTER_NOT_FOUND',
    hint: `It has ${all.length}.`,
  });
}
