// The backup of a store in use as a stream: one snapshot, one backup at a time, no faster than a rate, and nothing kept
// once its reader is gone.
import { Readable } from 'node:stream';
import type { Issue } from '../../core/base/issue.js';
import type { Clock, Log } from '../../core/base/ports.js';
import type { Kv } from '../engine/kv.js';
import { backupChunks } from './backup.js';

export interface LiveBackupPorts {
  readonly kv: Pick<Kv, 'range'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A snapshot keeps what is overwritten since on the disk. So a reader that takes a little at a time does not hold one
 * without end.
 */
const LASTS_MS_MAX = 24 * 60 * 60 * 1000;
/** A reader that went away during a pause ends the backup after so long. */
const PAUSE_MS = 250;

export class LiveBackups {
  private running: Readable | undefined;

  constructor(
    private readonly ports: LiveBackupPorts,
    private readonly bytesPerSecond: number,
  ) {}

  /**
   * The bytes of a backup; undefined while another one is being taken. A caller that destroys the stream frees the
   * snapshot. `endReason` says before each part why its reader may read no further.
   */
  begin(endReason: () => Issue | undefined = () => undefined): Readable | undefined {
    if (this.running) return undefined;
    const stream: Readable = Readable.from(
      this.pace(() => stream.destroyed, endReason),
      { objectMode: false },
    );
    this.running = stream;
    stream.once('close', () => {
      this.running = undefined;
    });
    stream.on('error', (err) => this.ports.log.warn({ err }, 'A backup of the running node broke off.'));
    return stream;
  }

  /** Breaks a backup off, which may have hours to go and for which a server would wait. */
  async stop(): Promise<void> {
    const { running } = this;
    if (!running) return;
    const closed = new Promise((resolve) => running.once('close', resolve));
    running.destroy(new Error('The node stops; the backup is not whole.'));
    await closed;
  }

  private async *pace(isOver: () => boolean, endReason: () => Issue | undefined): AsyncGenerator<Buffer> {
    const { kv, clock } = this.ports;
    // Of a clock that cannot be set.
    const begunMs = clock.steady();
    let sentMs = begunMs;
    let dueMs = 0;
    for await (const { bytes } of backupChunks(kv)) {
      // Each part takes its time: nothing is caught up with.
      for (let leftMs = dueMs - (clock.steady() - sentMs); leftMs > 0; leftMs -= PAUSE_MS) {
        await new Promise<void>((resolve) => clock.setTimer(resolve, Math.min(leftMs, PAUSE_MS)));
        if (isOver()) return;
      }
      const end = endReason();
      if (end) throw new Error(`The backup breaks off: ${end.message}`);
      sentMs = clock.steady();
      if (sentMs - begunMs > LASTS_MS_MAX) throw new Error('A backup of the running node lasts a day at most.');
      dueMs = (bytes.length / this.bytesPerSecond) * 1000;
      yield bytes;
    }
  }
}
