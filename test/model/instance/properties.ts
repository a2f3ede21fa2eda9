// Properties of every state of every model of instances, whatever its world.
import { canonical, type JsonObject } from '../../../core/base/json.js';
import { openBranches, waitingRuns } from '../../../core/blueprint/instance/branches.js';
import { selectTransactions } from '../../../core/chain/state.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';
import { good } from '../../support/base/good.js';
import { ENDS } from './ending.js';
import type { Property } from './moves.js';
import { after, emptyOf, instanceOf, type State } from './world.js';

export const ALWAYS: Readonly<Record<string, Property>> = {
  'an end stays an end, and keeps its kind': (state, before) => {
    const [was, is] = [instanceOf(before)?.state, instanceOf(state)?.state];
    return was !== undefined && ENDS.includes(was) && was !== is ? `${was} became ${is}` : undefined;
  },

  'an instance that goes on waits for something': (state) => {
    const instance = instanceOf(state);
    if (!instance) return undefined;
    const isOver = ENDS.includes(instance.state);
    const waiting = openBranches(instance).length + waitingRuns(instance).length;
    return waiting > 0 === isOver ? `${instance.state}, and ${waiting} branches wait` : undefined;
  },

  'a timer fires once, when it is due': ({ dockets }) => {
    const fired = new Set<string>();
    for (const { timestampMs, transactions } of dockets)
      for (const { header, signatures } of transactions) {
        if (signatures.length > 0) continue;
        const { actionId, previousTransactionId, metadata, createdAt } = header;
        const name = `${metadata?.timer} of action ${actionId} behind ${previousTransactionId}`;
        if (fired.has(name)) return `${name} fires twice`;
        fired.add(name);
        if (timestampMs <= Date.parse(createdAt)) return `${name} fires before it is due`;
      }
    return undefined;
  },

  'who reads the ledger anew has the same state': (state) => {
    const anew = replayed(state);
    if (typeof anew === 'string') return anew;
    for (const [key, row] of state.rows) {
      const text = canonical(row);
      if (/^(inst|run)\//.test(key) && JSON.stringify(row) !== text)
        return `the members of ${key} are not in canonical order`;
      if (JSON.stringify(anew.rows.get(key)) !== text) return `${key} is another one`;
    }
    return anew.rows.size === state.rows.size ? undefined : 'there are other rows';
  },
};

/** The same dockets from bytes, over rows that were read from their texts. */
function replayed({ world, dockets }: State): State | string {
  let state = emptyOf(world);
  for (const { timestampMs, transactions } of dockets) {
    const read = transactions.map(({ bytes }) => good(decodeTransaction(bytes)));
    const { effect, refused } = selectTransactions({
      ...{ state: state.register, view: state.view, transactions: read, timestampMs },
      signaturesOk: () => true,
      isCertified: () => true,
    });
    if (refused.length > 0) return `a sealed transaction is refused: ${JSON.stringify(refused[0]?.verdict.issues)}`;
    const changes = effect.changes.map(({ key, value: row }) => ({
      key,
      value: row && (JSON.parse(canonical(row)) as JsonObject),
    }));
    state = after(state, read, timestampMs, changes);
  }
  return state;
}
