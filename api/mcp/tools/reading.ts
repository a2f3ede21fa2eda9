// Tools that ask one operation and change nothing: its answer is their data.
import type { Static, TObject } from 'typebox';
import { isFailure } from '../../../core/base/result.js';
import type { OperationArguments, OperationId } from '../../client/published/operation-calls.js';
import { type ToolRow, type ToolSlice, tool } from './define.js';

interface Reading<K extends OperationId, I extends TObject> {
  readonly name: string;
  readonly slice: ToolSlice;
  readonly title: string;
  readonly description: string;
  readonly operation: K;
  readonly input: I;
  /** The message of a success. */
  readonly message: string;
  ask(input: Static<I>): OperationArguments<K>[0];
}

export function readingTool<K extends OperationId, I extends TObject>(row: Reading<K, I>): ToolRow {
  const { operation, message, ask, ...facts } = row;
  return tool({
    ...facts,
    operations: [operation],
    members: {},
    hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
    async run(input: Static<I>, { call }) {
      const answer = await call(operation, ...([ask(input)] as unknown as OperationArguments<K>));
      return isFailure(answer) ? answer : { status: 'Passed', message, data: answer };
    },
  });
}

/** The members of `input` that were stated, under the names of a query. */
export function statedMembers<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
