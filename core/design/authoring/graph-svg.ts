// A workflow as an SVG picture: actions in layers from the start, ways as curves. It has no script, no link and no
// style from elsewhere, and every text of the designer is escaped.

import type { Definition } from '../../blueprint/definition/types.js';
import { type DrawnEdge, describeDoers, drawnEdges, type Edge, startingActions } from '../../blueprint/plan/graph.js';
import { labelOf, line, nameOf } from './graph-text.js';

const BOX = { width: 200, height: 56, gapX: 40, gapY: 64, margin: 32 };

interface Box {
  readonly x: number;
  readonly y: number;
}

/** An SVG document of the workflow, the same for the same definition. */
export function graphSvg(definition: Definition): string {
  const edges = drawnEdges(definition);
  const boxes = place(definition, edges);
  const all = [...boxes.values()];
  const width = Math.max(...all.map(({ x }) => x)) + BOX.width + BOX.margin * 2;
  const height = Math.max(...all.map(({ y }) => y)) + BOX.height + BOX.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<title>${escapeXml(line(definition.title))}</title>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...edges.map((edge) => drawEdge(edge, boxes)),
    ...definition.actions.map((action) => {
      const box = boxes.get(action.id) as Box;
      return drawBox(
        box,
        [`${action.id} ${nameOf(action)}`, line(describeDoers(action))],
        startingActions(definition).includes(action.id),
      );
    }),
    '</svg>',
  ].join('\n');
}

/** Layers by the shortest way from the start; what cannot be reached stands below. */
function place(definition: Definition, edges: readonly Edge[]): ReadonlyMap<number, Box> {
  const layers: number[][] = [];
  const placed = new Set<number>();
  const routes = edges.filter(({ kind }) => kind !== 'rejection');
  let layer = [...startingActions(definition)];
  while (layer.length > 0) {
    layers.push(layer);
    for (const id of layer) placed.add(id);
    const here = new Set(layer);
    layer = [...new Set(routes.filter(({ from, to }) => here.has(from) && !placed.has(to)).map(({ to }) => to))];
  }
  const rest = definition.actions.map(({ id }) => id).filter((id) => !placed.has(id));
  if (rest.length > 0) layers.push(rest);
  const boxes = new Map<number, Box>();
  for (const [row, ids] of layers.entries())
    for (const [column, id] of ids.entries())
      boxes.set(id, {
        x: BOX.margin + column * (BOX.width + BOX.gapX),
        y: BOX.margin + row * (BOX.height + BOX.gapY),
      });
  return boxes;
}

function drawBox({ x, y }: Box, [name, sender]: readonly [string, string], start: boolean): string {
  const middle = x + BOX.width / 2;
  const corner = start ? BOX.height / 2 : 6;
  const clip = (text: string) => escapeXml(text.length > 28 ? `${[...text].slice(0, 27).join('')}…` : text);
  return (
    `<g><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${corner}" fill="#f4f7fb" stroke="#345"/>` +
    `<text x="${middle}" y="${y + 24}" text-anchor="middle">${clip(name)}</text>` +
    `<text x="${middle}" y="${y + 42}" text-anchor="middle" fill="#567" font-size="11">${clip(sender)}</text></g>`
  );
}

/** Down to the next layer straight, otherwise around by the right side. */
function drawEdge(edge: DrawnEdge, boxes: ReadonlyMap<number, Box>): string {
  const [a, b] = [boxes.get(edge.from) as Box, boxes.get(edge.to) as Box];
  const dash = edge.form === 'rejection' || edge.form === 'timer' ? ' stroke-dasharray="5 4"' : '';
  const down = b.y > a.y;
  const [x1, y1] = down ? [a.x + BOX.width / 2, a.y + BOX.height] : [a.x + BOX.width, a.y + BOX.height / 2];
  const [x2, y2] = down ? [b.x + BOX.width / 2, b.y] : [b.x + BOX.width, b.y + BOX.height / 2];
  const bend = down
    ? `${x1} ${y1 + BOX.gapY / 2} ${x2} ${y2 - BOX.gapY / 2}`
    : `${x1 + BOX.gapX} ${y1} ${x2 + BOX.gapX} ${y2}`;
  const at = { x: (x1 + x2) / 2 + (down ? 4 : BOX.gapX / 2), y: (y1 + y2) / 2 };
  return (
    `<path d="M${x1} ${y1}C${bend} ${x2} ${y2}" fill="none" stroke="#345"${dash} marker-end="url(#tip)"/>` +
    `<text x="${at.x}" y="${at.y}" font-size="10" fill="#567">${escapeXml(labelOf(edge))}</text>`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
