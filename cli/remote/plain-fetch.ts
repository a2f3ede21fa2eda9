// A fetch of the little that the client of a node uses. That of the platform takes 100 ms to load, half of a call of
// the command line; this one stands on node:http and follows no redirect. Everything that keeps the answer from coming
// whole is an error, as there.
import type { IncomingMessage } from 'node:http';
import { type CertificateError, isOfCertificate, STRANGER_ANSWERED } from './unreached.js';

/** In each answer of a node (api/server/server.ts). */
const OF_NODES = 'x-correlation-id';

export const plainFetch = (async (url: string | URL, init: RequestInit = {}) => {
  const target = new URL(url);
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body));
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(body && { 'content-length': String(body.length) }),
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(target, {
      method: init.method ?? 'GET',
      headers,
      ...(init.signal && { signal: init.signal }),
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  }).catch(async (error: CertificateError & { readonly code?: unknown }) => {
    throw isOfCertificate(error.code) ? await withCertificate(error, target) : error;
  });
  const { statusCode = 0 } = answer;
  // A refusal may be of a proxy before the node; that is told by its status.
  if (statusCode >= 200 && statusCode < 300 && answer.headers[OF_NODES] === undefined) {
    answer.destroy();
    throw Object.assign(new Error('a server of another kind answered'), { code: STRANGER_ANSWERED });
  }
  return responseOf(answer);
}) as typeof fetch;

async function withCertificate(error: CertificateError, target: URL): Promise<CertificateError> {
  const { shownCertificate } = await import('./shown-certificate.js');
  return Object.assign(error, { certificate: await shownCertificate(target) });
}

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  const whole = async (): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    if (!answer.complete) throw new Error('the answer ended before its length');
    return Buffer.concat(chunks);
  };
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => textOf(answer.headers[name.toLowerCase()]) },
    text: async () => (await whole()).toString('utf8'),
    arrayBuffer: async () => {
      const bytes = await whole();
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    },
    body: answer,
  };
  return response as unknown as Response;
}

function textOf(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  return typeof header === 'string' ? header : header.join(', ');
}
