// The ports of the node itself, and of what leaves it.
import type { Mailer, Outgoing } from '../../core/outgoing/ports.js';
import type { LiveBackups } from '../../storage/backup/live-backup.js';
import type { AssistantReads } from './assistants.js';
import type { DocumentReads } from './documents.js';

export interface ServiceHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** A sentence when not healthy. */
  readonly reason?: string;
}

export interface Health {
  /** False while the node starts or drains, and when the store cannot write. */
  readonly ready: boolean;
  /** By the steady clock. */
  readonly startedAtMs: number;
  readonly services: Readonly<Record<string, ServiceHealth>>;
  /** Counts for GET /api/stats, by service. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A line of the log, with what may not be seen hidden. */
export interface LogLine {
  /** Grows, over restarts of the node too. */
  readonly sequence: number;
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogReads {
  /**
   * With `after` the oldest lines behind it, without it the newest; `missed` are those behind it that are not kept any
   * more.
   */
  page(query: { readonly after?: number; readonly level: LogLevel; readonly top: number }): {
    readonly items: readonly LogLine[];
    readonly next: number;
    readonly missed: number;
  };
}

/** Figures of the node that are kept over time. */
export const SERIES_NAMES = [
  ...(['transactions-sealed', 'transactions-waiting', 'transactions-refused', 'seal-time'] as const),
  ...(['peers-linked', 'dockets-behind', 'requests', 'requests-failed'] as const),
  ...(['write-time', 'disk-free', 'memory', 'busy'] as const),
] as const;
export type SeriesName = (typeof SERIES_NAMES)[number];
export const SERIES_UNITS = ['count', 'perSecond', 'seconds', 'bytes', 'share'] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];

export interface SeriesReads {
  /** The newest steps, at most so many; `untilMs` is the time of the last one. */
  page(query: { readonly steps: number }): {
    readonly untilMs: number;
    readonly series: readonly {
      readonly name: SeriesName;
      readonly unit: SeriesUnit;
      /** Null where nothing was read. */
      readonly values: readonly (number | null)[];
    }[];
  };
}

export interface ApiNode {
  /** Documents about the MCP server of this node. */
  readonly assistants: AssistantReads;
  readonly documents: DocumentReads;
  readonly health: () => Health;
  /** The newest lines of the log; a node that is not a process of its own keeps none. */
  readonly logLines?: LogReads | undefined;
  /** The disk is nearly full: nothing new is taken. Never without the port. */
  readonly isFull?: () => boolean;
  /** Copies of the store while it is in use, one at a time. */
  readonly liveBackups: Pick<LiveBackups, 'begin'>;
  /** Requests to servers of others: the only way to make one. */
  readonly outgoing: Outgoing;
  readonly mailer: Mailer;
  /** Prometheus text. */
  readonly metrics: () => Promise<string>;
  /** Absent where the metrics are off. */
  readonly series?: SeriesReads | undefined;
}
