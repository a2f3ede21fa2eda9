// Certificates of others at the terminal, with no node and no network: whether a path of them leads to an anchor.

import { isFailure } from '../../../core/base/result.js';
import { type Anchor, readAnchor, type X509Certificate } from '../../../core/trust/x509/certificate.js';
import { groundOf } from '../../../core/trust/x509/malformed.js';
import { nameText } from '../../../core/trust/x509/names.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { commandErrorOf } from '../../command/failure.js';
import { fields, table } from '../../command/output.js';
import { timeOption } from '../../command/times.js';
import { pemText } from '../../disk/mesh-folder.js';

const verify: Command = {
  name: 'certificate verify',
  summary: 'check offline whether certificates lead to an anchor that you trust',
  examples: [
    'quorate certificate verify issuer.pem --anchor ministry.pem',
    'quorate certificate verify issuer.pem --anchor ministry.pem --host permits.example --at 2026-11-01',
  ],
  args: [{ name: '<file>', description: 'PEM: the certificate, then each one that issued the one before' }],
  options: [
    {
      flags: '--anchor <file>',
      description: 'PEM of what you trust; not part of the first file',
      repeat: true,
      required: true,
    },
    { flags: '--at <time>', description: 'when they have to be valid (default: now)' },
    {
      flags: '--purpose <oid>',
      description: 'an extended key usage that the certificate has to have, such as 1.0.18013.5.1.2',
    },
    { flags: '--host <name>', description: 'a DNS name that the certificate has to have' },
  ],
  async run(context) {
    const { input, out, terminal } = context;
    const [purpose, host] = [input.text('purpose'), input.text('host')];
    const at = timeOption('at', input.text('at'), terminal.now()) ?? new Date(terminal.now()).toISOString();
    const path = verifyPath({
      ...{ chain: await certificatesIn(input.arg('file')), anchors: await anchorsOf(context), atMs: Date.parse(at) },
      ...(purpose !== undefined && { purpose }),
      ...(host !== undefined && { name: { kind: 'dns', value: host } as const }),
    });
    if (isFailure(path)) {
      out.show({ verdict: 'invalid', at, ground: groundOf(path.issue), issues: path.issues }, '');
      throw commandErrorOf(path.issues, { hint: 'What each rule asks: quorate explain-error CERT_CHAIN_INVALID' });
    }
    const { anchor, certificates } = path;
    const shown = certificates.map(shownCertificate);
    const trusted = { anchor: nameText(anchor.subject), sha256: anchor.hash };
    out.show({ verdict: 'valid', at, ...trusted, certificates: shown }, () => {
      const rows = shown.map(({ subject, serial, key, notAfter }) => [subject, serial, key, notAfter]);
      return `The path is valid.\n${fields({ at, ...trusted })}\n\n${table(['SUBJECT', 'SERIAL', 'KEY', 'VALID TO'], rows)}`;
    });
  },
};

export const certificateCommands: readonly Command[] = [verify];

async function anchorsOf({ input }: Context): Promise<readonly Anchor[]> {
  const anchors: Anchor[] = [];
  for (const file of input.list('anchor'))
    for (const der of await certificatesIn(file)) {
      const anchor = readAnchor(der);
      if (isFailure(anchor)) throw commandErrorOf(anchor.issues, { hint: `It is a certificate of ${file}.` });
      anchors.push(anchor);
    }
  return anchors;
}

async function certificatesIn(file: string): Promise<readonly Uint8Array[]> {
  const { pemParts } = await import('../../../storage/pki/pem.js');
  const parts = pemParts(await pemText(file), 'CERTIFICATE');
  if (parts.length === 0) throw new CommandError(`${file} has no certificate in PEM`, { exit: EXIT.usage });
  return parts;
}

function shownCertificate({ subject, issuer, serial, key, notBeforeMs, notAfterMs }: X509Certificate) {
  const [notBefore, notAfter] = [notBeforeMs, notAfterMs].map((ms) => new Date(ms).toISOString()) as [string, string];
  return { subject: nameText(subject), issuer: nameText(issuer), serial, key: key.kind, notBefore, notAfter };
}
