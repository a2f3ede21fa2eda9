// A workflow as text for a terminal and as a Mermaid flowchart for documents. Texts of the designer are quoted: they
// never become syntax.

import { showHidden } from '../../base/hidden.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { describeDoers, drawnEdges, type Edge, startingActions } from '../../blueprint/plan/graph.js';

/** A line an action and one a way out of it. */
export function graphText(definition: Definition): string {
  const edges = drawnEdges(definition);
  const starts = new Set(startingActions(definition));
  const lines = [line(definition.title)];
  for (const action of definition.actions) {
    const marks = [starts.has(action.id) ? 'start' : '', joinText(action)].filter((mark) => mark !== '');
    lines.push(
      `${action.id} ${nameOf(action)} [${line(describeDoers(action))}]${marks.map((mark) => ` (${mark})`).join('')}`,
    );
    const ways = edges.filter(({ from }) => from === action.id);
    for (const edge of ways) lines.push(`    -> ${edge.to}  ${labelOf(edge)}`.trimEnd());
    if (action.rejectionConfig?.isTerminal === true) lines.push('    -> end  on rejection');
    for (const text of timerEnds(action)) lines.push(`    -> end  ${text}`);
    if (!ways.some(({ kind }) => kind === 'route' || kind === 'default')) lines.push('    -> end');
  }
  return lines.join('\n');
}

/** A Mermaid flowchart (mermaid.js.org). */
export function graphMermaid(definition: Definition): string {
  const starts = new Set(startingActions(definition));
  const lines = ['flowchart TD'];
  for (const action of definition.actions) {
    const label = quoteLabel(`${action.id} ${nameOf(action)}<br/>${line(describeDoers(action))}`);
    lines.push(starts.has(action.id) ? `  a${action.id}([${label}])` : `  a${action.id}[${label}]`);
  }
  for (const edge of drawnEdges(definition)) {
    const arrow = edge.form === 'rejection' || edge.form === 'timer' ? '-.->' : '-->';
    const label = labelOf(edge);
    lines.push(`  a${edge.from} ${arrow}${label === '' ? '' : `|${quoteLabel(label)}|`} a${edge.to}`);
  }
  return lines.join('\n');
}

/** The label of a way: empty where it is the only one and always taken. */
export function labelOf(edge: Edge): string {
  if (edge.kind === 'rejection') return 'on rejection';
  const name = line(edge.routeId ?? '');
  if (edge.kind === 'timer') return `by timer ${name}`;
  if (edge.kind === 'default') return `${name} (otherwise)`;
  return edge.conditional ? `${name} (if)` : name;
}

export function nameOf(action: Action): string {
  return line(action.title ?? `action ${action.id}`);
}

/** Timers that lead nowhere else. */
function timerEnds({ timers }: Action): readonly string[] {
  const ends = (timers ?? []).filter(({ then }) => then?.nextActionIds.length === 0);
  return ends.map(({ id }) => `by timer ${line(id)}`);
}

function joinText({ requiredPriorActions }: Action): string {
  return requiredPriorActions?.length ? `waits for ${requiredPriorActions.join(', ')}` : '';
}

/** A text on one line without hidden characters, cut at 60 characters. */
export function line(text: string): string {
  const flat = showHidden(text, () => ' ').trim();
  return flat.length > 60 ? `${[...flat].slice(0, 59).join('')}…` : flat;
}

/** Mermaid reads entity codes with a hash in quoted labels. */
function quoteLabel(label: string): string {
  const safe = label
    .split('<br/>')
    .map((part) => part.replace(/[#"&<>`|[\](){}\\;]/g, (c) => `#${c.charCodeAt(0)};`))
    .join('<br/>');
  return `"${safe}"`;
}
