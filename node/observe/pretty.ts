// A log line for people, from the JSON line for programs: time, level, sentence, then the fields. Never fails: what is
// not JSON passes unchanged.

const FIELDS_FIRST = new Set(['level', 'time', 'message']);

/** The readable form, ending in a line feed. A stack follows on lines of its own. */
export function prettyLine(line: string): string {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const time = String(record.time ?? '').slice(11, 23);
  const level = String(record.level ?? '')
    .toUpperCase()
    .padEnd(5);
  const fields = Object.entries(record).filter(([name]) => !FIELDS_FIRST.has(name));
  const shown = fields.map(([name, value]) => ` ${name}=${fieldText(value)}`).join('');
  const stacks = fields.flatMap(([, value]) => stackOf(value)).join('');
  return `${time} ${level} ${String(record.message ?? '')}${shown}\n${stacks}`;
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
  if (isError(value)) return JSON.stringify(value.message);
  return JSON.stringify(value);
}

function stackOf(value: unknown): string[] {
  return isError(value) ? [`${value.stack}\n`] : [];
}

function isError(value: unknown): value is { readonly message: string; readonly stack: string } {
  return typeof value === 'object' && value !== null && typeof (value as { stack?: unknown }).stack === 'string';
}
