// The process that asks a node whether it is alive (probe.ts), started and asked.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProbeFigures } from './probe.js';

/** Resolves once it asks. */
export async function startProbe({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<ChildProcess> {
  const probe = fork(join(import.meta.dirname, 'probe.js'), [host, String(port)]);
  await once(probe, 'message');
  return probe;
}

/** Since it was asked last. */
export async function figuresOf(probe: ChildProcess): Promise<ProbeFigures> {
  const told = once(probe, 'message');
  probe.send('figures');
  const [figures] = (await told) as [ProbeFigures];
  return figures;
}
