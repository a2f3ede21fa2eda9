// The facts of an instance as a wallet reads them, as rules read them. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { parsePointer } from '../definition/pointer.js';
import type { Facts, RunFacts } from '../logic/facts.js';

/** Runs of an instance as a wallet reads them: `facts` of the operation getInstanceState. */
export type ReadFacts = readonly {
  readonly actionId: string;
  readonly runs: readonly {
    readonly source: { readonly transactionHash: string };
    readonly isInForce: boolean;
    readonly members: readonly { readonly member: string; readonly verdict?: string; readonly value?: unknown }[];
  }[];
}[];

/**
 * The facts that rules of an action read. `order` are the TxIds of the instance as they were sealed: several actions
 * may state a member, and the last one counts.
 */
export function factsOf(
  state: ReadFacts,
  { order, time }: { readonly order: readonly string[]; readonly time: Facts['time'] },
): Pick<Facts, 'runs' | 'time'> {
  const place = new Map(order.map((txId, i) => [txId, i]));
  const runs = state.flatMap(({ actionId, runs: of }) =>
    of
      .filter(({ isInForce }) => isInForce)
      .map(({ source: { transactionHash: txId }, members }): RunFacts => {
        return { txId, action: Number(actionId), data: dataOf(members) };
      }),
  );
  const rank = ({ txId }: RunFacts): number => place.get(txId) ?? order.length;
  return { runs: runs.toSorted((a, b) => rank(a) - rank(b)), time };
}

/** Members of members stand below: only those of the first level are whole. */
function dataOf(members: ReadFacts[number]['runs'][number]['members']): JsonObject {
  let data: JsonObject = {};
  for (const { member, value } of members) {
    const path = parsePointer(member) ?? [];
    if (value !== undefined && path.length > 0 && path[0] !== ROUTE) data = withMember(data, path, value as Json);
  }
  return data;
}

/** The decision has no value, and is not a member. */
const ROUTE = '@route';

function withMember(object: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  const inside = rest.length === 0 ? value : withMember(isObject(before) ? before : {}, rest, value);
  return { ...object, [name]: inside };
}
