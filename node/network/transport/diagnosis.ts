// Why an address that is dialled gives no connection, in words for the operator: grpc-js says only that there is none.
// Connects once more by hand, looks at the certificate and closes. Nothing is sent or read, and what it finds decides
// nothing.
import { connect, type SecureContext } from 'node:tls';

import { isFailure, type Result } from '../../../core/base/result.js';
import { serverNameOf } from './client.js';
import type { Certified } from './listener.js';

export interface Diagnosis {
  /** An issue code, the name of a system error, or `closed`, `silent` or `connection`. */
  readonly reason: string;
  readonly detail: string;
  /** May pass by itself: the other node starts, or the network comes back. */
  readonly isPassing: boolean;
}

export interface DiagnosisPorts {
  readonly context: SecureContext;
  verify(raw: Uint8Array): Result<Certified>;
}

const TIMEOUT_MS = 3000;
/**
 * A node that refuses the certificate of this one closes within this time: TLS 1.3 lets a client believe itself
 * connected before.
 */
const CLOSING_MS = 1000;

const SYSTEM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address: is that node running, with network.enabled?',
  ENOTFOUND: 'The host name cannot be resolved: see network.peers.',
  EHOSTUNREACH: 'There is no way to this host: see the network, and network.peers.',
  ENETUNREACH: 'There is no way to this network: see the network, and network.peers.',
};

/**
 * Never rejects, and ends within a few seconds. `endpoint` is host:port or [IPv6]:port. Undefined when nothing is wrong
 * with it now.
 */
export function diagnose(endpoint: string, { context, verify }: DiagnosisPorts): Promise<Diagnosis | undefined> {
  const at = endpoint.lastIndexOf(':');
  const host = endpoint.slice(0, at).replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // The certificate is judged here by the rule of the links; nothing is sent to the one who shows it.
    const options = { host, port: Number(endpoint.slice(at + 1)), secureContext: context, rejectUnauthorized: false };
    // It goes the way of the links, which may lead through a proxy.
    const servername = serverNameOf(endpoint);
    const socket = connect({ ...options, servername, ALPNProtocols: ['h2'], minVersion: 'TLSv1.3' });
    const end = (value: Diagnosis | undefined) => {
      socket.destroy();
      resolve(value);
    };
    let isSecure = false;
    // Neither the socket nor its timeout keeps a process alive that wants to end.
    socket.unref();
    socket.setTimeout(TIMEOUT_MS, () => end(isSecure ? undefined : SILENT));
    socket.once('secureConnect', () => {
      isSecure = true;
      const { raw } = socket.getPeerCertificate();
      const value = raw && verify(raw);
      if (isFailure(value)) end({ reason: value.issue.code, detail: value.issue.message, isPassing: false });
      socket.setTimeout(CLOSING_MS, () => end(undefined));
      socket.resume();
    });
    socket.once('error', ({ code = 'connection', message }: NodeJS.ErrnoException) =>
      end(isSecure ? CLOSED : { reason: code, detail: SYSTEM[code] ?? `${message}.`, isPassing: true }),
    );
    socket.once('close', () => end(isSecure ? CLOSED : SILENT));
  });
}

const CLOSED: Diagnosis = {
  reason: 'closed',
  detail:
    'That node closes the connection when it has seen the certificate of this one: its own log says why. Does it trust the CA of this node ("quorate node trust")?',
  isPassing: false,
};

const SILENT: Diagnosis = {
  reason: 'silent',
  detail: 'The program at this address does not answer as a node: see network.peers, and the ports between the nodes.',
  isPassing: true,
};
