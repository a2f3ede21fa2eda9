// Two parties that answer each other a number of times: the least workflow with a circle, for trying a register and for
// measuring one.

import {
  calculatedField,
  count,
  optional,
  param,
  parties,
  partyParameters,
  read,
  step,
  textLine,
  to,
} from '../../../core/design/templates/parts.js';
import type { Template } from '../../../core/design/templates/template.js';

const ROLES = { ping: 'Ping', pong: 'Pong' };
const whole = { type: 'integer', minimum: 1 };

const ping = step({
  id: 0,
  title: 'Ping',
  sender: 'ping',
  fields: [
    textLine(['message', 'Message']),
    optional(textLine(['pingNote', 'Note for yourself'])),
    calculatedField('round', whole),
  ],
  shows: { pong: ['message', 'round'] },
  routes: [to('answer', 1)],
  more: { isStartingAction: true, calculations: { round: { '+': [{ var: ['answered', 0] }, 1] } } },
});

const pong = step({
  id: 1,
  title: 'Pong',
  sender: 'pong',
  fields: [
    textLine(['answer', 'Answer']),
    optional(textLine(['pongNote', 'Note for yourself'])),
    calculatedField('answered', whole),
  ],
  shows: { ping: ['answer', 'answered'] },
  routes: [
    { ...to('again', 0), condition: { '<': [read('answered'), param('rounds')] } },
    { ...to('end'), isDefault: true },
  ],
  // Its own count: the role may be open, and who holds it with this action did not see the first round.
  more: { calculations: { answered: { '+': [{ var: ['answered', 0] }, 1] } } },
});

export const pingPong: Template = {
  id: 'ping-pong',
  title: 'Ping-pong',
  description: 'Two parties answer each other a number of times. Its routes lead in a circle, and a counter ends it.',
  category: 'general',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: { ...partyParameters(ROLES), rounds: count('Round trips; each is two actions.', 1, 100_000) },
    required: ['rounds'],
  },
  defaults: { rounds: 20 },
  examples: [
    { name: 'twenty', description: 'Twenty round trips, forty actions.', parameters: {} },
    { name: 'once', description: 'One round trip.', parameters: { rounds: 1 } },
  ],
  body: {
    title: 'Ping-pong',
    description: 'Two parties answer each other a number of times.',
    participants: parties(ROLES),
    actions: [ping, pong],
  },
};
