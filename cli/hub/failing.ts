// Failures of a connection to a hub that pass by themselves, and how the rest is shown.
import { mayPass, PROXY_ANSWERED } from '../../api/client/passing.js';
import { CommandError, EXIT } from '../command/command.js';
import { isClientError } from '../remote/remote.js';
import { findUnreached } from '../remote/unreached.js';
import { HubRefused, SILENCE_MS } from './socket.js';

const HANDSHAKE_SECONDS = SILENCE_MS / 1000;

/** The network, a node that restarts, or one that is full; not what the node says of the caller. */
export function isPassing(error: unknown): boolean {
  if (isClientError(error) || error instanceof HubRefused) return mayPass(error);
  return error instanceof Error && 'code' in error;
}

/** The reason of the hub against one subscription. */
export function refusedText(error: unknown): string | undefined {
  return error instanceof HubRefused && error.status === 0 ? error.message : undefined;
}

export function shownError(error: unknown): unknown {
  if (error instanceof HubRefused) {
    const hint =
      error.status === 401
        ? 'Run: quorate login'
        : error.status === 403
          ? 'Follow one instance: --instance.'
          : undefined;
    const { code, message } = error;
    return new CommandError(message.replace(/\.$/, ''), {
      ...(code === PROXY_ANSWERED && { exit: EXIT.unreachable }),
      ...(code !== undefined && { code }),
      ...(hint !== undefined && { hint }),
      cause: error,
    });
  }
  if (isClientError(error) || !(error instanceof Error) || !('code' in error)) return error;
  const cause = findUnreached(error, HANDSHAKE_SECONDS);
  return new CommandError(`the node cannot be reached: ${cause?.reason ?? error.message}`, {
    exit: EXIT.unreachable,
    ...(cause && { hint: cause.hint }),
    cause: error,
  });
}
