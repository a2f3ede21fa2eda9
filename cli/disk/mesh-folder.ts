// Where the commands of a node's identity find it, and how they show what they find. Nothing here reads a private key.
import { join, resolve } from 'node:path';

import { isFailure, type Result } from '../../core/base/result.js';
import type { TrustedAuthority } from '../../storage/pki/trusted.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { commandErrorOf, withFile } from '../command/failure.js';
import { table } from '../command/output.js';
import { DATA_OPTION, folderIn } from './data-folder.js';

export const MESH_OPTIONS: readonly Option[] = [
  DATA_OPTION,
  {
    flags: '--pki-dir <folder>',
    description: 'folder of the identity (default: QUORATE_NETWORK__PKI_DIR, else mesh in the data folder)',
  },
];
export const HOST_OPTION: Option = {
  flags: '--host <name>',
  description: 'name or IPv4 address that others dial; localhost is always there',
  repeat: true,
};
export const DAYS_OPTION: Option = {
  flags: '--days <n>',
  description: 'how long the certificate is good',
  default: 365,
  integer: { min: 1, max: 1827 },
};
export const CA_OPTION: Option = { flags: '--dir <folder>', description: 'folder of the CA', required: true };
export const INSTALLATION_OPTION: Option = {
  flags: '--installation <name>',
  description: 'name of the installation (default: QUORATE_NODE__INSTALLATION, else local)',
};

/** The folder of the identity, whether or not it exists. */
export function meshIn({ input, terminal }: Pick<Context, 'input' | 'terminal'>): string {
  const stated = input.text('pki-dir') ?? terminal.env.QUORATE_NETWORK__PKI_DIR;
  return stated ? resolve(stated) : join(folderIn({ input, terminal }), 'mesh');
}

/** The installation that the call means; a name that the settings would refuse is a wrong call. */
export async function installationIn({ input, terminal }: Pick<Context, 'input' | 'terminal'>): Promise<string> {
  const { isInstallation } = await import('../../storage/pki/names.js');
  const name = input.text('installation') ?? (terminal.env.QUORATE_NODE__INSTALLATION || 'local');
  if (isInstallation(name)) return name;
  throw new CommandError(`${JSON.stringify(name)} is not a name of an installation`, {
    exit: EXIT.usage,
    hint: 'Lower case letters, digits and hyphens, at most 63: as node.installation in the settings.',
  });
}

/** The organisation that an option names, in its one spelling. */
export async function organisationIn({ input }: Pick<Context, 'input'>): Promise<string> {
  const { isUuid } = await import('../../core/base/bytes.js');
  const orgId = input.requiredText('org').toLowerCase();
  if (isUuid(orgId)) return orgId;
  throw new CommandError(`${JSON.stringify(orgId)} is not an organisation id`, {
    exit: EXIT.usage,
    hint: 'It is a UUID: see "quorate org list", or validator.orgId in the settings of the node.',
  });
}

/** The value, or its issues as an error for people. */
export function sound<T>(result: Result<T>): T {
  if (isFailure(result)) throw commandErrorOf(result.issues);
  return result;
}

/** A file of at most a few certificates as text. */
export async function pemText(file: string): Promise<string> {
  const { readIfThere } = await import('../../storage/pki/durable-file.js');
  const bytes = await withFile(file, () => readIfThere(file));
  if (bytes === undefined) throw new CommandError(`${file}: there is no such file or folder`);
  return bytes.toString('latin1');
}

/** A trusted organisation as people and programs see it. */
export function shownAuthority(item: TrustedAuthority) {
  return {
    orgId: item.orgId,
    installation: item.installation,
    name: item.name,
    fingerprint: item.fingerprint,
    notAfter: new Date(item.notAfterMs).toISOString(),
    revoked: item.revoked.size,
  };
}

export function authorityTable(all: readonly TrustedAuthority[]): string {
  return table(
    ['ORGANISATION', 'CA', 'VALID TO', 'REVOKED', 'FINGERPRINT (SHA-256)'],
    all.map(shownAuthority).map((item) => [item.orgId, item.name, item.notAfter, item.revoked, item.fingerprint]),
  );
}
