// Edits of the control flow: routes, joins, rejections, timers, votes and confirmations of an action.
import type { Json, JsonObject } from '../../base/json.js';
import type { Result } from '../../base/result.js';
import { itemsOf } from '../draft.js';
import { type EditChange, type EditRow, pickMembers, refuse, row } from '../edit.js';
import { actionText, changeAction, firstUpper, replaceNamed, withMember } from '../members.js';
import { actionId, membersAt } from '../shapes.js';

type OfAction = JsonObject & { readonly action: number };

const addRoute = row<OfAction & { readonly nextActionIds: readonly number[] }>({
  name: 'add_route',
  about:
    'Says where the workflow goes on behind an action: `nextActionIds` (several are parallel branches, none ends the branch), under a `condition`, or by default. ' +
    'A route of the same id is replaced. A route with a condition comes before those without, because the first that holds is taken.',
  members: { action: actionId, ...membersAt('actions.routes') },
  required: ['action', 'nextActionIds'],
  example: { action: 1, id: 'large', nextActionIds: [2], condition: { '>': [{ var: 'in.net' }, '1000.00'] } },
  change: (parts, input) =>
    changeAction(parts, input.action, (action) => {
      const route = pickMembers(input, 'action');
      const before = itemsOf(action, 'routes');
      const { list, isNew } = replaceNamed(before, route, ({ id }) => id);
      const at = before.findIndex((item) => item.condition === undefined);
      const isEarly = isNew && route.condition !== undefined && at >= 0;
      const routes = isEarly ? [...before.slice(0, at), route, ...before.slice(at)] : list;
      const to = input.nextActionIds.length === 0 ? 'to the end' : `to ${input.nextActionIds.join(', ')}`;
      const when =
        route.condition === undefined ? (route.isDefault === true ? ', by default' : '') : ', on a condition';
      return {
        action: withMember(action, 'routes', routes),
        words: [`${firstUpper(actionText(action))} leads ${to}${when}.`],
      };
    }),
});

const setJoin = row<OfAction>({
  name: 'set_join',
  about:
    'Has an action wait for branches: for those that `fork` opened (all, or `need` of them), or for the actions `requiredPriorActions`.',
  members: {
    action: actionId,
    ...membersAt('actions.joins'),
    requiredPriorActions: { type: ['array', 'null'], items: actionId, maxItems: 500 },
  },
  required: ['action'],
  example: { action: 2, requiredPriorActions: [1] },
  change(parts, input) {
    const { requiredPriorActions, ...joins } = pickMembers(input, 'action');
    if ((joins.fork === undefined) === (requiredPriorActions === undefined))
      return refuse('', 'A join is of the branches of a fork, or of prior actions: state one of both.');
    return changeAction(parts, input.action, (action) => ({
      action:
        requiredPriorActions === undefined
          ? withMember(action, 'joins', joins)
          : withMember(action, 'requiredPriorActions', requiredPriorActions),
      words: [
        requiredPriorActions === undefined
          ? `${firstUpper(actionText(action))} waits for ${joins.need ?? 'all'} of the branches of action ${joins.fork}.`
          : `${firstUpper(actionText(action))} waits for actions ${(requiredPriorActions as readonly Json[]).join(', ')}.`,
      ],
    }));
  },
});

const addTimer = row<OfAction & { readonly id: string }>({
  name: 'add_timer',
  about:
    'Has time work while an action waits: `after` a duration, or `at` a date, the workflow goes on (`then`), others may act (`also`), users are told (`remind`), or the ' +
    'action opens (`notBefore`). A timer of the same id is replaced.',
  members: { action: actionId, ...membersAt('actions.timers') },
  required: ['action', 'id'],
  example: { action: 2, id: 'late', after: 'P30D', remind: ['supplier'] },
  change: (parts, input) =>
    changeAction(parts, input.action, (action) => {
      const { list, isNew } = replaceNamed(itemsOf(action, 'timers'), pickMembers(input, 'action'), ({ id }) => id);
      return {
        action: withMember(action, 'timers', list),
        words: [`${isNew ? 'Added' : 'Changed'} the timer ${input.id} of ${actionText(action)}.`],
      };
    }),
});

interface SetMember {
  readonly name: string;
  readonly member: 'rejectionConfig' | 'approval' | 'confirm';
  readonly about: string;
  readonly required: readonly string[];
  readonly example: JsonObject;
  tell(value: JsonObject, action: string): string;
}

/** An edit that states one member of an action, whose own members it takes. */
function setMember({ name, member, about, required, example, tell }: SetMember): EditRow {
  return row<OfAction>({
    name,
    about,
    members: { action: actionId, ...membersAt(`actions.${member}`) },
    required: ['action', ...required],
    example,
    change(parts, input): Result<EditChange> {
      const value = pickMembers(input, 'action');
      return changeAction(parts, input.action, (action) => ({
        action: withMember(action, member, value),
        words: [tell(value, actionText(action))],
      }));
    },
  });
}

const setRejection = setMember({
  name: 'set_rejection',
  member: 'rejectionConfig',
  about:
    'Lets the sender of an action reject it, and says which action that leads back to, or that it ends the instance.',
  required: ['targetActionId'],
  example: { action: 2, targetActionId: 1, requireReason: true },
  tell: ({ isTerminal, targetActionId }, action) =>
    isTerminal === true
      ? `A rejection of ${action} ends the instance.`
      : `A rejection of ${action} leads to action ${targetActionId}.`,
});

const setVote = setMember({
  name: 'set_vote',
  member: 'approval',
  about:
    'Has several roles decide an action by votes: `of` with weights, `need` to grant it, and the ids of the routes for `yes` and `no`. Add those routes first.',
  required: ['of', 'need', 'yes', 'no'],
  example: { action: 2, of: [{ role: 'buyer' }, { role: 'supplier' }], need: 2, yes: 'paid', no: 'back' },
  tell: ({ of, need }, action) =>
    `Votes of ${(of as readonly JsonObject[]).map(({ role }) => role).join(', ')} decide ${action}: it takes ${need}.`,
});

const setConfirm = setMember({
  name: 'set_confirm',
  member: 'confirm',
  about: 'Has other roles agree to an action before it counts, within a time, and says what silence means.',
  required: ['by', 'within', 'otherwise'],
  example: { action: 1, by: ['buyer'], within: 'P2D', otherwise: 'redo' },
  tell: ({ by, within, otherwise }, action) =>
    `${(by as readonly Json[]).join(', ')} confirm ${action} within ${within}; silence ${otherwise === 'count' ? 'agrees' : 'has it done again'}.`,
});

export const flowRows: readonly EditRow[] = [addRoute, setJoin, setRejection, addTimer, setVote, setConfirm];
