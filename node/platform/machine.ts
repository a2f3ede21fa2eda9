// The machine under the node: which start of it this is, and what its time service says. Linux tells; elsewhere and in
// containers that do not show it nothing is known.
import { readFileSync, statSync } from 'node:fs';
import { sha256Hex } from '../../core/base/hash.js';

/** Linux draws it when the machine starts, containers see that of their host. */
export function machineBootId(path = '/proc/sys/kernel/random/boot_id'): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The mark that nodes of one machine give alike to others, and from which none learns the machine. */
export function machineMark(bootId: string | undefined): string | undefined {
  return bootId === undefined ? undefined : sha256Hex(Buffer.from(`quorate machine\n${bootId}`));
}

/**
 * When the time service of the machine last heard the time from outside: systemd-timesyncd touches this file at each
 * synchronisation, for programs that want to know, and it is gone with a start of the machine.
 */
export function lastClockSyncMs(path = '/run/systemd/timesync/synchronized'): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
