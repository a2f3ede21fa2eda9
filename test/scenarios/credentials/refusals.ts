// Refusals of a node by their code, and of a credential by its ground.
import { isClientError } from '../../../cli/remote/remote.js';

/** What was shown by a phone does not pass a gate. */
export class GateRefused extends Error {}

/** The code, with the ground of a refused credential. */
export function codeOf(error: unknown): string {
  if (error instanceof GateRefused) return error.message;
  if (!isClientError(error)) throw error;
  const ground = /\(([a-z/_]+)\)/.exec(error.message)?.[1];
  return ground === undefined ? error.code : `${error.code} ${ground}`;
}

/** How the node refuses what is asked. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(() => 'it was not refused', codeOf);
}
