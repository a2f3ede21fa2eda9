// The newest lines of the log, kept in memory so that `quorate logs` shows them however the node was started: in a
// terminal, as a service or in a container. Secrets that a line may not show are hidden before it comes here. They end
// with the process; the collector of the standard output has them for good.
import type { LogLevel, LogLine, LogReads } from '../../api/deps/node.js';
import { LOG_LINE_CHARACTERS_MAX, LOG_LINES_MAX } from '../../core/base/limits/node/overload.js';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export class LogLines implements LogReads {
  private readonly kept: { readonly sequence: number; readonly text: string }[] = [];
  private readonly first: number;
  private next: number;

  /** Sequences begin with the time of the start, so that they grow over restarts. */
  constructor(startedAtMs: number) {
    this.first = startedAtMs * 1000;
    this.next = this.first;
  }

  /** A finished line of JSON. */
  write(line: string): void {
    const text = line.length > LOG_LINE_CHARACTERS_MAX ? shorten(line) : line;
    this.kept.push({ sequence: this.next++, text });
    if (this.kept.length > LOG_LINES_MAX) this.kept.shift();
  }

  page({ after, level, top }: Parameters<LogReads['page']>[0]): ReturnType<LogReads['page']> {
    const least = LEVELS.indexOf(level);
    const oldest = this.kept[0]?.sequence ?? this.next;
    const from = after === undefined ? oldest : Math.max(after + 1, this.first);
    const fitting = this.kept.filter(
      ({ sequence, text }) => sequence >= from && LEVELS.indexOf(levelOf(text)) >= least,
    );
    const shown = after === undefined ? fitting.slice(-top) : fitting.slice(0, top);
    const isWhole = shown.at(-1) === fitting.at(-1);
    return {
      items: shown.map(({ sequence, text }) => lineOf(sequence, text)),
      next: isWhole ? this.next - 1 : (shown.at(-1) as { sequence: number }).sequence,
      missed: after === undefined ? 0 : Math.max(0, oldest - from),
    };
  }
}

/** Lines begin with their level. */
function levelOf(text: string): LogLevel {
  return (/^\{"level":"(\w+)"/.exec(text)?.[1] ?? 'info') as LogLevel;
}

function lineOf(sequence: number, text: string): LogLine {
  const { level, time, message, ...fields } = JSON.parse(text) as LogLine & Record<string, unknown>;
  return { sequence, time: String(time), level, message: String(message ?? ''), fields };
}

function shorten(line: string): string {
  const { level, time, message } = JSON.parse(line) as LogLine;
  return JSON.stringify({
    level,
    time,
    message: String(message ?? '').slice(0, LOG_LINE_CHARACTERS_MAX / 2),
    cut: line.length,
  });
}
