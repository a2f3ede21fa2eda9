// Ports by which rules and drivers ask the world, as types only. Time and entropy enter core/ as arguments; drivers
// take these ports.

/** The time of day, a clock that cannot be set, and one-shot timers. The simulator steps it deadline by deadline. */
export interface Clock {
  /**
   * Milliseconds since 1970 UTC. Somebody may set it, by days and back: it dates what is kept or shown, and measures
   * nothing.
   */
  now(): number;
  /**
   * Milliseconds since any origin, which only go on: for how long something took, rests or is due in this process.
   * Never stored, never sent.
   */
  steady(): number;
  /**
   * The time that this clock and those of most organisations have reached; undefined while none of the others can be
   * asked. Absent where there are no others. For what cannot be taken back once it was sent.
   */
  agreedTimeMs?(): number | undefined;
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
  /** True while lines of the level debug are written: what they alone need is made then. Absent: they are not. */
  isDebug?(): boolean;
}
