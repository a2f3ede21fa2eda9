// Moves of one state in all orders, sealed in one docket each: which of them come first follows from who was admitted
// first at the proposer, and must not tell where all of them are taken.
import { canonical, type Json } from '../../../core/base/json.js';
import { runsInForceAt } from '../../../core/blueprint/instance/run-rows.js';
import { holdersNow } from '../../../core/instance/people/holders.js';
import { rowsIn } from '../../../core/instance/rows.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import { INSTANCE } from '../../support/register/people.js';
import type { Model, Move, Node } from './moves.js';
import { instanceOf, SOON_MS, type State, sealed, type Truth } from './world.js';

/**
 * Moves that are valid in several orders, sealed in one docket, leave the same instance. Each two, and all of a few.
 */
export function ordersProblem(
  { state, path }: Node,
  moves: readonly Move[],
  { counted, inDocket }: { readonly counted: { pairs: number } } & Pick<Model, 'inDocket'>,
): string | undefined {
  const atMs = state.register.timestampMs + SOON_MS;
  // A record that ends is no move of the instance: a party that votes before it, or behind it, votes in another world.
  const own = moves.filter(({ tx }) => tx.header.instanceId === INSTANCE);
  const valid = own.filter(({ tx }) => sealed(state, [tx], atMs).refused[0] === undefined);
  const sets = valid.flatMap((a, i) => valid.slice(i + 1).map((b) => [a, b]));
  if (valid.length === 3) sets.push([...valid]);
  for (const set of sets.filter((one) => !isSaidTwice(one))) {
    const left = new Set<string>();
    const told = `${path.join(', ')}: ${set.map(({ name }) => name).join(' and ')}`;
    for (const order of ordersOf(set)) {
      const docket = order.map(({ tx }) => tx);
      const made = sealed(state, docket, atMs, { truth: truthOf(state, order) });
      const wrong = inDocket?.(made.state, state);
      if (wrong) return `${told} in one docket: ${wrong}`;
      // Each of them passed the pipeline of this validator before, alone.
      const again = sealed(state, docket, atMs, { isKnown: true });
      if (again.refused.join() !== made.refused.join())
        return `${told} are refused with ${made.refused}, and with ${again.refused} where they were judged before`;
      if (made.refused.every((code) => code === undefined)) left.add(leftBy(made.state, set));
    }
    counted.pairs++;
    if (left.size > 1) return `${told} leave two instances: ${[...left].join('\n')}`;
  }
  return undefined;
}

/** The truth once all of them are sealed. */
function truthOf({ truth }: State, moves: readonly Move[]): Truth {
  return {
    data: new Map([truth, ...moves.map((one) => one.truth)].flatMap(({ data }) => [...data])),
    lies: new Set([truth, ...moves.map((one) => one.truth)].flatMap(({ lies }) => [...lies])),
  };
}

/** The later word of one party takes the place of its earlier one. */
function isSaidTwice(set: readonly Move[]): boolean {
  const words = set.map(({ tx: { header } }) => `${header.senderWallet} ${header.metadata?.type}`);
  return words.some((word, i) => word.endsWith('Resolution') && words.indexOf(word) < i);
}

function ordersOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all];
  return all.flatMap((one, i) => ordersOf(all.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));
}

/** Of these one decides, whichever comes last. */
const DECIDING: readonly unknown[] = ['Vote', 'Resolution', 'Cancellation', 'Confirmation'];

/** Credentials of runs, and what is known of their Issuances. */
const ISSUED = /^issued(by)?\//;

/** The instance and its runs, without the order of moves that did not wait for each other. */
function leftBy(state: State, moves: readonly Move[]): string {
  const instance = instanceOf(state);
  if (!instance) return '';
  const { runs, faults = [], since: _, resolutions: __, ballots = {}, ...rest } = instance;
  const rowOf = rowsIn(state.view);
  const actions = state.world.definition.actions.map(({ id }) => id);
  const inForce = runsInForceAt(instance, actions, rowOf).map(({ txId }) => txId);
  const counts = Object.entries(runs).map(([id, { count }]) => [id, count]);
  const undone = state.moves.map(({ txId }) => [txId, rowOf(txId)?.undone?.by ?? '']);
  const votes = Object.entries(ballots).map(([id, { round: ___, ...own }]) => [id, own]);
  const { claims = {} } = (state.view.state(STATE_KEY.holding(INSTANCE)) ?? {}) as { readonly claims?: Json };
  const issued = [...state.rows].filter(([key]) => ISSUED.test(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = [rest, votes, counts, claims, holdersNow(state.view, INSTANCE), issued];
  const named = (text: string): string =>
    moves.reduce((all, { tx: { txId, header } }) => {
      return DECIDING.includes(header.metadata?.type) ? all.replaceAll(txId, `#${header.metadata?.type}`) : all;
    }, text);
  // A challenge gives time for what is open then, and leaves that with a run whose branch was taken since.
  const isChallenged = moves.some(({ tx }) => tx.header.metadata?.type === 'Challenge');
  const known = (key: string, value: unknown) => (isChallenged && key === 'laterMs' ? undefined : value);
  const lists = [faults, inForce, undone].map((list) => list.map((one) => named(JSON.stringify(one))).sort());
  return canonical([JSON.parse(named(JSON.stringify(said, known))) as Json, lists]);
}
