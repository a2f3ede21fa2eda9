// Finds the plan of a definition once, and keeps it as long as the definition is. It knows no instance.
import type { Net, ScopeJoin } from '../../flow/net.js';
import { isStarting, senderOfAction } from '../definition/conformance.js';
import { durationMs } from '../definition/duration.js';
import type { Action, ActionApproval, Definition, Route } from '../definition/types.js';
import { approvalOf, variantsOf, weightKey } from './approval.js';
import { cancellationOf } from './cancellation.js';
import { confirmOf } from './confirm.js';
import { apartIn } from './four-eyes.js';
import { netOf } from './net-of.js';
import type { Plan, PlannedAction, PlannedApproval, PlannedVoter, RouteOutcome } from './planned.js';
import { quietRolesOf } from './quiet-roles.js';
import { candidacyOf } from './role-candidates.js';
import { hasCondition, isImplied, routesOf, targetIdsOf } from './routes.js';
import { standInsOf } from './stand-ins.js';
import { escalationsOf, openingsOf, remindersOf, timersOf } from './timers.js';

const NOBODY: PlannedAction['standIns'] = new Map();
const plans = new WeakMap<Definition, Plan>();

/** The plan of a definition that was published: it passed the checks of publications. */
export function planOf(definition: Definition): Plan {
  let plan = plans.get(definition);
  if (!plan) {
    plan = makePlan(definition);
    plans.set(definition, plan);
  }
  return plan;
}

function makePlan(definition: Definition): Plan {
  const apart = apartIn(definition);
  const actions = new Map<string, PlannedAction>();
  for (const action of definition.actions) {
    const routes = routesOf(definition, action);
    const decided = approvalOf(action);
    const ways = decided && { yes: outcomeBy(routes, decided.yes), no: outcomeBy(routes, decided.no) };
    const outcomes = ways ? [ways.yes, ways.no] : outcomesOf(routes);
    const priors = [...new Set(action.requiredPriorActions ?? [])];
    const joins = joinsOf(action);
    const common = {
      isStarting: isStarting(definition, action),
      routes,
      outcomes,
      implied: !ways && isImplied(definition, action) ? outcomes[0] : undefined,
      priors,
      joins,
      isJoin: priors.length > 0 || joins !== undefined,
      apart: apart.ofAction.get(action.id) ?? [],
      timers: timersOf(definition, action),
      confirm: confirmOf(action),
      also: escalationsOf(definition, action),
      notBefore: openingsOf(definition, action),
      remind: remindersOf(definition, action),
    };
    const planOne = (item: Action): PlannedAction | undefined => {
      const sender = senderOfAction(definition, item);
      if (!sender) return undefined;
      const isOpenRole = sender.walletAddress === undefined || sender.walletAddress === null;
      const candidacy = candidacyOf(sender);
      const done = { ...common, action: item, sender, isOpenRole, candidacy, approval: undefined };
      return { ...done, roleApart: apart.ofRole.get(item.sender) ?? [], standIns: NOBODY, quiet: NOBODY };
    };
    const planned = planOne(action);
    if (!planned) continue;
    const approval =
      decided && ways && approvalWith({ approval: decided, outcomes: ways }, variantsOf(action).map(planOne));
    const standIns = common.also.length === 0 ? NOBODY : standingIn(action, planOne);
    actions.set(String(action.id), { ...planned, approval, standIns, quiet: quietIn(definition, action, planOne) });
  }
  let ways: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  let net: Net | undefined;
  return {
    actions,
    roles: definition.participants.length,
    issuers: [
      ...new Set(definition.actions.flatMap(({ credentialIssuanceConfig: of, sender }) => (of ? [sender] : []))),
    ],
    hasTimers: [...actions.values()].some(isTimed),
    cancellation: cancellationOf(definition),
    ways: () => {
      ways ??= waysOf([...actions.values()]);
      return ways;
    },
    net: () => {
      net ??= netOf(actions.values());
      return net;
    },
  };
}

function quietIn(
  definition: Definition,
  action: Action,
  planOne: (item: Action) => PlannedAction | undefined,
): PlannedAction['quiet'] {
  const roles = quietRolesOf(definition, action);
  return new Map(roles.map((role) => [role, planOne({ ...action, sender: role }) as PlannedAction]));
}

/** A checked approval has these routes, without conditions. */
function outcomeBy(routes: readonly Route[], id: string): RouteOutcome {
  const i = routes.findIndex((route) => route.id === id);
  return { ...outcomeAt(routes, i), reasonCode: 'Unconditional' };
}

function approvalWith(
  { approval, outcomes }: { readonly approval: ActionApproval; readonly outcomes: PlannedApproval['outcomes'] },
  voters: readonly (PlannedAction | undefined)[],
): PlannedApproval {
  const byRole = new Map(approval.of.map((voter) => [voter.role, voter]));
  const voterOf = (planned: PlannedAction): PlannedVoter => {
    const { id } = planned.sender;
    const { weight = 1, weightOf } = byRole.get(id) ?? {};
    return weightOf ? { weight: 0, stated: weightKey(planned.action.id, id), planned } : { weight, planned };
  };
  return {
    voters: new Map(voters.flatMap((planned) => (planned ? [[planned.sender.id, voterOf(planned)]] : []))),
    need: approval.need,
    veto: new Set(approval.veto ?? []),
    isEarly: approval.settle !== 'all',
    outcomes,
  };
}

function isTimed({ timers, also, confirm, notBefore, remind }: PlannedAction): boolean {
  return timers.length + also.length + notBefore.length + remind.length > 0 || confirm !== undefined;
}

/** A participant that takes an open role by standing in has to be able to do all that the role does, too. */
function standingIn(action: Action, planOne: (item: Action) => PlannedAction | undefined): PlannedAction['standIns'] {
  const rows = [...standInsOf(action)].flatMap(([role, item]) => {
    const planned = planOne(item);
    return planned ? [[role, { ...planned, roleApart: [...planned.apart, ...planned.roleApart] }] as const] : [];
  });
  return new Map(rows);
}

/** A null member is an absent one. */
function joinsOf({ joins }: Action): ScopeJoin | undefined {
  if (!joins) return undefined;
  const { fork, need } = joins;
  return typeof need === 'number' ? { fork, need } : { fork };
}

function outcomesOf(routes: readonly Route[]): readonly RouteOutcome[] {
  const outcomes: RouteOutcome[] = [];
  const add = (i: number, reasonCode: RouteOutcome['reasonCode']): void => {
    outcomes.push({ ...outcomeAt(routes, i), reasonCode });
  };
  for (const [i, route] of routes.entries()) {
    if (hasCondition(route)) add(i, 'ConditionMatched');
    else if (route.isDefault !== true) {
      // It always matches: whatever stands behind it is never reached, the default neither.
      add(i, 'Unconditional');
      return outcomes;
    }
  }
  const fallback = routes.findIndex((route) => route.isDefault === true);
  if (fallback >= 0) add(fallback, 'DefaultRoute');
  else outcomes.push({ i: routes.length, reasonCode: 'NoRoute' });
  return outcomes;
}

function outcomeAt(routes: readonly Route[], i: number): Omit<RouteOutcome, 'reasonCode'> {
  const route = routes[i] as Route;
  const deadlineMs = route.branchDeadline ? durationMs(route.branchDeadline) : undefined;
  return { i, route, ...(deadlineMs !== undefined && { deadlineMs }) };
}

/**
 * Outcomes that lead exactly to these actions. They have one deadline (BP_ROUTE_DEADLINE), so the first stands for all.
 */
export function outcomesTo(
  { outcomes }: Pick<PlannedAction, 'outcomes'>,
  next: readonly number[],
): readonly RouteOutcome[] {
  let known = byTargets.get(outcomes);
  if (!known) {
    const byKey = new Map<string, RouteOutcome[]>();
    for (const outcome of outcomes) {
      const targets = targetIdsOf(outcome.route).join();
      byKey.set(targets, [...(byKey.get(targets) ?? []), outcome]);
    }
    byTargets.set(outcomes, byKey);
    known = byKey;
  }
  return known.get(next.join()) ?? [];
}

/** Found once for each action of a plan: each move asks for it several times. */
const byTargets = new WeakMap<PlannedAction['outcomes'], ReadonlyMap<string, readonly RouteOutcome[]>>();

function waysOf(actions: readonly PlannedAction[]): ReadonlyMap<number, ReadonlySet<number>> {
  return new Map(
    actions.map(({ action, routes, timers }) => {
      const { rejectionConfig } = action;
      const back = rejectionConfig && rejectionConfig.isTerminal !== true ? [rejectionConfig.targetActionId] : [];
      const to = new Set<number>(back);
      for (const { next } of timers) for (const id of next) to.add(id);
      for (const { nextActionIds } of routes) for (const id of nextActionIds) to.add(id);
      return [action.id, to];
    }),
  );
}

/** Actions that a run at one of `from` can come to, those themselves among them, without ever passing `avoided`. */
export function reachable(plan: Plan, from: Iterable<number>, avoided: number): ReadonlySet<number> {
  const ways = plan.ways();
  const reached = new Set<number>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === avoided || reached.has(id)) continue;
    reached.add(id);
    for (const to of ways.get(id) ?? []) if (!reached.has(to)) open.push(to);
  }
  return reached;
}
