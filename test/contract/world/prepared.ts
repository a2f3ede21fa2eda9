// How a call is prepared before it is made: what it needs of the world, and its values. Types only.
import type { Persona } from './personas.js';
import type { World } from './world.js';

export interface Prepared {
  readonly as?: Persona;
  /** Use this token rather than a fresh one of the persona. */
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Prepare = (world: World) => Promise<Prepared> | Prepared;
