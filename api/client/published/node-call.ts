// How an operation is called by programs of others: as a function, and in three other ways where they apply. Types
// alone; the methods are made in grouped.ts.
import type { CallOptions } from '../call-options.js';

/** Status, headers and body of a success. */
export interface NodeAnswer<A> {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: A;
}

type Sending<I, R> =
  Record<never, never> extends I ? (input?: I, options?: CallOptions) => R : (input: I, options?: CallOptions) => R;

/** Gives the body of a success; throws ClientError otherwise. */
export type NodeCall<I, A> = Sending<I, Promise<A>> & {
  /** The same with status and headers, such as Register-Height. */
  readonly answered: Sending<I, Promise<NodeAnswer<A>>>;
};

/** A list with cursors. */
export type NodeList<I, A, T> = NodeCall<I, A> & {
  /** Every item, page after page, whatever comes to the list meanwhile. */
  readonly all: Sending<I, AsyncGenerator<T, void, undefined>>;
};

/** An operation that answers with a file. */
export type NodeFile<I> = NodeCall<I, Uint8Array> & {
  /** Its bytes as they come. */
  readonly stream: Sending<I, AsyncGenerator<Uint8Array, void, undefined>>;
};
