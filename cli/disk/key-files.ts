// Names and texts of the files that go beside a backup: the key that opens its secrets, and the identity of the node in
// the mesh. It writes nothing.
import { CommandError } from '../command/command.js';
import { secretFile } from '../command/secrets.js';

/**
 * The files that a node makes beside its store when the settings name no key (node/platform/secrets.ts): the key, or
 * the salt of the master secret.
 */
export const KEY_FILES = ['master.key', 'master.salt'] as const;
export type KeyFile = (typeof KEY_FILES)[number];
/** The node's identity in the mesh, where the settings do not name another folder (network.pkiDir). */
export const IDENTITY_FOLDER = 'mesh';
/** The text of a key file, which has to have the form that a node accepts. */
export async function keyIn(file: string): Promise<string> {
  const text = await secretFile(file);
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new CommandError(`${file} is not a key file: it must hold 64 lower-case hex digits`);
}

/** The identity beside a backup. */
export function identityOf(file: string): string {
  return `${file}.mesh`;
}
