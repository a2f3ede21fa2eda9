// The control flow of a definition as core/flow looks at it. The definition is a checked one: its targets, priors and forks are there.
import type { Net, NetAction } from '../flow/net.js';
import { planOf } from './plan.js';
import type { Definition } from './types.js';

/** The net of a definition. Outcomes stand in the order of the plan; a rejection that goes on is a way, too. */
export function netOf(definition: Definition): Net {
  const net = new Map<number, NetAction>();
  for (const { action, isStarting, outcomes, priors } of planOf(definition).actions.values()) {
    const { id, joins, rejectionConfig } = action;
    const rejection = rejectionConfig && (rejectionConfig.isTerminal === true ? 'end' : rejectionConfig.targetActionId);
    net.set(id, {
      id,
      isStart: isStarting,
      outcomes: outcomes.map(({ route }) => [...new Set(route?.nextActionIds ?? [])]),
      ...(rejection !== undefined && { rejection }),
      priors,
      ...(joins && languageOf(definition) === 2 && { joins }),
    });
  }
  return net;
}

/** The language that a definition is written in. Which one applies on a register depends on its rules, too. */
export function languageOf({ language }: Pick<Definition, 'language'>): 1 | 2 {
  return language === 2 ? 2 : 1;
}
