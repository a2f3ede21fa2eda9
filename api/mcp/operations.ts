// The operations that a row names, for one caller: each by the rules that a request passes. A row that calls another
// one is a fault. It knows no tool, no resource and no transport.
import { assert } from '../../core/base/assert.js';
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { Caller, UnaskedActs } from '../auth/caller.js';
import type { OperationAnswer, OperationArguments, OperationId } from '../client/published/operation-calls.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';

/** The person or service that a client calls for; its transport has judged the token. */
export interface ToolCaller {
  readonly caller: Caller;
  readonly traceId: string;
  readonly address: string;
  /** Headers that operations read: trace and languages. */
  readonly headers: Readonly<Record<string, string>>;
  readonly watch?: CallWatch;
  /** The one operation about which the person is not asked. */
  readonly alone?: { readonly operation: OperationId; readonly unasked: UnaskedActs };
}

/** Of one call, by its client. */
export interface CallWatch {
  /** Aborted when the client cancels, or goes away. */
  readonly signal: AbortSignal;
  /** Absent where the client asked for no progress. */
  readonly tell?: (message: string) => void;
}

/** A row of a table of this folder. */
export interface RowOfOperations {
  readonly name: string;
  readonly operations: readonly OperationId[];
  /** Operations without whose rights the row can be used too. */
  readonly further?: readonly OperationId[];
}

export interface RowOperations<Ops extends OperationId> {
  call<K extends Ops>(id: K, ...args: OperationArguments<K>): Promise<Result<OperationAnswer<K>>>;
}

export function operationsFor(
  { name, operations, further = [] }: RowOfOperations,
  { caller, traceId, address, headers, alone }: ToolCaller,
  dispatcher: Pick<Dispatcher, 'call'>,
): RowOperations<OperationId> {
  return {
    call: (id, ...[input, options]) => {
      assert(operations.includes(id) || further.includes(id), `${name} calls ${id}, which it does not name`);
      if (namesNothing(input)) return Promise.resolve(fail(NO_NAME));
      const all = { ...options?.headers, ...headers };
      const unasked = id === alone?.operation ? alone.unasked : undefined;
      return dispatcher.call(id, input as never, { caller, traceId, address, ...options, headers: all, unasked });
    },
  };
}

/** Dots alone name nothing in a path: over HTTP they lead elsewhere. */
function namesNothing(input: unknown): boolean {
  const { params = {} } = (input ?? {}) as { readonly params?: object };
  return Object.values(params).some((value) => value === '.' || value === '..');
}

const NO_NAME = issue('PATH_INVALID', '', 'An id is not made of dots alone.');
