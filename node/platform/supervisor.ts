// Tells the supervisor of this process (systemd, Type=notify) that the node serves. The platform has no datagram
// sockets of Unix, so that the program of systemd says it.
import { execFile } from 'node:child_process';
import type { Log } from '../../core/base/ports.js';

/** It answers at once; systemd may be busy. */
const TELL_MS = 10_000;

/** Nothing where no supervisor asked for it. Failing to tell does not stop the node. */
export function tellReady(env: Readonly<Record<string, string | undefined>>, log: Pick<Log, 'warn'>): void {
  if (!env.NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], { timeout: TELL_MS }, (error) => {
    if (error) log.warn({ err: error }, 'systemd could not be told that the node serves (systemd-notify).');
  });
}
