// One request of a chaos client to a node: the answer, or undefined when there was none. It never throws for a dead,
// frozen or cut off node.
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';

const ANSWER_MS = 10_000;

export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly prefer?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** Of the `Preference-Applied` header. */
  readonly applied: string;
}

export async function ask(
  { node, token }: ClusterMember,
  { method, path, body, prefer }: Ask,
): Promise<Answer | undefined> {
  // A node that is being restored gives its clients new tokens.
  if (!node.isRunning || token === '') return undefined;
  try {
    const response = await fetch(`${node.url}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(prefer && { prefer }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const applied = response.headers.get('preference-applied') ?? '';
    return { status: response.status, json: (await response.json()) as Record<string, unknown>, applied };
  } catch {
    // The client does not know what became of its request, which is what this is about.
    return undefined;
  }
}
