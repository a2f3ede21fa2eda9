// The caller states these beside a credential: files of text, a time, and the key of the issuer that it trusts.
import { createPublicKey } from 'node:crypto';
import { isObject, type Json, parseJsonText } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { withoutMark } from '../../../../core/base/written-text.js';
import type { StatedIssuer } from '../../../../core/credentials/jose/jws.js';
import { keyOfDid } from '../../../../core/crypto/keys/did-keys.js';
import { keyInDidDocument } from '../../../../core/crypto/keys/did-web.js';
import { p256OfJwk, p256OfSpki } from '../../../../core/crypto/keys/jwk.js';
import { CommandError, type Context, EXIT } from '../../../command/command.js';
import { readText } from '../../../command/documents.js';
import { withFile } from '../../../command/failure.js';
import { timeOption } from '../../../command/times.js';

/** The text of a file; nothing and `-` are standard input. */
export async function textOf({ terminal }: Context, file?: string): Promise<string> {
  if (file === undefined || file === '-') return withoutMark(await terminal.readStdin());
  return withFile(file, () => withoutMark(readText(file)));
}

/** The time of the judgement: stated, or now. */
export function timeOfVerdict({ input, terminal }: Context): number {
  const at = timeOption('at', input.text('at'), terminal.now());
  return at === undefined ? terminal.now() : Date.parse(at);
}

/**
 * The uncompressed point of the key that `--issuer-key` states: in a file as a key, or as the document of the DID that
 * the credential names as its issuer; in place of a file as a DID that is its own key.
 */
export async function issuerKey(context: Context, { issuer, keyId }: Partial<StatedIssuer> = {}): Promise<Uint8Array> {
  const named = context.input.requiredText('issuer-key');
  if (named.startsWith('did:')) {
    if (issuer !== undefined && issuer !== named) throw otherIssuer(named);
    return pointOf(keyOfDid(named)) ?? noKey(named);
  }
  const text = await textOf(context, named);
  const json = text.trimStart().startsWith('{') ? jsonIn(text) : undefined;
  if (!isObject(json) || json.kty !== undefined) return p256OfJwk(json ?? jwkOfPem(text)) ?? noKey(named);
  if (typeof json.id !== 'string' || !json.id.startsWith('did:')) return noKey(named);
  if (issuer !== json.id) throw otherIssuer(json.id);
  return pointOf(keyInDidDocument(json, { did: json.id, keyId })) ?? noKey(named);
}

function pointOf(spki: Uint8Array | undefined): Uint8Array | undefined {
  return spki && p256OfSpki(spki);
}

function otherIssuer(did: string): CommandError {
  return new CommandError(`the credential is of another issuer than ${did}`, {
    hint: 'Do not take it for one of that issuer. Its member issuer (of an SD-JWT iss) says whom it claims to be of.',
  });
}

/** The token of the status list, where one was stated. */
export async function statusToken(context: Context): Promise<string | undefined> {
  const file = context.input.text('status-list');
  return file === undefined ? undefined : (await textOf(context, file)).trim();
}

function noKey(named: string): never {
  throw new CommandError(`${named} has no public key of P-256`, {
    exit: EXIT.usage,
    hint: 'State a JWK with kty EC and crv P-256, without its private part, or a PEM that begins with BEGIN PUBLIC KEY. A DID document has the key that the credential names under assertionMethod.',
  });
}

function jsonIn(text: string): Json | undefined {
  const json = parseJsonText(text);
  return isFailure(json) ? undefined : json;
}

function jwkOfPem(text: string): unknown {
  try {
    return /-----BEGIN PUBLIC KEY-----/.test(text) ? createPublicKey(text).export({ format: 'jwk' }) : undefined;
  } catch {
    return undefined;
  }
}
