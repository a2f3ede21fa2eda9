// Whether a certificate is one of a host, an address or a URI: by its alternative names alone, never by its subject.
import { toHex } from '../../base/bytes.js';
import type { X509Certificate } from './certificate.js';
import { isHostName } from './names.js';

export interface AskedName {
  readonly kind: 'dns' | 'uri' | 'ip';
  /** A host name in ASCII, a URI to be found as it is, or the bytes of an address in lower-case hexadecimal digits. */
  readonly value: string;
  /** A first label `*` of the certificate stands for one label of the host: for request objects alone. */
  readonly isPatternTaken?: boolean;
}

/** True where an alternative name of the certificate is the asked one. No certificate is of a host of bad syntax. */
export function isNamed({ extensions }: X509Certificate, { kind, value, isPatternTaken = false }: AskedName): boolean {
  const host = value.toLowerCase();
  if (kind === 'dns' && !isHostName(host)) return false;
  return (extensions.subjectAltName ?? []).some((name) => {
    if (name.kind === 'uri' && kind === 'uri') return name.text === value;
    if (name.kind === 'ip' && kind === 'ip') return toHex(name.bytes) === value;
    if (name.kind !== 'dns' || kind !== 'dns') return false;
    const [own, dot] = [name.text.toLowerCase(), host.indexOf('.')];
    return own === host || (isPatternTaken && dot > 0 && own === `*${host.slice(dot)}`);
  });
}
