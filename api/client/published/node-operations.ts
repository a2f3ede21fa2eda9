// The operations by group with the types of their inputs and answers, from the definitions. The package has a file of
// this name that says the same in plain types (api/client/making/types.ts), because it ships no definitions.
import type { AnyOutput } from '../../define.js';
import type { AllRoutes, groupRoutes } from '../../groups/routes.js';
import type { ArgumentOf } from '../client.js';
import type { NodeCall, NodeFile, NodeList } from './node-call.js';

type Groups = typeof groupRoutes;

type MethodOf<R> = R extends { readonly kind: 'raw' }
  ? NodeFile<ArgumentOf<R>> & NodeCall<ArgumentOf<R>, unknown>
  : R extends { readonly input: { readonly query: { readonly properties: { readonly cursor: unknown } } } }
    ? NodeList<ArgumentOf<R>, AnyOutput<R>, ItemIn<AnyOutput<R>>>
    : NodeCall<ArgumentOf<R>, AnyOutput<R>>;

type ItemIn<A> = A extends readonly (infer T)[]
  ? T
  : { [K in keyof A]-?: NonNullable<A[K]> extends readonly (infer T)[] ? T : never }[keyof A];

export type NodeOperations = {
  readonly [G in keyof Groups]: { readonly [K in keyof Groups[G] & keyof AllRoutes]: MethodOf<Groups[G][K]> };
};
