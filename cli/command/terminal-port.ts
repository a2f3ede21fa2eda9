// The part of its process that a command may touch, so that tests give their own. Types only.

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** All of standard input as text; empty at a terminal without input. */
  readStdin(): Promise<string>;
  /** Standard input line by line, as it comes. Throws for a line of more than `charactersMax`. */
  lines(charactersMax: number): AsyncIterable<string>;
  /** Asks at the terminal; undefined when there is none. `hidden` does not echo. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string | undefined>;
  now(): number;
  /** Resolves after `ms`, or at once when Ctrl-C is or was pressed. */
  pause(ms: number): Promise<void>;
  /** Opens an address in the browser of the person, where there is one. */
  browse(url: string): void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}
