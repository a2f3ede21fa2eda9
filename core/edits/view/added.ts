// The edits that add a role, an action or a route, with an id that is free. Pure.
import type { Edit } from '../edit.js';
import { type DraftAction, itemsIn, type ShownDraft } from './shown-draft.js';

/** A route to an action, or to the end of its branch; its id is the first one that is free. */
export function routeEdit({ id, action }: Pick<DraftAction, 'id' | 'action'>, to: number | undefined): Edit {
  const taken = new Set(itemsIn(action, 'routes').map((route) => route.id));
  const base = to === undefined ? 'end' : `to-${to}`;
  let route = base;
  for (let i = 2; taken.has(route); i++) route = `${base}-${i}`;
  return { edit: 'add_route', action: id, id: route, nextActionIds: to === undefined ? [] : [to] };
}

/** Its id is stated, so that the page can open it. */
export function actionEdit(title: string, sender: string, { actions }: Pick<ShownDraft, 'actions'>): Edit {
  return { edit: 'add_action', id: Math.max(0, ...actions.map(({ id }) => id)) + 1, title, sender };
}

/** An id that people can read in rules: `Planning office` is planning-office. */
export function freeId(name: string, { roles }: Pick<ShownDraft, 'roles'>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim();
  const base =
    plain
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '-')
      .slice(0, 60) || 'role';
  const taken = new Set(roles.map(({ id }) => id));
  let id = base;
  for (let i = 2; taken.has(id); i++) id = `${base}-${i}`;
  return id;
}
