// The client certificate of a connection, read once and kept with it. It gives none that TLS did not validate.
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
    const certificate = readClientCertificate(shown.raw);
    known.set(socket, certificate);
    return certificate;
  };
}
