// Questions that a tool asks a person, as the sealed text that goes to the client and comes back with the answer (MCP,
// requestState). It is bound to who asked for what, opens at this node alone, and lives for ten minutes. That it serves
// once is kept beside it (calling.ts).
import { fromBase64Url, toBase64Url, utf8 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { canonical } from '../../core/base/json.js';
import { CONFIRMATION_LENGTH_MAX, CONFIRMATION_MS } from '../../core/base/limits/node/requests.js';
import type { Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { GCM_NONCE_BYTES } from '../../core/crypto/encryption/aes-gcm.js';
import { decryptSecret, encryptSecret } from '../../core/crypto/encryption/at-rest.js';
import { expandFrom } from '../../core/crypto/keys/expand.js';
import { type Caller, callerKey } from '../auth/caller.js';
import type { ToolQuestion } from './tools/define.js';

/** The call that a question is about. */
export interface AskedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly caller: Caller;
}

/** A question that comes back. */
export interface OpenedQuestion {
  /** 32 hex digits, of this question alone. */
  readonly nonce: string;
  readonly kept: NonNullable<ToolQuestion['kept']>;
}

interface Sealed {
  readonly of: string;
  readonly kept: NonNullable<ToolQuestion['kept']>;
  readonly untilMs: number;
}

const NONCE_BYTES = 16;
const NAME = 'confirmation';

/** `root`: 32 bytes of this node alone. Each question has a key of its own, as stored answers have. */
export function sealQuestion(
  { kept = {} }: Pick<ToolQuestion, 'kept'>,
  call: AskedCall,
  {
    root,
    random,
    nowMs,
  }: { readonly root: Uint8Array; readonly random: Pick<Random, 'bytes'>; readonly nowMs: number },
): string {
  const nonce = random.bytes(NONCE_BYTES);
  const sealed: Sealed = { of: nameOf(call), kept, untilMs: nowMs + CONFIRMATION_MS };
  const key = expandFrom(root, nonce, 32);
  const bytes = encryptSecret(key, NAME, utf8(JSON.stringify(sealed)), random.bytes(GCM_NONCE_BYTES));
  return toBase64Url(Buffer.concat([nonce, bytes]));
}

/** Refused by name: CONFIRMATION_INVALID, CONFIRMATION_MOVED, CONFIRMATION_EXPIRED. */
export function openQuestion(
  state: string,
  call: AskedCall,
  { root, nowMs }: { readonly root: Uint8Array; readonly nowMs: number },
): Result<OpenedQuestion> {
  const bytes = state.length <= CONFIRMATION_LENGTH_MAX ? fromBase64Url(state) : undefined;
  if (bytes === undefined || bytes.length <= NONCE_BYTES) return fail(INVALID);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const opened = decryptSecret(expandFrom(root, nonce, 32), NAME, bytes.subarray(NONCE_BYTES));
  if (isFailure(opened)) return fail(INVALID);
  const sealed = JSON.parse(Buffer.from(opened).toString('utf8')) as Sealed;
  if (sealed.of !== nameOf(call)) return fail(MOVED);
  if (nowMs > sealed.untilMs) return fail(EXPIRED);
  return { nonce: Buffer.from(nonce).toString('hex'), kept: sealed.kept };
}

/** Tool, arguments, person, organisation, program and token. */
function nameOf({ tool, input, caller }: AskedCall): string {
  const { organisationId, clientId, tokenId } = caller;
  return sha256Hex(canonical([tool, input as never, callerKey(caller), organisationId, clientId, tokenId]));
}

const INVALID = issue(
  'CONFIRMATION_INVALID',
  '/requestState',
  'The state of the question was not made by this node, or was changed on its way. Call the tool again without it.',
);
const MOVED = issue(
  'CONFIRMATION_MOVED',
  '/requestState',
  'The question was about another call: another tool, other arguments, another person or another token. Call the tool again without it.',
);
const EXPIRED = issue(
  'CONFIRMATION_EXPIRED',
  '/requestState',
  'The question was asked more than ten minutes ago. Call the tool again without it.',
);
