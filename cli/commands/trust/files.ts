// Certificates in files, and how they are shown: what the commands of certificates share.
import { isFailure } from '../../../core/base/result.js';
import { type Anchor, readAnchor, type X509Certificate } from '../../../core/trust/x509/certificate.js';
import { nameText } from '../../../core/trust/x509/names.js';
import { CommandError, type Context, EXIT } from '../../command/command.js';
import { commandErrorOf } from '../../command/failure.js';
import { table } from '../../command/output.js';
import { timeOption } from '../../command/times.js';
import { pemText } from '../../disk/mesh-folder.js';

/** The time of --at, or now. */
export function timeIn({ input, terminal }: Context): string {
  return timeOption('at', input.text('at'), terminal.now()) ?? new Date(terminal.now()).toISOString();
}

export async function anchorsIn(file: string): Promise<readonly Anchor[]> {
  return (await certificatesIn(file)).map((der) => {
    const anchor = readAnchor(der);
    if (isFailure(anchor)) throw commandErrorOf(anchor.issues, { hint: `It is a certificate of ${file}.` });
    return anchor;
  });
}

/** DER of the certificates of a PEM file, in their order. */
export async function certificatesIn(file: string): Promise<readonly Uint8Array[]> {
  const { pemParts } = await import('../../../storage/pki/pem.js');
  const parts = pemParts(await pemText(file), 'CERTIFICATE');
  if (parts.length === 0) throw new CommandError(`${file} has no certificate in PEM`, { exit: EXIT.usage });
  return parts;
}

export function shownCertificate({ subject, issuer, serial, key, notBeforeMs, notAfterMs }: X509Certificate) {
  const [notBefore, notAfter] = [notBeforeMs, notAfterMs].map((ms) => new Date(ms).toISOString()) as [string, string];
  return { subject: nameText(subject), issuer: nameText(issuer), serial, key: key.kind, notBefore, notAfter };
}

export function certificateTable(shown: readonly ReturnType<typeof shownCertificate>[]): string {
  const rows = shown.map(({ subject, serial, key, notAfter }) => [subject, serial, key, notAfter]);
  return table(['SUBJECT', 'SERIAL', 'KEY', 'VALID TO'], rows);
}
