// Which lines of the log are shown: it is in the address.

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevelName = (typeof LOG_LEVELS)[number];

export interface LogChoice {
  /** This level and those above it. */
  readonly level?: LogLevelName;
  /** A text that a field of the line is: the trace of a request, a TxId. */
  readonly trace?: string;
}

export function logChoiceIn({ level, trace }: Readonly<Record<string, unknown>>): LogChoice {
  const known = LOG_LEVELS.find((each) => each === level);
  return { ...(known && { level: known }), ...(typeof trace === 'string' && trace !== '' && { trace }) };
}
