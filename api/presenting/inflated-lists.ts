// Inflates a status list for a verifier beside the event loop: an issuer may make one of 2 MiB, and other work has its
// turn meanwhile. By the platform, which a verifier over HTTP may ask: evidence of the ledger is inflated by our code.
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { STATUS_LIST_BYTES_MAX } from '../../core/base/limits/ledger/credentials.js';
import { FormatFault, faultOr } from '../../core/credentials/fault.js';
import { FORMAT_JUDGES } from '../../core/credentials/presenting/formats.js';
import type { PresentedFormat } from '../../core/credentials/presenting/question.js';
import { listIn, type ReadStatusList } from '../../core/credentials/status/bits.js';

const inflateBeside = promisify<Uint8Array, { readonly maxOutputLength: number }, Uint8Array>(inflate);

/** Reads the list of the token and of no other; undefined for a text that is not a token, which its judge refuses. */
export async function listReaderOf(format: PresentedFormat, text: string): Promise<ReadStatusList | undefined> {
  const token = faultOr(() => FORMAT_JUDGES[format].readToken(text));
  if (token instanceof FormatFault) return undefined;
  const bytes = await inflateBeside(token.compressed, { maxOutputLength: STATUS_LIST_BYTES_MAX }).catch(
    () => undefined,
  );
  return (bits) => listIn(bits, bytes);
}
