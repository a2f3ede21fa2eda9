// Health as the sum of the parts, asked again at every answer. A part that throws is unhealthy, never assumed well. A
// node is ready only while it serves and every part that it cannot do without is up.
import type { Log } from '../../core/base/ports.js';

export interface PartHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /**
   * A sentence when not healthy, or when there is something to look at. Shown to anybody, so no secrets, paths or
   * payloads.
   */
  readonly reason?: string;
}

export interface HealthPart {
  readonly name: string;
  /** Whether the node is of use while this part is unhealthy. */
  readonly needed: boolean;
  /** The state of the part as it knows it right now: no I/O, so that asking costs nothing. */
  check(): PartHealth;
  counts?(): Readonly<Record<string, number>>;
}

export interface HealthOptions {
  readonly parts: readonly HealthPart[];
  /** By the steady clock. */
  readonly startedAtMs: number;
  /** True between the end of the start and the begin of the stop. */
  readonly serving: () => boolean;
  readonly log: Log;
}

export interface NodeHealth {
  readonly ready: boolean;
  readonly startedAtMs: number;
  readonly services: Readonly<Record<string, PartHealth>>;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A function that reports on all parts, in their order. */
export function createHealth(options: HealthOptions): () => NodeHealth {
  const { parts, startedAtMs, serving, log } = options;
  return () => {
    const services: Record<string, PartHealth> = {};
    const counts: Record<string, Readonly<Record<string, number>>> = {};
    let ready = serving();
    for (const part of parts) {
      const health = checkPart(part, log);
      services[part.name] = health;
      if (part.needed && health.status === 'unhealthy') ready = false;
      const counted = health.status === 'unhealthy' ? undefined : part.counts?.();
      if (counted) counts[part.name] = counted;
    }
    return { ready, startedAtMs, services, counts };
  };
}

function checkPart(part: HealthPart, log: Log): PartHealth {
  try {
    return part.check();
  } catch (error) {
    log.error({ part: part.name, error }, 'A part failed to tell its health.');
    return { status: 'unhealthy', reason: 'The part failed to answer.' };
  }
}
