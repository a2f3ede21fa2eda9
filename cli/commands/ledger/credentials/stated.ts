// The caller states these beside a credential: files of text, a time, and the key of the issuer that it trusts.
import { createPublicKey } from 'node:crypto';
import { type Json, parseJsonText } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { withoutMark } from '../../../../core/base/written-text.js';
import { p256OfJwk } from '../../../../core/crypto/keys/jwk.js';
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

/** The uncompressed point of the key in the file that `--issuer-key` names. */
export async function issuerKey(context: Context): Promise<Uint8Array> {
  const file = context.input.requiredText('issuer-key');
  return publicKeyIn(await textOf(context, file), file);
}

/** The token of the status list, where one was stated. */
export async function statusToken(context: Context): Promise<string | undefined> {
  const file = context.input.text('status-list');
  return file === undefined ? undefined : (await textOf(context, file)).trim();
}

function publicKeyIn(text: string, file: string): Uint8Array {
  const key = p256OfJwk(text.trimStart().startsWith('{') ? jwkIn(text) : jwkOfPem(text));
  if (key !== undefined) return key;
  throw new CommandError(`${file} has no public key of P-256`, {
    exit: EXIT.usage,
    hint: 'State a JWK with kty EC and crv P-256, without its private part, or a PEM that begins with BEGIN PUBLIC KEY.',
  });
}

function jwkIn(text: string): Json | undefined {
  const jwk = parseJsonText(text);
  return isFailure(jwk) ? undefined : jwk;
}

function jwkOfPem(text: string): unknown {
  try {
    return /-----BEGIN PUBLIC KEY-----/.test(text) ? createPublicKey(text).export({ format: 'jwk' }) : undefined;
  } catch {
    return undefined;
  }
}
