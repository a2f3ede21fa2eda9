// The actions of a draft as a graph. Drawing a line from a card to another one adds a route; the list is the same by
// keys.
import './graph.css';
import {
  type Connection,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { DrawnEdge } from '../../../core/blueprint/plan/graph.js';
import { routeEdit } from '../../../core/edits/view/added.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { ActionCard } from './action-card.js';
import { type ActionCardFacts, cardsOf, useKept } from './cards.js';
import { CARD, type PlacedWay, placeGraph } from './graph-layout.js';

const FIT = { padding: 0.06, maxZoom: 1 } as const;

export function Graph() {
  const { ways } = useDesign();
  // Cards stand where the ways put them: without ways they would stand in a row for a moment.
  if (ways.starts.length === 0) return null;
  return (
    <ReactFlowProvider>
      <DrawnGraph />
    </ReactFlowProvider>
  );
}

function DrawnGraph() {
  const design = useDesign();
  const { nodes, edges } = usePlaced();
  const newest = useRef(design);
  newest.current = design;
  const connect = useCallback(({ source, target }: Connection) => {
    const { shown, store } = newest.current;
    const from = shown.actions.find(({ id }) => String(id) === source);
    if (from) void store.edit([routeEdit(from, Number(target))]);
  }, []);
  const { go, now } = design;
  const open = useCallback((_: unknown, { id }: Node) => go({ action: Number(id) }), [go]);
  return (
    <div className="graph">
      <Flow {...{ nodes, edges, connect, open }} mayEdit={now.mayEdit} />
    </div>
  );
}

interface FlowProps extends Placed {
  readonly mayEdit: boolean;
  readonly connect: (connection: Connection) => void;
  readonly open: (event: unknown, node: Node) => void;
}

/** Drawn when there is something else in it: it would draw all cards. */
const Flow = memo(function Flow({ nodes, edges, mayEdit, connect, open }: FlowProps) {
  const words = useWords();
  return (
    <ReactFlow
      aria-label={words('design.graph')}
      nodes={nodes as Node[]}
      edges={edges as Edge[]}
      nodeTypes={NODES}
      edgeTypes={EDGES}
      onConnect={connect}
      onNodeClick={open}
      nodesDraggable={false}
      nodesConnectable={mayEdit}
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      minZoom={0.2}
      fitView
      fitViewOptions={FIT}
      ariaLabelConfig={{
        'controls.ariaLabel': words('design.graph.controls'),
        'controls.zoomIn.ariaLabel': words('design.graph.nearer'),
        'controls.zoomOut.ariaLabel': words('design.graph.farther'),
        'controls.fitView.ariaLabel': words('design.graph.whole'),
      }}
    >
      <Controls showInteractive={false} fitViewOptions={FIT} />
      <Arrows />
    </ReactFlow>
  );
});

interface Placed {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** The cards and lines in their places. All of them are in view again when another draft is placed. */
function usePlaced(): Placed {
  const design = useDesign();
  const { action, path } = design;
  const cards = useKept(cardsOf(design));
  const { fitView } = useReactFlow();
  const placed = usePlaces();
  useEffect(() => {
    void placed;
    // Behind the drawing of the new cards.
    const frame = requestAnimationFrame(() => void fitView(FIT));
    return () => cancelAnimationFrame(frame);
  }, [fitView, placed]);
  const nodes = cards.map((card) => ({
    id: String(card.id),
    type: 'action',
    position: placed.cards.get(card.id) ?? { x: 0, y: 0 },
    data: { card, isOpen: card.id === action?.id },
    // Stated, so that lines stay while a changed draft is drawn: measured, they would wait for the cards.
    ...{ ...CARD, measured: CARD, handles: HANDLES },
  }));
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  const titleOf = (id: number) => titles.get(id) ?? String(id);
  const edges = placed.ways.map((way, i) => ({
    // Without it React Flow says so in English.
    ariaLabel: `${titleOf(way.edge.from)} → ${titleOf(way.edge.to)}`,
    id: `${i} ${way.edge.from} ${way.edge.to}`,
    source: String(way.edge.from),
    target: String(way.edge.to),
    type: 'way',
    data: { ...way, isLit: isOnPath(path, way.edge) },
  }));
  return { nodes: useKept<Node>(nodes), edges: useKept<Edge>(edges) };
}

/** Most edits change no way: then the cards stay where they are. A large graph takes longer than a click may. */
function usePlaces(): ReturnType<typeof placeGraph> {
  const words = useWords();
  const { shown, ways } = useDesign();
  const known = shown.actions.map(({ id }) => id);
  // The ways may be of an older document for a moment.
  const edges = ways.edges.filter(({ from, to }) => known.includes(from) && known.includes(to));
  const labels = edges.map((edge) => labelOf(edge, words));
  const drawn = JSON.stringify([known, edges, labels]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says all of them.
  return useMemo(() => placeGraph(known, edges, labels), [drawn]);
}

function ActionNode({ data }: NodeProps) {
  const { card, isOpen } = data as { readonly card: ActionCardFacts; readonly isOpen: boolean };
  return (
    <div className="graph-card" data-open={isOpen || undefined}>
      <Handle type="target" position={Position.Top} />
      <ActionCard card={card} />
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}

function WayEdge({ data }: EdgeProps) {
  const { edge, line, label, labelAt, isLit } = data as unknown as PlacedWay & { readonly isLit: boolean };
  return (
    <g className="graph-way" data-form={edge.form} data-lit={isLit || undefined}>
      <path d={line} markerEnd={`url(#${isLit ? 'way-end-lit' : 'way-end'})`} />
      {label !== '' && (
        <text x={labelAt.x} y={labelAt.y} textAnchor="middle" dominantBaseline="central">
          {label}
        </text>
      )}
    </g>
  );
}

/** The ends of lines. */
function Arrows() {
  return (
    <svg className="graph-ends" aria-hidden="true">
      <defs>
        {['way-end', 'way-end-lit'].map((id) => (
          <marker key={id} id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path className={id} d="M0 0L8 4L0 8z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}

const HANDLES = (['target', 'source'] as const).map((type) => ({
  ...{ type, x: CARD.width / 2, width: 1, height: 1 },
  ...(type === 'target' ? { y: 0, position: Position.Top } : { y: CARD.height, position: Position.Bottom }),
}));
const NODES = { action: ActionNode };
const EDGES = { way: WayEdge };

/** Only what tells a way from others: the only one has no label. */
function labelOf({ form, kind, routeId, conditional }: DrawnEdge, words: ReturnType<typeof useWords>): string {
  if (form === 'rejection') return words('design.graph.rejected');
  if (form === 'timer') return words('design.graph.timer', { timer: routeId ?? '' });
  if (kind === 'default') return words('design.graph.otherwise');
  return conditional ? (routeId ?? '') : '';
}

function isOnPath(path: readonly number[], { from, to }: DrawnEdge): boolean {
  return path.some((id, i) => id === from && path[i + 1] === to);
}
