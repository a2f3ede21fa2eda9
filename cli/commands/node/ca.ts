// The CA of an organisation: made once, in a folder that is best kept away from every node; it signs the requests of
// nodes and revokes what it signed.
import { resolve } from 'node:path';
import type { Authority, Issued } from '../../../storage/pki/authority.js';
import { type Command, CommandError, type Context } from '../../command/command.js';
import { writeNew } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import { fields, table } from '../../command/output.js';
import {
  CA_OPTION,
  DAYS_OPTION,
  INSTALLATION_OPTION,
  installationIn,
  organisationIn,
  pemText,
  shownAuthority,
  sound,
} from '../../disk/mesh-folder.js';

const init: Command = {
  name: 'ca init',
  summary: 'make the CA of an organisation, which names its nodes',
  examples: ['quorate ca init --dir ca --org 7b0c…'],
  options: [
    CA_OPTION,
    { flags: '--org <id>', description: 'the organisation', required: true },
    INSTALLATION_OPTION,
    { flags: '--name <text>', description: 'name of the CA, for people (default: Quorate CA ORG)' },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const dir = folderOf(context);
    const orgId = await organisationIn(context);
    const installation = await installationIn(context);
    const name = (input.text('name') ?? `Quorate CA ${orgId}`).slice(0, 64);
    const { createAuthority } = await import('../../../storage/pki/authority.js');
    const made = sound(
      await withFile(dir, () => createAuthority(dir, { orgId, installation, name, nowMs: terminal.now() })),
    );
    out.show(authorityView(made), () => fields(authorityView(made)));
    out.note(
      `Keep ${dir} safe: who has ca.key can name nodes of the organisation. Give ca.crt to the other organisations,\n` +
        `  whose operators run "quorate node trust". Next: quorate node enrol --ca ${dir}`,
    );
  },
};

const sign: Command = {
  name: 'ca sign',
  summary: 'issue a certificate for the request of a node',
  examples: ['quorate ca sign node.request --dir ca --out node.crt'],
  args: [{ name: '<request>', description: 'what "quorate node request" wrote' }],
  options: [
    CA_OPTION,
    DAYS_OPTION,
    { flags: '--out <file>', description: 'new file of the certificate', required: true },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const authority = await openFolder(context);
    const file = input.requiredText('out');
    const { proveRequest } = await import('../../../storage/pki/request.js');
    const { issueTo } = await import('../../../storage/pki/authority.js');
    const request = sound(await proveRequest(await pemText(input.arg('request'))));
    const given = { nowMs: terminal.now(), days: input.integer('days') ?? 365 };
    const issued = sound(await issueTo(authority, request, given));
    await writeNew(file, issued.pem);
    const data = { file, ...shownIssued(issued), orgId: authority.own.orgId, hosts: request.hosts };
    out.show(data, () => fields({ ...data, hosts: request.hosts.join(' ') || undefined }));
    out.note(`Give it back with the CA certificate: quorate node install ${file} --ca-cert ca.crt`);
  },
};

const revokeCommand: Command = {
  name: 'ca revoke',
  summary: 'revoke certificates of a node, and write the revocation list anew',
  examples: ['quorate ca revoke 12D3KooW… --dir ca', 'quorate ca revoke stolen.crt --dir ca'],
  args: [{ name: '<what>', description: 'peer id (all its certificates), serial number, or certificate file' }],
  options: [CA_OPTION],
  async run(context) {
    const { out, terminal } = context;
    const authority = await openFolder(context);
    const serials = await serialsOf(authority, context.input.arg('what'));
    const { revoke } = await import('../../../storage/pki/authority.js');
    const { file, revoked } = await withFile(authority.dir, () => revoke(authority, serials, terminal.now()));
    out.show({ file, serials, listed: revoked }, () => fields({ file, revoked: serials.join(' '), listed: revoked }));
    out.warn(
      `It counts on a node once the node has the list: run "quorate node trust ${file}" on each, and restart it.`,
    );
  },
};

const show: Command = {
  name: 'ca show',
  summary: 'show a CA and the certificates that it issued',
  options: [CA_OPTION],
  async run(context) {
    const authority = await openFolder(context);
    const { listIssued } = await import('../../../storage/pki/authority.js');
    const issued = listIssued(authority).map(shownIssued);
    context.out.show({ ...authorityView(authority), issued }, () => {
      const rows = issued.map((item) => [item.revoked ? 'revoked' : 'issued', item.notAfter, item.serial, item.peerId]);
      return `${fields(authorityView(authority))}\n\n${table(['STATE', 'VALID TO', 'SERIAL', 'PEER'], rows)}`;
    });
  },
};

export const caCommands: readonly Command[] = [init, sign, revokeCommand, show];

function folderOf({ input }: Pick<Context, 'input'>): string {
  return resolve(input.requiredText('dir'));
}

async function openFolder(context: Context): Promise<Authority> {
  const dir = folderOf(context);
  const { openAuthority } = await import('../../../storage/pki/authority.js');
  return sound(await withFile(dir, () => openAuthority(dir)));
}

/** Certificates of this CA that the text means; only what the CA has issued can be revoked. */
async function serialsOf(authority: Authority, what: string): Promise<readonly string[]> {
  const { listIssued } = await import('../../../storage/pki/authority.js');
  const { normalSerial } = await import('../../../storage/pki/der.js');
  const all = listIssued(authority);
  const named = all.filter(({ peerId, serial }) => peerId === what || serial === normalSerial(what));
  if (named.length > 0) return named.map(({ serial }) => serial);
  if (/^(12D3KooW\w+|[0-9A-Fa-f]+)$/.test(what))
    throw new CommandError(`this CA has issued nothing that ${what} names`, {
      hint: 'See what it issued: quorate ca show --dir FOLDER.',
    });
  const text = (await pemText(what)).replaceAll('\r', '');
  const [same] = all.filter(({ pem }) => text.includes(pem));
  if (same) return [same.serial];
  throw new CommandError(`${what} is not a certificate of this CA`, {
    hint: 'Name a peer id, a serial number or the file.',
  });
}

function authorityView({ dir, own }: Authority) {
  return { folder: dir, ...shownAuthority(own) };
}

function shownIssued({ serial, peerId, notAfterMs, revoked }: Issued) {
  return { peerId, serial, notAfter: new Date(notAfterMs).toISOString(), revoked };
}
