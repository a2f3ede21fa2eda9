// Why bytes of others are not what they have to be: a sentence that names members and never values. It is thrown within
// this room alone; who reads or judges catches it, and says where it was.

export class FormatFault extends Error {
  /** The part of the whole that is at fault, such as the name of a claim. */
  readonly part: string | undefined;

  constructor(message: string, part?: string) {
    super(message);
    this.part = part;
  }
}

/** Throws the fault where the condition does not hold. */
export function need(condition: boolean, message: string, part?: string): asserts condition {
  if (!condition) throw new FormatFault(message, part);
}

/** The value that `read` gives, or the fault that it threw. */
export function faultOr<T>(read: () => T): T | FormatFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatFault) return error;
    throw error;
  }
}
