// What rules and drivers may ask of the world, as types only. Time and entropy enter core/ as arguments; drivers take these ports.

/** Milliseconds since 1970 UTC, and one-shot timers. The simulator steps it deadline by deadline. */
export interface Clock {
  now(): number;
  setTimer(run: () => void, delayMs: number): Timer;
}

export interface Timer {
  cancel(): void;
}

export interface Random {
  /** Unpredictable bytes in production, seeded ones in the simulator. */
  bytes(length: number): Uint8Array;
  /** Uniform in [0, 1). */
  number(): number;
}

/** Structured log: fields first, then a constant sentence. Never secrets or payloads. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}
