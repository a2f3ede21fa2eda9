// Warnings about routes that lead in a circle (BP_CYCLE): each circle with the routes by which it goes round, so that
// the one that is a mistake is found among those that are meant. Pure.

import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { CIRCLES_MAX, type Circle, findCircles, idsOf } from '../../../blueprint/plan/circles.js';
import type { Edge } from '../../../blueprint/plan/graph.js';

/** Actions of one circle that a finding names. */
const STEPS_MAX = 12;

/** Adds a warning for each circle that is found, with its way. */
export function warnOfCircles(definition: Definition, findings: Findings): void {
  const circles = findCircles(definition);
  const places = new Map(definition.actions.map(({ id }, place) => [id, place]));
  for (const [i, circle] of circles.entries()) {
    const isLast = i === CIRCLES_MAX - 1;
    const more = isLast ? ` There may be more: ${CIRCLES_MAX} are told.` : '';
    const path = pathOf(definition, circle);
    findings.add({
      severity: 'warning',
      code: 'BP_CYCLE',
      location: `/actions/${places.get((circle[0] as Edge).from)}/routes`,
      message: `The routes lead in a circle, ${textOf(circle)}: ${path.join(', ')}. Where that is meant, leave it so.${more}`,
      path,
      steps: circle.map(({ from }) => from),
    });
  }
}

function textOf(circle: Circle): string {
  const ids = idsOf(circle);
  return ids.length > STEPS_MAX ? `${ids.slice(0, STEPS_MAX).join(', ')}, …` : ids.join(', ');
}

/** Each way of the circle in words; of a long one its beginning. */
function pathOf({ actions }: Definition, circle: Circle): readonly string[] {
  const nameOf = (id: number): string => {
    const title = actions.find((action) => action.id === id)?.title;
    return title === undefined ? `action ${id}` : `action ${id} "${title}"`;
  };
  const steps = circle
    .slice(0, STEPS_MAX)
    .map(({ from, to, routeId }) => `${nameOf(from)} takes route "${routeId}" to ${to}`);
  return circle.length > STEPS_MAX ? [...steps, `${circle.length - STEPS_MAX} more`] : steps;
}
