// The control flow of a definition as core/flow looks at it.
import type { Net, NetAction } from '../../flow/net.js';
import type { PlannedAction } from './planned.js';

/** The net of planned actions. Outcomes stand in the order of the plan; a rejection that goes on is a way, too. */
export function netOf(planned: Iterable<PlannedAction>): Net {
  const net = new Map<number, NetAction>();
  for (const { action, isStarting, outcomes, priors, joins, timers } of planned) {
    const { id, rejectionConfig } = action;
    const rejection = rejectionConfig && (rejectionConfig.isTerminal === true ? 'end' : rejectionConfig.targetActionId);
    net.set(id, {
      id,
      isStart: isStarting,
      outcomes: outcomes.map(({ route }) => [...new Set(route?.nextActionIds ?? [])]),
      ...(rejection !== undefined && { rejection }),
      priors,
      ...(joins && { joins }),
      ...(timers.length > 0 && { timers: timers.map(({ next, data }) => ({ to: next, states: data !== undefined })) }),
    });
  }
  return net;
}
