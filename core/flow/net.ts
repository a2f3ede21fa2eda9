// The control flow of a definition without its data: which outcomes each action has and where they lead. Workflow nets
// are the model (van der Aalst, Soundness of workflow nets, 2011); going back is not a cancellation here, but undoing
// (README.md).

/** Waits for the branches that a run of `fork` opened. */
export interface ScopeJoin {
  readonly fork: number;
  /** Fires as soon as so many branches of the scope have come here; all of them where absent. */
  readonly need?: number;
}

/** Where an action goes on by itself when its time has come, whatever it waits for. */
export interface TimerWay {
  /** Targets, each id once; [] ends the branch. */
  readonly to: readonly number[];
  /** It states the data of the action. Without data it is not a run of the action that rules could read. */
  readonly states: boolean;
}

export interface NetAction {
  readonly id: number;
  /** It may open an instance. */
  readonly isStart: boolean;
  /** Targets of each outcome, each id once; [] ends the branch. */
  readonly outcomes: readonly (readonly number[])[];
  /** Where a rejection leads; `end` where it ends the instance. */
  readonly rejection?: number | 'end';
  /** Actions that are complete before this one runs; empty for a plain action. */
  readonly priors: readonly number[];
  readonly joins?: ScopeJoin;
  /** Ways of its timers, in the order of the definition. */
  readonly timers?: readonly TimerWay[];
}

/** Actions by id, in the order of the definition. Targets, priors and forks are actions of the net. */
export type Net = ReadonlyMap<number, NetAction>;

/** The action waits for others before it runs, and takes every token that stands at it. */
export function isJoin({ priors, joins }: NetAction): boolean {
  return priors.length > 0 || joins !== undefined;
}

/** The first actions of instances: a start that waits for others opens none. */
export function openings(net: Net): readonly number[] {
  return [...net.values()].filter((action) => action.isStart && !isJoin(action)).map(({ id }) => id);
}
