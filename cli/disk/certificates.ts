// Certificates in PEM files, as callers state them.
import { isFailure } from '../../core/base/result.js';
import { type Anchor, readAnchor } from '../../core/trust/x509/certificate.js';
import { CommandError, EXIT } from '../command/command.js';
import { commandErrorOf } from '../command/failure.js';
import { pemText } from './mesh-folder.js';

/** DER of the certificates of a PEM file, in their order. */
export async function certificatesIn(file: string): Promise<readonly Uint8Array[]> {
  const { pemParts } = await import('../../core/crypto/keys/pem.js');
  const parts = pemParts(await pemText(file), 'CERTIFICATE');
  if (parts.length === 0) throw new CommandError(`${file} has no certificate in PEM`, { exit: EXIT.usage });
  return parts;
}

export async function anchorsIn(file: string): Promise<readonly Anchor[]> {
  return (await certificatesIn(file)).map((der) => {
    const anchor = readAnchor(der);
    if (isFailure(anchor)) throw commandErrorOf(anchor.issues, { hint: `It is a certificate of ${file}.` });
    return anchor;
  });
}
