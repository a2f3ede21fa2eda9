// The health of the node, read again while a person looks.
import { useEffect, useState } from 'react';
import { askWord } from '../session/connection.js';
import type { node } from '../session/node.js';

type HealthAnswer = Awaited<ReturnType<typeof node.health.getHealth>>;

export interface HealthSeen {
  /** Of before, where the node is away. */
  readonly parts: readonly PartSeen[];
  readonly isAway: boolean;
}

export interface PartSeen {
  readonly name: string;
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Why it is not healthy, in a sentence of the node. */
  readonly error?: string | undefined;
}

const READ_MS = 10_000;

/** A node that is not healthy answers with 503 and the same body: its client takes that for a refusal. */
async function readHealth(): Promise<readonly PartSeen[]> {
  const { said } = await askWord('/api/health');
  return partsOf((said as HealthAnswer).services);
}

/** Undefined until it was asked once. */
export function useHealth(): HealthSeen | undefined {
  const [seen, setSeen] = useState<HealthSeen>();
  useEffect(() => {
    const read = (): void => {
      if (document.hidden) return;
      readHealth().then(
        (parts) => setSeen({ parts, isAway: false }),
        () => setSeen((before) => ({ parts: before?.parts ?? [], isAway: true })),
      );
    };
    read();
    const timer = setInterval(read, READ_MS);
    return () => clearInterval(timer);
  }, []);
  return seen;
}

function partsOf(services: HealthAnswer['services']): readonly PartSeen[] {
  return Object.entries(services).flatMap(([name, part]) => (part ? [{ name, ...part }] : []));
}
