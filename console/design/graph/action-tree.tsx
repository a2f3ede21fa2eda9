// The actions of a draft and their ways as a tree, which the keyboard walks: Enter opens an action, R adds a route.
import { type KeyboardEvent, useState } from 'react';
import type { DrawnEdge } from '../../../core/blueprint/plan/graph.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { treeKeys } from '../grid-keys.js';
import { ActionCard } from './action-card.js';

interface TreeItem {
  readonly key: string;
  readonly action: DraftAction;
  /** Of a way of the action. */
  readonly edge: DrawnEdge | undefined;
}

export function ActionTree({ onRoute }: { readonly onRoute: (from: DraftAction) => void }) {
  const words = useWords();
  const { shown, ways, action, now, go } = useDesign();
  const items = shown.actions.flatMap((each): readonly TreeItem[] => [
    { key: String(each.id), action: each, edge: undefined },
    ...ways.edges
      .filter(({ from }) => from === each.id)
      .map((edge, i) => ({ key: `${each.id}/${i}`, action: each, edge })),
  ]);
  const [at, setAt] = useState<string>();
  const current = items.some(({ key }) => key === at) ? at : String(action?.id ?? '');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, { key, action: from }: TreeItem, opens: DraftAction) => {
    const to = treeKeys(
      event.key,
      items.findIndex((item) => item.key === key),
      items.map(({ edge }) => edge === undefined),
    );
    if (to !== undefined) {
      const next = items[to]?.key;
      setAt(next);
      document.getElementById(`way/${next}`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') go({ action: opens.id });
    else if (event.key.toLowerCase() === 'r' && now.mayEdit) onRoute(from);
    else return;
    event.preventDefault();
  };
  return (
    <div role="tree" aria-label={words('design.actions')} className="action-tree">
      {items.map((item) => {
        const { key, edge } = item;
        const target = edge === undefined ? item.action : shown.actions.find(({ id }) => id === edge.to);
        const opens = target ?? item.action;
        return (
          <div
            key={key}
            id={`way/${key}`}
            role="treeitem"
            aria-level={edge === undefined ? 1 : 2}
            aria-selected={edge === undefined && item.action.id === action?.id}
            tabIndex={key === current ? 0 : -1}
            onFocus={() => setAt(key)}
            onKeyDown={(event) => onKeyDown(event, item, opens)}
            onClick={() => go({ action: opens.id })}
          >
            {edge === undefined ? <ActionCard action={item.action} /> : <WayItem edge={edge} to={opens.title} />}
          </div>
        );
      })}
    </div>
  );
}

function WayItem({
  edge: { form, routeId, kind, conditional },
  to,
}: {
  readonly edge: DrawnEdge;
  readonly to: string;
}) {
  const words = useWords();
  const how = kind === 'default' ? 'default' : conditional && kind === 'route' ? 'conditional' : 'plain';
  return (
    <span className="way" data-form={form}>
      {words('design.way', { form, to, route: routeId ?? '', how })}
    </span>
  );
}
