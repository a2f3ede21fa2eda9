// The end of a call whose transaction the node took and has not sealed: that it counts for nothing yet, why where the
// node knows it, and the command that looks again. It changes nothing.
import type { Client } from '../../api/client/client.js';
import { WAIT_SECONDS_DEFAULT } from '../../core/base/limits/node/requests.js';
import { CommandError, EXIT } from '../command/command.js';
import type { CommandOutput } from '../command/output.js';
import { isClientError } from './remote.js';

interface Waited {
  readonly client: Client;
  readonly out: CommandOutput;
  readonly registerId: string;
  readonly transactionId: string;
  /** Undefined and 0: the call did not ask to wait. */
  readonly waitSeconds: number | undefined;
}

/** A remark; where the caller asked to wait for the seal, a failure of its own exit code. */
export async function notSealed({ client, out, registerId, transactionId, waitSeconds }: Waited): Promise<void> {
  const why = await reasons(client);
  const look = `Look again: quorate tx watch ${registerId} ${transactionId}`;
  const lines = [...why, `The node keeps it, and it counts once it is sealed. ${look}`];
  if (waitSeconds) {
    // A node does not say how long it waited.
    const message = `not sealed within ${waitSeconds} s, or as long as the node waits at most (${WAIT_SECONDS_DEFAULT} s, or its http.waitSecondsMax)`;
    throw new CommandError(message, { exit: EXIT.pending, hint: lines.join('\n  ') });
  }
  for (const line of ['It is not sealed yet.', ...lines]) out.note(line);
}

/** As `quorate status` tells them: a register without a quorum is among them. None where the node cannot be asked. */
async function reasons(client: Client): Promise<readonly string[]> {
  try {
    await client.getHealth();
    return [];
  } catch (error) {
    if (!isClientError(error)) throw error;
    const { services } = error.details.problem;
    const rows = Object.values((services ?? {}) as Readonly<Record<string, { readonly error?: unknown }>>);
    return rows.flatMap((item) => (typeof item?.error === 'string' ? [item.error] : []));
  }
}
