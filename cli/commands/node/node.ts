// The identity of this node: its keys, the certificate that its organisation gives it, and the organisations whose
// nodes it admits. Works on the folder of the identity; a node that runs takes it up at its next start.
import { join } from 'node:path';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import type { TrustedAuthority } from '../../../storage/pki/trusted.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { give } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import { fields } from '../../command/output.js';
import {
  authorityTable,
  DAYS_OPTION,
  HOST_OPTION,
  INSTALLATION_OPTION,
  installationIn,
  MESH_OPTIONS,
  meshIn,
  organisationIn,
  pemText,
  shownAuthority,
  sound,
} from '../../disk/mesh-folder.js';

const enrol: Command = {
  name: 'node enrol',
  summary: 'give this node an identity: keys, and a certificate from a CA at hand',
  examples: [
    'quorate node enrol --ca ca --host ledger.example',
    'quorate node enrol --guest --org 7b0c…      # no CA: for nodes that admit anybody',
  ],
  options: [
    ...MESH_OPTIONS,
    { flags: '--ca <folder>', description: 'folder of the CA of the organisation' },
    HOST_OPTION,
    DAYS_OPTION,
    { flags: '--guest', description: 'sign the certificate with the own key instead' },
    { flags: '--org <id>', description: 'organisation of a guest' },
    INSTALLATION_OPTION,
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const dir = meshIn(context);
    const [ca, guest] = [input.text('ca'), input.flag('guest')];
    if ((ca === undefined) !== guest || (guest && input.text('org') === undefined))
      throw new CommandError('state either --ca FOLDER, or --guest with --org ID', {
        exit: EXIT.usage,
        hint: 'Where the CA is not at hand: quorate node request --out FILE, sign it there, then quorate node install.',
      });
    const { installCertificate } = await import('../../../storage/pki/identity.js');
    const nowMs = terminal.now();
    await withFile(dir, async () => {
      const made = ca === undefined ? await asGuest(context, dir) : await fromAuthority(context, dir, ca);
      sound(installCertificate(dir, { ...made, nowMs }));
    });
    showIdentity(out, dir, await readIdentity(context, dir));
    out.note(
      'The node takes it up at its next start. Other organisations admit it once they trust your CA certificate.',
    );
  },
};

const request: Command = {
  name: 'node request',
  summary: 'write a request for a certificate, to be signed where the CA is',
  examples: ['quorate node request --out node.request --host ledger.example'],
  options: [
    ...MESH_OPTIONS,
    HOST_OPTION,
    { flags: '--out <file>', description: 'new file (default: standard output)' },
  ],
  async run(context) {
    const { input } = context;
    const dir = meshIn(context);
    const { makeRequest } = await import('../../../storage/pki/request.js');
    const made = sound(await makeRequest(await keysIn(dir), input.list('host')));
    const said = `Request of the node ${made.peerId}. Have it signed: quorate ca sign FILE --dir CA --out node.crt`;
    await give(context, made, { file: input.text('out'), said });
  },
};

const install: Command = {
  name: 'node install',
  summary: 'make a signed certificate the one of this node',
  examples: ['quorate node install node.crt --ca-cert ca.crt'],
  args: [{ name: '<certificate>', description: 'what "quorate ca sign" wrote' }],
  options: [
    ...MESH_OPTIONS,
    { flags: '--ca-cert <file>', description: 'ca.crt of the CA that signed it', required: true },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const dir = meshIn(context);
    const { authorityIn } = await import('../../../storage/pki/trusted.js');
    const { installCertificate } = await import('../../../storage/pki/identity.js');
    const pem = await pemText(input.arg('certificate'));
    const authority = sound(authorityIn(await pemText(input.requiredText('ca-cert')), input.requiredText('ca-cert')));
    sound(await withFile(dir, () => installCertificate(dir, { pem, authority, nowMs: terminal.now() })));
    showIdentity(out, dir, await readIdentity(context, dir));
    out.note('A node that runs takes it up within a minute, or at once on SIGHUP.');
  },
};

const trustCommand: Command = {
  name: 'node trust',
  summary: 'admit the nodes of other organisations, by their CA certificates',
  examples: [
    'quorate node trust bank.crt insurer.crt',
    'quorate node trust bank-crl.pem                 # a revocation list of a CA that is trusted',
    'quorate node trust --remove 7b0c…',
  ],
  args: [
    {
      name: '<ca...>',
      description: 'CA certificates or revocation lists; with --remove also organisations or fingerprints',
    },
  ],
  options: [...MESH_OPTIONS, { flags: '--remove', description: 'admit them no more' }],
  async run(context) {
    const { input, out } = context;
    const { loadTrusted } = await import('../../../storage/pki/trusted.js');
    const trusted = join(meshIn(context), 'trusted');
    const remove = input.flag('remove');
    const changed: TrustedAuthority[] = [];
    await withFile(trusted, async () => {
      for (const name of input.rest('ca'))
        changed.push(...(remove ? await removeTrusted(trusted, name) : [await addTrusted(trusted, name)]));
    });
    const left = sound(await withFile(trusted, () => loadTrusted(trusted)));
    const data = { [remove ? 'removed' : 'added']: changed.map(shownAuthority), trusted: left.map(shownAuthority) };
    out.show(
      data,
      () => `${remove ? 'Removed' : 'Added'}:\n${authorityTable(changed)}\n\nTrusted now:\n${authorityTable(left)}`,
    );
    out.note(
      remove
        ? 'A node that runs ends their links within a minute, or at once on SIGHUP.'
        : 'Compare the fingerprints with those organisations over another channel. A node that runs takes them up within a minute, or at once on SIGHUP.',
    );
  },
};

const show: Command = {
  name: 'node show',
  summary: 'show the identity of this node and whom it trusts',
  options: [...MESH_OPTIONS],
  async run(context) {
    const dir = meshIn(context);
    showIdentity(context.out, dir, await readIdentity(context, dir));
  },
};

export const nodeCommands: readonly Command[] = [enrol, request, install, trustCommand, show];

interface Made {
  readonly pem: string;
  readonly authority: TrustedAuthority | undefined;
}

/** A certificate from the CA in a folder, by the same request and proof as from one far away. */
async function fromAuthority({ input, terminal }: Context, dir: string, ca: string): Promise<Made> {
  const { issueTo, openAuthority } = await import('../../../storage/pki/authority.js');
  const { makeRequest, proveRequest } = await import('../../../storage/pki/request.js');
  // The CA first: without one no keys are made.
  const authority = sound(openAuthority(ca));
  const asked = sound(await makeRequest(await keysIn(dir), input.list('host')));
  const proven = sound(await proveRequest(JSON.stringify(asked)));
  const given = { nowMs: terminal.now(), days: input.integer('days') ?? 365 };
  const { pem } = sound(await issueTo(authority, proven, given));
  return { pem, authority: authority.own };
}

async function asGuest(context: Context, dir: string): Promise<Made> {
  const { input, terminal } = context;
  const orgId = await organisationIn(context);
  const installation = await installationIn(context);
  const { guestCertificate } = await import('../../../storage/pki/authority.js');
  const { makeRequest } = await import('../../../storage/pki/request.js');
  const keys = await keysIn(dir);
  // Hosts are judged by the same rule as in a request.
  const { hosts } = sound(await makeRequest(keys, input.list('host')));
  const given = { orgId, installation, hosts, nowMs: terminal.now(), days: input.integer('days') ?? 365 };
  return { pem: await guestCertificate(keys, given), authority: undefined };
}

/** The keys of this node; those that are missing are made. */
async function keysIn(dir: string) {
  const { makeKeys, readNodeKey, readTlsKey } = await import('../../../storage/pki/node-keys.js');
  await withFile(dir, () => makeKeys(dir));
  return { nodeKey: sound(readNodeKey(dir)), tlsKey: sound(readTlsKey(dir)) };
}

async function addTrusted(trusted: string, file: string): Promise<TrustedAuthority> {
  const { authorityIn, trust, trustRevocations } = await import('../../../storage/pki/trusted.js');
  const pem = await pemText(file);
  if (pem.includes('-----BEGIN X509 CRL-----')) return sound(trustRevocations(trusted, pem, file));
  const authority = sound(authorityIn(pem, file));
  trust(trusted, authority);
  return authority;
}

/** Removes the CAs that an organisation id, a fingerprint or a CA certificate names. */
async function removeTrusted(trusted: string, what: string): Promise<readonly TrustedAuthority[]> {
  const { authorityIn, distrust, loadTrusted } = await import('../../../storage/pki/trusted.js');
  const known = sound(loadTrusted(trusted));
  const named = known.filter(({ orgId, fingerprint }) => orgId === what || fingerprint === what);
  const isName = /^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(what);
  const rows = named.length > 0 || isName ? named : [sound(authorityIn(await pemText(what), what))];
  const gone = rows.filter((item) => distrust(trusted, item));
  if (gone.length > 0) return gone;
  throw new CommandError(`no CA that ${what} names is trusted`, { hint: 'See which are: quorate node show.' });
}

async function readIdentity({ terminal }: Pick<Context, 'terminal'>, dir: string): Promise<NodeIdentity> {
  const { loadIdentity } = await import('../../../storage/pki/identity.js');
  return sound(await withFile(dir, () => loadIdentity(dir, terminal.now())));
}

function showIdentity(out: Context['out'], dir: string, identity: NodeIdentity): void {
  const { peerId, orgId, installation, standing, tls, trusted } = identity;
  const notAfter = new Date(tls.notAfterMs).toISOString();
  const head = { folder: dir, peerId, orgId, installation, standing, notAfter, tlsKeyHash: tls.keyHash };
  out.show({ ...head, trusted: trusted.map(shownAuthority) }, () => {
    const shown = fields({
      ...{ folder: dir, 'peer id': peerId, organisation: orgId, installation, standing },
      ...{ 'valid to': notAfter, 'TLS key': tls.keyHash },
    });
    return `${shown}\n\n${authorityTable(trusted)}`;
  });
}
