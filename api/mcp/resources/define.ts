// A resource: a row that says which operations an address reads. It has no rule of its own: rights, validation and
// limits are those of the operations. Types and one function; nothing here knows a transport.
import type { Result } from '../../../core/base/result.js';
import type { OperationId } from '../../client/published/operation-calls.js';
import type { RowOfOperations, RowOperations } from '../operations.js';
import type { FollowCall } from './following.js';

export const RESOURCE_SCHEME = 'quorate://';

/** Variables of an address that was asked for, decoded. */
export type ResourceNames = Readonly<Record<string, string>>;

/** A resource that is listed by its own address. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** The content of a resource: a text as it is, or a value that is written as JSON. */
export type ResourceContent = { readonly text: string } | { readonly data: unknown };

interface TypedResource<Ops extends OperationId> {
  readonly name: string;
  readonly title: string;
  /** For a model: what it reads there. */
  readonly description: string;
  /** Without variables the address of one resource. */
  readonly template: `${typeof RESOURCE_SCHEME}${string}`;
  readonly mimeType: 'application/json' | 'text/markdown';
  /** It calls no other ones. A caller that may not call one of them is not shown the resource. */
  readonly operations: readonly Ops[];
  read(names: ResourceNames, ports: RowOperations<Ops>): Promise<Result<ResourceContent>>;
  /** The topic of its changes, for a caller that may read it; absent where it cannot be listened to. */
  follow?(names: ResourceNames, call: FollowCall): Result<string> | Promise<Result<string>>;
  /** Of a template whose resources are few enough to be listed one by one. */
  list?(ports: RowOperations<Ops>): Promise<Result<readonly ListedResource[]>>;
}

/** A row with the ids of its operations forgotten. */
export type ResourceRow = RowOfOperations & TypedResource<OperationId>;

export function resource<const Ops extends OperationId>(row: TypedResource<Ops>): ResourceRow {
  return row as unknown as ResourceRow;
}
