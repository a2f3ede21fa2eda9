// The soundness check against every state that the reducer comes to, for one random workflow.
import { expect } from 'chai';
import type { Net, NetAction } from '../../core/flow/net.js';
import type { PathStep } from '../../core/flow/search.js';
import { type SoundnessCode, soundnessOf } from '../../core/flow/soundness.js';
import { Dice } from '../support/base/dice.js';
import { type Explored, explore, wayText } from '../support/definitions/net-explorer.js';
import { randomNet } from '../support/definitions/nets.js';

const STRUCTURAL: readonly SoundnessCode[] = ['BP_WAYS', 'BP_JOIN_TWICE', 'BP_JOIN_FORK', 'BP_SCOPE_LEAK'];

export interface Compared {
  readonly verdict: 'structure' | 'too large' | 'unsafe' | 'deadlock' | 'dead' | 'never ends' | 'sound';
  readonly backMoves: number;
}

export interface Bounds {
  readonly timers?: boolean;
  /** Workflows with more states are left out: trying every move takes seconds there. */
  readonly statesMax: number;
}

/** Throws an AssertionError with the workflow where check and reducer differ. */
export function compare(seed: number, scopes: boolean, { timers = false, statesMax }: Bounds): Compared {
  const dice = new Dice(timers ? `timed ${scopes} ${seed}` : `net ${scopes} ${seed}`);
  const net = randomNet(dice, { actionsMax: timers ? 14 : 20, scopes, timers, changesMax: 2 });
  const { faults, back } = soundnessOf(net);
  const codes = new Set(faults.map(({ code }) => code));
  const refused = faults.some(({ code, at }) => code === 'BP_BACK_AND_FORK' && at !== '/routes');
  if (refused || STRUCTURAL.some((code) => codes.has(code))) return { verdict: 'structure', backMoves: 0 };
  const explored = explore(net, statesMax, new Dice(`walk ${seed}`));
  const at = `seed ${scopes} ${timers} ${seed}: the check found ${[...codes].join(' ')}\n${shown(net)}\n`;
  expect(codes.has('BP_SOUNDNESS_UNKNOWN'), at).to.equal(false);
  if (!explored.isComplete) return { verdict: 'too large', backMoves: 0 };
  const isUnsafe = codes.has('BP_BRANCHES_MEET') || codes.has('BP_BACK_AND_FORK');
  expect(isUnsafe, at).to.equal(explored.meets || explored.backAndFork);
  if (isUnsafe) return { verdict: 'unsafe', backMoves: 0 };
  expect(explored.onlyBack, `${at}states that only moves back come to`).to.deep.equal([]);
  expect(codes.has('BP_DEADLOCK'), at).to.equal(explored.deadlock);
  expect([...new Set(back.map((step) => stepText(net, step)))].sort(), at).to.deep.equal([...explored.back].sort());
  const { backMoves } = explored;
  if (explored.deadlock) return { verdict: 'deadlock', backMoves };
  const dead = faults.filter(({ code }) => code === 'BP_ACTION_DEAD').map(({ action }) => action);
  expect(dead, at).to.deep.equal([...net.keys()].filter((id) => !explored.run.has(id)));
  expect(codes.has('BP_NEVER_ENDS'), at).to.equal(!explored.ends);
  return { verdict: verdictOf(dead, explored), backMoves };
}

function verdictOf(dead: readonly number[], { ends }: Explored): Compared['verdict'] {
  if (dead.length > 0) return 'dead';
  return ends ? 'sound' : 'never ends';
}

function stepText(net: Net, { action, by }: PathStep): string {
  const { outcomes, rejection } = net.get(action) as NetAction;
  return wayText(action, by === 'rejection' ? [rejection as number] : (outcomes[by as number] ?? []));
}

function shown(net: Net): string {
  return [...net.values()].map((action) => JSON.stringify(action)).join('\n');
}
