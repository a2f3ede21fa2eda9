// A time as a person states it: a day, a time with its zone, or how long ago.
import { durationMs } from '../../core/blueprint/definition/duration.js';
import { CommandError, EXIT } from './command.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Undefined for any other text. */
export function momentOf(text: string, nowMs: number): number | undefined {
  const short = /^(\d{1,6})([smhdw])$/.exec(text);
  const ago = short ? Number(short[1]) * (UNITS[short[2] as string] as number) : durationMs(text);
  if (ago !== undefined) return nowMs - ago;
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The time that an option states, in ISO 8601. */
export function timeOption(option: string, text: string | undefined, nowMs: number): string | undefined {
  if (text === undefined) return undefined;
  const ms = momentOf(text, nowMs);
  if (ms !== undefined && ms >= 0) return new Date(ms).toISOString();
  throw new CommandError(`--${option} takes a time, and "${text}" is not one`, {
    exit: EXIT.usage,
    hint: 'Write a day such as 2026-11-21, a time such as 2026-11-21T10:00:00Z, or how long ago: 12h, 7d.',
  });
}
