// The certificate and the key of the HTTP listener, read and checked before anything listens.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/schema.js';

export interface HttpTls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Undefined for a listener without TLS. Throws an Error with a sentence for the operator. */
export function httpTls({ tlsCertFile, tlsKeyFile }: Config['http']): HttpTls | undefined {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  const tls = { cert: readPem('http.tlsCertFile', tlsCertFile), key: readPem('http.tlsKeyFile', tlsKeyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new Error(
      `The certificate in ${tlsCertFile} (http.tlsCertFile) and the key in ${tlsKeyFile} (http.tlsKeyFile) cannot be used together: ${(error as Error).message}. Both have to be PEM, and the key that of the first certificate.`,
      { cause: error },
    );
  }
  return tls;
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${setting}: the file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}
