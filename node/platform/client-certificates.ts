// The client certificate of a connection, read once and kept with it. It gives none that TLS did not validate.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ClientCertificate } from '../../core/tenant/workload.js';

/** The reader is loaded with the first listener that asks for certificates: most nodes have none. */
export async function certificatesOf(): Promise<(socket: Socket) => ClientCertificate | undefined> {
  const { readClientCertificate } = await import('../../storage/pki/client-certificate.js');
  const known = new WeakMap<Socket, ClientCertificate>();
  return (socket) => {
    const kept = known.get(socket);
    if (kept !== undefined) return kept;
    if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
    const shown = socket.getPeerX509Certificate();
    if (shown === undefined) return undefined;
    const certificate = certificateIn(shown.raw, readClientCertificate);
    known.set(socket, certificate);
    return certificate;
  };
}

/**
 * TLS believes some certificates that the reader cannot read, such as one with a name of a rare kind: it counts
 * as a certificate without a name, and a call that needs no name is answered.
 */
function certificateIn(der: Uint8Array, read: (der: Uint8Array) => ClientCertificate): ClientCertificate {
  try {
    return read(der);
  } catch {
    const fingerprint = createHash('sha256').update(der).digest('hex');
    return { uris: [], isAuthority: false, notBeforeMs: 0, notAfterMs: 0, fingerprint };
  }
}
