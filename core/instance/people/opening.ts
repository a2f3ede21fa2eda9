// The right to open an instance, and having a part in a workflow before that: by the same holders, candidates and
// deputies that the rules of the ledger ask for. For lists and views; the rules judge the action itself. Pure.

import type { Definition } from '../../blueprint/definition/types.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { candidacyOf } from '../../blueprint/plan/role-candidates.js';
import type { StateView } from '../../model/register.js';
import { isReplaced } from '../../register/people/participants.js';
import { lacksKey } from './able.js';
import { candidatesOfRole } from './candidates.js';
import { takingRefusal } from './claims.js';
import { deputiesOf, standingIn } from './deputies.js';
import { fourEyesProblem } from './four-eyes.js';
import { holderNow, holdersBeforeStart } from './holders.js';

type View = Pick<StateView, 'state' | 'people' | 'transaction'>;

interface Opening {
  readonly definition: Definition;
  readonly blueprintId: string;
  readonly wallet: string;
  /** Now, for the time of a docket. */
  readonly atMs: number;
}

/** No instance has this id, so that nothing was done in it. */
const UNOPENED = '';

/** True for a wallet that may do a starting action now; whether a deputy may for an amount is known with its data. */
export function mayOpen(view: View, of: Opening, planned: PlannedAction): boolean {
  const { definition, wallet, atMs } = of;
  const { sender: role, candidacy } = planned;
  if (isReplaced(view, wallet)) return false;
  const holder = holderNow(holdersBeforeStart(view, definition), role, undefined);
  const place = { ...of, instanceId: undefined };
  const [deputy] = holder === undefined || holder === wallet ? [] : standingIn(view, place, { planned, wallet });
  const takes = () =>
    !lacksKey(view, wallet) &&
    takingRefusal(view, { role, candidacy, instanceId: undefined, wallet, atMs }) === undefined;
  if (holder === undefined ? !takes() : holder !== wallet && !deputy) return false;
  const doing = { definition, planned, wallet, instanceId: UNOPENED, instance: undefined, isRejection: false };
  return fourEyesProblem(view, { ...doing, standsFor: deputy?.standsFor }) === undefined;
}

/**
 * True for a wallet that the definition names, that holds one of its roles now, or that is a candidate or deputy of
 * one. A role that anybody may take gives a wallet no part.
 */
export function takesPart(view: View, of: Opening): boolean {
  const { definition, wallet } = of;
  const { participants } = definition;
  if (participants.some(({ walletAddress }) => walletAddress === wallet)) return true;
  const held = holdersBeforeStart(view, definition);
  const place = { ...of, instanceId: undefined };
  return participants.some((role) => {
    const candidacy = candidacyOf(role);
    if (holderNow(held, role, undefined) === wallet) return true;
    if (candidacy && candidatesOfRole(view, candidacy).some((item) => item.wallet === wallet)) return true;
    return deputiesOf(view, place, { id: role.id }).some((deputy) => deputy.wallet === wallet);
  });
}
