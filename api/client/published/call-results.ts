// The errors of the client as failures, for the port of operations.
import type { Issue, IssueCode } from '../../../core/base/issue.js';
import { type Failure, fail, type Result } from '../../../core/base/result.js';
import type { CallOptions } from '../call-options.js';
import { ClientError } from '../client-error.js';
import type { LooseRequest } from '../sending.js';
import type { OperationCalls, OperationId } from './operation-calls.js';

/** The port over a client: `send` gives the answer of a success and throws ClientError otherwise. */
export function operationCalls(
  send: (id: OperationId, input?: LooseRequest, options?: CallOptions) => Promise<{ readonly body: unknown }>,
): OperationCalls {
  const call = (id: OperationId, input?: LooseRequest, options?: CallOptions) =>
    orFailure(async () => (await send(id, input, options)).body);
  return { call } as OperationCalls;
}

/** The value of a call of the client, or its error as a failure; throws what is a mistake of the program. */
export async function orFailure<T>(call: () => Promise<T>): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ClientError) return failureOf(error);
    throw error;
  }
}

function failureOf({ code, message, details: { path, issues, retryAfterSeconds } }: ClientError): Failure {
  const first: Issue = {
    ...{ code: code as IssueCode, path, message },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
  return fail([first, ...issues.slice(1)]);
}
