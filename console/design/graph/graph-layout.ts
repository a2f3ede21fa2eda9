// Where the cards of a graph stand, and the points of the lines between them, by Dagre. Nothing of it is kept: the same
// draft is drawn in the same way.
import { Graph as LayoutGraph, layout } from '@dagrejs/dagre';
import type { DrawnEdge } from '../../../core/blueprint/plan/graph.js';

export const CARD = { width: 190, height: 60 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedWay {
  readonly edge: DrawnEdge;
  /** From card to card, round all others. */
  readonly line: string;
  readonly label: string;
  readonly labelAt: Point;
}

interface PlacedGraph {
  /** The upper left corner of each card, by the id of its action. */
  readonly cards: ReadonlyMap<number, Point>;
  readonly ways: readonly PlacedWay[];
}

/** Room of a letter of a label. */
const LETTER = { width: 6.5, height: 16 } as const;
const GAPS = { rankdir: 'TB', ranksep: 36, nodesep: 24, edgesep: 14, marginx: 8, marginy: 8 } as const;

export function placeGraph(
  ids: readonly number[],
  edges: readonly DrawnEdge[],
  /** Of each edge; '' for none. */
  labels: readonly string[],
): PlacedGraph {
  const graph = new LayoutGraph({ multigraph: true });
  graph.setGraph(GAPS);
  for (const id of ids) graph.setNode(String(id), { ...CARD });
  for (const [i, edge] of edges.entries()) {
    const label = labels[i] ?? '';
    const room = label === '' ? {} : { width: label.length * LETTER.width, height: LETTER.height, labelpos: 'c' };
    graph.setEdge(String(edge.from), String(edge.to), room, String(i));
  }
  layout(graph);
  const cards = new Map(
    ids.map((id): [number, Point] => {
      const { x, y } = graph.node(String(id)) as Point;
      return [id, { x: x - CARD.width / 2, y: y - CARD.height / 2 }];
    }),
  );
  const ways = edges.map((edge, i): PlacedWay => {
    const placed = graph.edge(String(edge.from), String(edge.to), String(i)) as Partial<Point> & {
      readonly points: readonly Point[];
    };
    const middle = placed.points[Math.floor(placed.points.length / 2)] as Point;
    const labelAt = { x: placed.x ?? middle.x, y: placed.y ?? middle.y };
    return { edge, label: labels[i] ?? '', labelAt, line: lineThrough(placed.points) };
  });
  return { cards, ways };
}

/** A line through the points with round corners. */
function lineThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = rest.map((point, i) => {
    const next = rest[i + 1];
    if (next === undefined) return `L${point.x} ${point.y}`;
    const corner = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${corner.x} ${corner.y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}
