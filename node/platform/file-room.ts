// How many bytes of files the node may have: what its operator allows, and never so many that the disk has no room for
// the ledger, which stops when it cannot write. It looks at the disk and changes nothing.
import { statfsSync } from 'node:fs';
import { FILES_DISK_RESERVE_BYTES, FILES_DISK_STALE_MS } from '../../core/base/limits/node/files.js';
import type { Clock } from '../../core/base/ports.js';
import type { DiskRoom } from '../../storage/engine/reserve.js';

export interface FileRoomPorts {
  readonly clock: Pick<Clock, 'steady'>;
  /** Bytes of files that are stored. */
  readonly chunks: { readonly storedBytes: number };
  /** Bytes that may still be written, undefined where the disk does not say. */
  free(): number | undefined;
}

export class FileRoom {
  private readonly ports: FileRoomPorts;
  private readonly allowed: number;
  private seen: { readonly atMs: number; readonly bytesMax: number } | undefined;

  /** `allowed`: bytes of files, by the settings. */
  constructor(ports: FileRoomPorts, allowed: number) {
    this.ports = ports;
    this.allowed = allowed;
  }

  /** Changes as the disk fills; looked at every FILES_DISK_STALE_MS at most. */
  get bytesMax(): number {
    const nowMs = this.ports.clock.steady();
    const { seen } = this;
    if (seen && nowMs - seen.atMs < FILES_DISK_STALE_MS) return seen.bytesMax;
    const free = this.ports.free();
    const room = free === undefined ? Number.POSITIVE_INFINITY : Math.max(0, free - FILES_DISK_RESERVE_BYTES);
    const bytesMax = Math.min(this.allowed, this.ports.chunks.storedBytes + room);
    this.seen = { atMs: nowMs, bytesMax };
    return bytesMax;
  }
}

/** The room that an unprivileged process has on the disk of a folder. */
export function diskRoomOf(dir: string): DiskRoom | undefined {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dir);
    // File systems that make inodes as they need them say 0.
    return { bytes: bavail * bsize, files: files > 0 ? ffree : undefined };
  } catch {
    // A folder that cannot be asked is told apart by the writes that fail.
    return undefined;
  }
}
