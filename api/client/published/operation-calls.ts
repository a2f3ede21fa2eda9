// The port of operations: each by its id and with its types, whatever carries the call. A client fulfils it over HTTP,
// and a node in its own process (api/dispatch/dispatcher.ts), so that one program is written against either.
// Types alone.
import type { Result } from '../../../core/base/result.js';
import type { CallOptions } from '../call-options.js';
import type { NodeOperations } from './node-operations.js';

type All<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** The operations of all groups. */
export type OperationsById = All<NodeOperations[keyof NodeOperations]>;
export type OperationId = keyof OperationsById;

type InputOf<F> = F extends (input: infer I, options?: CallOptions) => unknown ? I : never;
type AnswerOf<F> = F extends (...args: never) => Promise<infer A> ? A : never;

export type OperationInput<K extends OperationId> = InputOf<OperationsById[K]>;
export type OperationAnswer<K extends OperationId> = AnswerOf<OperationsById[K]>;
/** The input may be left out where all of it may. */
export type OperationArguments<K extends OperationId> =
  undefined extends OperationInput<K>
    ? [input?: OperationInput<K>, options?: CallOptions]
    : [input: OperationInput<K>, options?: CallOptions];

export interface OperationCalls {
  /**
   * The body of a success, or the failure with the issues of the refusal. A newer node may name codes that these types
   * do not have.
   */
  call<K extends OperationId>(id: K, ...args: OperationArguments<K>): Promise<Result<OperationAnswer<K>>>;
}
