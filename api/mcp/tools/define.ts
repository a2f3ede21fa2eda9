// A tool: a row that names operations. It has no rule of its own: rights, validation and limits are those of the
// operations. Types and one function; nothing here knows a transport.
import type { Static, TObject, TSchema } from 'typebox';
import type { Json } from '../../../core/base/json.js';
import type { Result } from '../../../core/base/result.js';
import type { OperationAnswer, OperationArguments, OperationId } from '../../client/published/operation-calls.js';

/** Groups of tools, by the people who use them (specification 4.7). */
export const TOOL_SLICES = ['lifecycle', 'designer', 'participant', 'ledger', 'citizen', 'admin'] as const;
export type ToolSlice = (typeof TOOL_SLICES)[number];

/** Of the result of a tool, as reference-facts 4.7 has them. */
export const TOOL_STATUSES = [
  ...['InProgress', 'Passed', 'Failed', 'Refused', 'ValidationError', 'Unauthorized', 'Unavailable'],
  ...['Timeout', 'Error'],
] as const;

/** An answer of the operations that a tool called. */
export interface ToolAnswer {
  readonly status: 'InProgress' | 'Passed' | 'Failed';
  /** A sentence of ours. Texts of others stand in `data` alone. */
  readonly message: string;
  /** Ids, states and numbers beside the envelope. */
  readonly members?: Readonly<Record<string, Json | undefined>>;
  /** The answer of the operation. */
  readonly data?: unknown;
}

/** A member of a form that a person fills in (MCP elicitation: texts and yes or no). */
export type ToolField =
  | { readonly type: 'boolean'; readonly title: string; readonly description?: string }
  | { readonly type: 'string'; readonly title: string; readonly description?: string; readonly maxLength: number };

/** Asked of a person before a tool does what cannot be undone. Its words come from the node. */
export interface ToolQuestion {
  readonly message: string;
  /** Beside `confirm`. */
  readonly fields?: Readonly<Record<string, ToolField>>;
  /** Decided when it was asked, and sealed with it. */
  readonly kept?: Readonly<Record<string, string | readonly string[]>>;
}

/** A question that a person said yes to. */
export interface ToolConfirmation {
  /** The other members of the form, as the client sent them. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly kept: Readonly<Record<string, string | readonly string[]>>;
  /** The same for each repetition of the call. */
  readonly key: string;
}

/** The operations that a row names, by the rights of the caller. */
export interface ToolPorts<Ops extends OperationId> {
  call<K extends Ops>(id: K, ...args: OperationArguments<K>): Promise<Result<OperationAnswer<K>>>;
  /** A fresh id (UUID). */
  newId(): string;
}

export interface ToolGate<Ops extends OperationId, I> {
  /** `always` before it runs; or when the operation refuses with this code. */
  readonly when: 'always' | 'REHEARSAL_REQUIRED';
  /** Where a client of an older revision does the same: a command. */
  readonly elsewhere: string;
  /** The operation by which it acts alone where a standing grant covers that: tried before the person is asked. */
  readonly alone?: Ops;
  ask(input: I, ports: ToolPorts<Ops>): Promise<Result<ToolQuestion>>;
}

interface ToolFacts {
  /** As the specification spells it. */
  readonly name: string;
  readonly slice: ToolSlice;
  readonly title: string;
  /** For a model: when to use it, and what it does not do. */
  readonly description: string;
  /** Members of the result beside the envelope. */
  readonly members: Readonly<Record<string, TSchema>>;
  readonly hints: {
    readonly isReadOnly: boolean;
    readonly isDestructive: boolean;
    readonly isIdempotent: boolean;
  };
}

interface TypedTool<Ops extends OperationId, I extends TObject> extends ToolFacts {
  /** It calls no other ones. A caller that may not call one of them is not shown the tool. */
  readonly operations: readonly Ops[];
  /** Called for members of the input that ask for it: who may not is refused then. */
  readonly further?: readonly Ops[];
  readonly input: I;
  readonly gate?: ToolGate<Ops, Static<I>>;
  run(input: Static<I>, ports: ToolPorts<Ops>, confirmation: ToolConfirmation | undefined): Promise<Result<ToolAnswer>>;
}

/** A row with the types of its input forgotten: its input was judged by its schema. */
export interface ToolRow extends ToolFacts {
  readonly operations: readonly OperationId[];
  readonly further?: readonly OperationId[];
  readonly input: TObject;
  readonly gate?: ToolGate<OperationId, unknown>;
  run(
    input: unknown,
    ports: ToolPorts<OperationId>,
    confirmation: ToolConfirmation | undefined,
  ): Promise<Result<ToolAnswer>>;
}

export function tool<const Ops extends OperationId, I extends TObject>(row: TypedTool<Ops, I>): ToolRow {
  return row as unknown as ToolRow;
}
