// Edits of actions: a new one, what is said of it, its place in the list, and none of it.

import type { JsonObject } from '../../base/json.js';
import { BLUEPRINT_ACTIONS_MAX } from '../../base/limits/ledger/definitions.js';
import { itemsOf } from '../draft.js';
import { type EditRow, pickMembers, refuse, row } from '../edit.js';
import { actionIn, actionText, changeAction, withMember, withMembers } from '../members.js';
import { dropAction } from '../rewriting.js';
import { actionId, type MemberSchemas, membersAt } from '../shapes.js';
import { renameKeys } from '../text-keys.js';

const { title, description, sender, isStartingAction, notSameAs, checkedBy } = membersAt('actions');
const SAID = { title, description, sender, isStartingAction, notSameAs, checkedBy } as MemberSchemas;

interface AddAction extends JsonObject {
  readonly id?: number;
  readonly title: string;
  readonly sender: string;
}

const addAction = row<AddAction>({
  name: 'add_action',
  about:
    'Adds a step that a role does. Its id is the next free number unless stated. The first action of a draft is a starting one unless it says otherwise.',
  members: { id: actionId, ...SAID },
  required: ['title', 'sender'],
  example: { title: 'Remind', sender: 'supplier' },
  change(parts, input) {
    const actions = itemsOf(parts.blueprint, 'actions');
    const id = input.id ?? Math.max(0, ...actions.map((item) => Number(item.id ?? 0))) + 1;
    if (actionIn(parts, id)) return refuse('/id', `The draft has an action ${id}.`);
    if (actions.length >= BLUEPRINT_ACTIONS_MAX)
      return refuse('', `A draft has at most ${BLUEPRINT_ACTIONS_MAX} actions.`);
    const isFirst = actions.length === 0 && input.isStartingAction === undefined;
    const { id: _, ...said } = pickMembers(input);
    const action = { id, ...said, ...(isFirst && { isStartingAction: true }) };
    return {
      blueprint: withMember(parts.blueprint, 'actions', [...actions, action]),
      words: [
        `Added ${actionText(action)}, which ${input.sender} does.`,
        ...(isFirst ? [`An instance starts with it.`] : []),
      ],
    };
  },
});

const setAction = row<JsonObject & { readonly action: number }>({
  name: 'set_action',
  about:
    'Changes what is said of an action: its title, who does it, whether it starts. A member that is null is taken away.',
  members: { action: actionId, ...SAID },
  required: ['action'],
  example: { action: 2, title: 'Pay the invoice' },
  change(parts, { edit: _, action: id, ...said }) {
    return changeAction(parts, id as number, (action) => ({
      action: withMembers(action, said as JsonObject),
      words: [`Changed ${Object.keys(said).join(', ') || 'nothing'} of ${actionText(action)}.`],
    }));
  },
});

interface MoveAction {
  readonly action: number;
  readonly before?: number | null;
}

const moveAction = row<MoveAction>({
  name: 'move_action',
  about: 'Moves an action in the list before another one, or to its end. Routes say what follows, and stay.',
  members: { action: actionId, before: { ...actionId, type: ['integer', 'null'] } },
  required: ['action'],
  example: { action: 2, before: 1 },
  change(parts, { action: id, before }) {
    const moved = actionIn(parts, id);
    if (!moved) return refuse('/action', `The draft has no action ${id}.`);
    const others = itemsOf(parts.blueprint, 'actions').filter((item) => item !== moved);
    const at = typeof before === 'number' ? others.findIndex((item) => item.id === before) : others.length;
    if (at < 0) return refuse('/before', `The draft has no other action ${before}.`);
    return {
      blueprint: withMember(parts.blueprint, 'actions', [...others.slice(0, at), moved, ...others.slice(at)]),
      words: [
        typeof before === 'number'
          ? `Moved ${actionText(moved)} before action ${before}.`
          : `Moved ${actionText(moved)} to the end.`,
      ],
    };
  },
});

interface RemoveAction {
  readonly action: number;
  readonly next?: number | null;
}

const removeAction = row<RemoveAction>({
  name: 'remove_action',
  about:
    'Takes an action away. Ways that led to it lead to `next`, or end there. Findings tell which rules still read its members.',
  members: { action: actionId, next: { ...actionId, type: ['integer', 'null'] } },
  required: ['action'],
  example: { action: 2 },
  change(parts, { action: id, next }) {
    const gone = actionIn(parts, id);
    if (!gone) return refuse('/action', `The draft has no action ${id}.`);
    const to = next ?? undefined;
    if (to !== undefined && (to === id || !actionIn(parts, to)))
      return refuse('/next', `The draft has no other action ${to}.`);
    const left = itemsOf(parts.blueprint, 'actions').filter((item) => item !== gone);
    const led = dropAction(withMember(parts.blueprint, 'actions', left), id, to);
    const isOfIt = new RegExp(`^${id}[./]`);
    return {
      blueprint: renameKeys(led, (key) => (isOfIt.test(key) ? undefined : key)),
      words: [
        `Removed ${actionText(gone)}.`,
        to === undefined ? 'Ways that led to it end there.' : `Ways that led to it lead to action ${to}.`,
      ],
    };
  },
});

export const actionRows: readonly EditRow[] = [addAction, setAction, moveAction, removeAction];
