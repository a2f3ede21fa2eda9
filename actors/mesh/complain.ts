// Failures of calls without a caller that waits: they are logged, and nothing follows from them.
import type { Log } from '../../core/base/ports.js';

export function complainTo(log: Pick<Log, 'error'>): (error: unknown) => void {
  return (error) => log.error({ err: error }, 'The mesh failed to do something for a peer.');
}
