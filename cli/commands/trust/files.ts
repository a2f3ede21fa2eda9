// Certificates in files, and how they are shown: what the commands of certificates share.
import type { X509Certificate } from '../../../core/trust/x509/certificate.js';
import { nameText } from '../../../core/trust/x509/names.js';
import type { Context } from '../../command/command.js';
import { table } from '../../command/output.js';
import { timeOption } from '../../command/times.js';

/** The time of --at, or now. */
export function timeIn({ input, terminal }: Context): string {
  return timeOption('at', input.text('at'), terminal.now()) ?? new Date(terminal.now()).toISOString();
}

export function shownCertificate({ subject, issuer, serial, key, notBeforeMs, notAfterMs }: X509Certificate) {
  const [notBefore, notAfter] = [notBeforeMs, notAfterMs].map((ms) => new Date(ms).toISOString()) as [string, string];
  return { subject: nameText(subject), issuer: nameText(issuer), serial, key: key.kind, notBefore, notAfter };
}

export function certificateTable(shown: readonly ReturnType<typeof shownCertificate>[]): string {
  const rows = shown.map(({ subject, serial, key, notAfter }) => [subject, serial, key, notAfter]);
  return table(['SUBJECT', 'SERIAL', 'KEY', 'VALID TO'], rows);
}
