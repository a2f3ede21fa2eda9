// The soundness check of a net: whether every run of the workflow can go on until it ends, whatever the data. Pure and
// deterministic: its bounds are counts, no clock. Which definitions a ledger takes is decided by structure.ts; this
// check is for those who publish, and for parties before they act.
import type { Net, NetAction } from './net.js';
import { type PathStep, type Searched, search } from './search.js';
import { checkStructure, type StructureFault } from './structure.js';
import { componentsOf, surelyPast, targetsOf, type Way, type Ways, waysOf } from './ways.js';

/** States after which the check gives up, and tokens and ways that it looks at: about two seconds. */
const SOUNDNESS_STATES_MAX = 50_000;
const SOUNDNESS_STEPS_MAX = 5_000_000;

export type SoundnessCode =
  | StructureFault['code']
  | 'BP_DEADLOCK'
  | 'BP_BRANCHES_MEET'
  | 'BP_ACTION_DEAD'
  | 'BP_NEVER_ENDS'
  | 'BP_LOOP_NO_EXIT'
  | 'BP_REJECTION_NOT_BEFORE'
  | 'BP_SOUNDNESS_UNKNOWN';

export interface SoundnessFault {
  readonly code: SoundnessCode;
  readonly severity: 'error' | 'warning';
  /** Id of the action. */
  readonly action: number;
  /** JSON Pointer below the action. */
  readonly at: string;
  /** Actions and their outcomes from the first one to the fault; empty where no path is needed. */
  readonly path: readonly PathStep[];
  /** Actions that the fault is about besides: those a deadlocked one waits for, those of a circle. */
  readonly about: readonly number[];
  /** Of a fault of structure and of a search that ended early. */
  readonly message?: string;
}

export interface SoundnessBounds {
  readonly states: number;
  readonly steps: number;
}

const BOUNDS: SoundnessBounds = { states: SOUNDNESS_STATES_MAX, steps: SOUNDNESS_STEPS_MAX };

/**
 * Every fault that is found. A net with a fault of structure is not searched, but for one of BP_JOIN_WAY. Faults that
 * are accepted refuse no definition, so that they may hide no other one: what a deadlock keeps from running is told
 * beside it, and that nothing is known of what stands behind branches that meet.
 */
export function checkSoundness(
  net: Net,
  bounds: SoundnessBounds = BOUNDS,
  accepted: ReadonlySet<string> = NOTHING,
): readonly SoundnessFault[] {
  return soundnessOf(net, bounds, accepted).faults;
}

interface Soundness {
  readonly faults: readonly SoundnessFault[];
  /** Ways of no timer that go back in some state that was seen; none where the net was not searched. */
  readonly back: readonly PathStep[];
}

/** The same, with the ways that go back. */
export function soundnessOf(
  net: Net,
  bounds: SoundnessBounds = BOUNDS,
  accepted: ReadonlySet<string> = NOTHING,
): Soundness {
  const structure = checkStructure(net).map((fault): SoundnessFault => {
    return { ...fault, severity: 'error', path: [], about: [] };
  });
  if (structure.some(({ code }) => code !== 'BP_JOIN_WAY')) return { faults: structure, back: [] };
  const ways = waysOf(net);
  const all = search(net, ways, bounds);
  const isBlind = accepted.has(CODES.meet) && all.faults.some(({ kind }) => kind === 'meet');
  const searched = { ...all, isComplete: all.isComplete && !isBlind, stops: stopping(all.faults, accepted) };
  const faults = [
    ...structure,
    ...faultsFound(searched, isBlind),
    ...deadOf(net, searched),
    ...endless(ways, searched),
    ...early(ways),
  ];
  return { faults, back: all.back };
}

const NOTHING: ReadonlySet<string> = new Set();

interface Told extends Searched {
  /** Some fault keeps the definition from being published. */
  readonly stops: boolean;
}

function stopping(faults: Searched['faults'], accepted: ReadonlySet<string>): boolean {
  return faults.some(({ kind }) => !accepted.has(CODES[kind]));
}

function faultsFound({ faults, isComplete, states }: Searched, isBlind: boolean): readonly SoundnessFault[] {
  const listed = faults.map(({ kind, action, path, missing }): SoundnessFault => {
    const code = CODES[kind];
    return { code, severity: 'error', action, at: PLACES[kind], path, about: missing };
  });
  if (isComplete) return listed;
  const message = isBlind
    ? 'The search ends where branches meet: what stands behind them, also a deadlock, was not seen.'
    : `The search ended after ${states} states. It found ${faults.length === 0 ? 'no fault' : 'these faults'} in them and did not see the others.`;
  const action = faults[0]?.action ?? -1;
  return [
    ...listed,
    { code: 'BP_SOUNDNESS_UNKNOWN', severity: 'warning', action, at: '', path: [], about: [], message },
  ];
}

const CODES = { deadlock: 'BP_DEADLOCK', meet: 'BP_BRANCHES_MEET', 'back-and-fork': 'BP_BACK_AND_FORK' } as const;
const PLACES = { deadlock: '', meet: '', 'back-and-fork': '/routes' } as const;

function deadOf(net: Net, { isComplete, run, stops }: Told): readonly SoundnessFault[] {
  // An action that a fault keeps from running has no fault of its own.
  if (!isComplete || stops) return [];
  return [...net.keys()]
    .filter((id) => !run.has(id))
    .map((action) => ({ code: 'BP_ACTION_DEAD', severity: 'error', action, at: '', path: [], about: [] }));
}

function endless(ways: Ways, { isComplete, ends, stops }: Told): readonly SoundnessFault[] {
  const circles = circlesOf(ways);
  const [first] = ways.actions;
  if (isComplete && !ends && !stops && first)
    circles.unshift({ code: 'BP_NEVER_ENDS', severity: 'warning', action: first.id, at: '', path: [], about: [] });
  return circles;
}

/** Circles of ways that nothing leaves. */
function circlesOf({ actions, from }: Ways): SoundnessFault[] {
  const next = (place: number): readonly number[] => targetsOf(from, place);
  const { components, of } = componentsOf(actions.length, next);
  const faults: SoundnessFault[] = [];
  for (const component of components) {
    const [place = 0] = component;
    if (component.length === 1 && !next(place).includes(place)) continue;
    const isLeft = component.some((at) => {
      const { rejection, outcomes } = actions[at] as NetAction;
      return rejection === 'end' || outcomes.some((to) => to.length === 0) || next(at).some((to) => of[to] !== of[at]);
    });
    if (isLeft) continue;
    const about = component.map((at) => (actions[at] as NetAction).id).sort((a, b) => a - b);
    faults.push({
      code: 'BP_LOOP_NO_EXIT',
      severity: 'warning',
      action: about[0] as number,
      at: '/routes',
      path: [],
      about,
    });
  }
  return faults;
}

/** Rejections to what need not have run: they lead forward then. */
function early(ways: Ways): readonly SoundnessFault[] {
  const { actions, from } = ways;
  return from.flat().flatMap((way: Way): SoundnessFault[] => {
    if (way.by !== 'rejection' || surelyPast(way, ways).length > 0) return [];
    const { id } = actions[way.from] as NetAction;
    const target = (actions[way.to[0] as number] as NetAction).id;
    const at = '/rejectionConfig/targetActionId';
    return [{ code: 'BP_REJECTION_NOT_BEFORE', severity: 'warning', action: id, at, path: [], about: [target] }];
  });
}
