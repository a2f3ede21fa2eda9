// Programmer errors. An InvariantError is never caught to go on: the actor that throws it stops and restarts from disk.

export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** The end of an exhaustive switch: the compiler refuses it while a member of the union is unhandled. */
export function absurd(value: never): never {
  throw new InvariantError(`unreachable: ${JSON.stringify(value)}`);
}
