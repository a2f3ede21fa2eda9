// The actions of a draft and their ways as a tree, which the keyboard walks: Enter opens an action, R adds a route.
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import type { DrawnEdge } from '../../../core/blueprint/plan/graph.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { useWords } from '../../words/words.js';
import { type DesignState, useDesign } from '../design-context.js';
import { treeKeys } from '../grid-keys.js';
import { ActionCard } from './action-card.js';
import { type ActionCardFacts, cardsOf, useKept } from './cards.js';

interface TreeItem {
  readonly id: string;
  readonly from: number;
  /** The action that it opens. */
  readonly opens: number;
  /** Of the action itself; undefined for a way of it. */
  readonly card: ActionCardFacts | undefined;
  readonly way: { readonly edge: DrawnEdge; readonly to: string } | undefined;
}

/** An action, and below it its ways. */
function itemsOf(design: DesignState, cards: readonly ActionCardFacts[]): readonly TreeItem[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const waysFrom = Map.groupBy(design.ways.edges, ({ from }) => from);
  return cards.flatMap((card): readonly TreeItem[] => [
    { id: String(card.id), from: card.id, opens: card.id, card, way: undefined },
    ...(waysFrom.get(card.id) ?? []).map((edge, i): TreeItem => {
      const target = byId.get(edge.to) ?? card;
      const way = { edge, to: target.title };
      return { id: `${card.id}/${i}`, from: card.id, opens: target.id, card: undefined, way };
    }),
  ]);
}

interface TreeActs {
  readonly onFocus: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, item: TreeItem) => void;
  readonly onOpen: (item: TreeItem) => void;
}

export function ActionTree({ onRoute }: { readonly onRoute: (from: DraftAction) => void }) {
  const words = useWords();
  const design = useDesign();
  const { shown, action, now, go } = design;
  const cards = useKept(cardsOf(design));
  const items = useKept(itemsOf(design, cards));
  const [at, setAt] = useState<string>();
  const current = items.some(({ id }) => id === at) ? at : String(action?.id ?? '');
  const onKeyDown: TreeActs['onKeyDown'] = (event, { id, from, opens }) => {
    const to = treeKeys(
      event.key,
      items.findIndex((item) => item.id === id),
      items.map(({ card }) => card !== undefined),
    );
    const source = shown.actions.find((each) => each.id === from);
    if (to !== undefined) {
      const next = items[to]?.id;
      setAt(next);
      document.getElementById(`way/${next}`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') go({ action: opens });
    else if (event.key.toLowerCase() === 'r' && now.mayEdit && source) onRoute(source);
    else return;
    event.preventDefault();
  };
  const newest = useRef(onKeyDown);
  newest.current = onKeyDown;
  const acts = useMemo(
    (): TreeActs => ({
      onFocus: setAt,
      onKeyDown: (event, item) => newest.current(event, item),
      onOpen: ({ opens }) => go({ action: opens }),
    }),
    [go],
  );
  return (
    <div role="tree" aria-label={words('design.actions')} className="action-tree">
      {items.map((item) => (
        <TreeRow
          key={item.id}
          {...{ item, acts }}
          isOpen={item.card !== undefined && item.from === action?.id}
          isCurrent={item.id === current}
        />
      ))}
    </div>
  );
}

interface TreeRowProps {
  readonly item: TreeItem;
  readonly acts: TreeActs;
  readonly isOpen: boolean;
  /** In the order of the page. */
  readonly isCurrent: boolean;
}

const TreeRow = memo(function TreeRow({ item, acts, isOpen, isCurrent }: TreeRowProps) {
  const { id, card, way } = item;
  return (
    <div
      id={`way/${id}`}
      role="treeitem"
      aria-level={card === undefined ? 2 : 1}
      aria-selected={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => acts.onFocus(id)}
      onKeyDown={(event) => acts.onKeyDown(event, item)}
      onClick={() => acts.onOpen(item)}
    >
      {card && <ActionCard card={card} />}
      {way && <WayItem {...way} />}
    </div>
  );
});

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
