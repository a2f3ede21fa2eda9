// Two parties that answer each other a number of times: the least workflow with a circle, for trying a register and for
// measuring one.

import { calculatedField, count, param, parties, partyParameters, read, step, textLine, to } from './parts.js';
import type { Template } from './template.js';

const ROLES = { ping: 'Ping', pong: 'Pong' };
const whole = { type: 'integer', minimum: 1 };

const ping = step({
  id: 0,
  title: 'Ping',
  sender: 'ping',
  fields: [textLine(['message', 'Message']), calculatedField('round', whole)],
  shows: { pong: ['*'] },
  routes: [to('answer', 1)],
  more: { isStartingAction: true, calculations: { round: { '+': [{ var: ['answered', 0] }, 1] } } },
});

const pong = step({
  id: 1,
  title: 'Pong',
  sender: 'pong',
  fields: [textLine(['answer', 'Answer']), calculatedField('answered', whole)],
  shows: { ping: ['*'] },
  routes: [
    { ...to('again', 0), condition: { '<': [read('answered'), param('rounds')] } },
    { ...to('end'), isDefault: true },
  ],
  // A false count that led back is void and not stated again (BP_DISPUTE_BACK): the next round states it anew.
  // Its own count: the role may be open, and who holds it with this action did not see the first round.
  more: { calculations: { answered: { '+': [{ var: ['answered', 0] }, 1] } } },
});

export const pingPong: Template = {
  id: 'ping-pong',
  title: 'Ping-pong',
  description: 'Two parties answer each other a number of times. Its routes lead in a circle, and a counter ends it.',
  category: 'general',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: { ...partyParameters(ROLES), rounds: count('Round trips; each is two actions.', 1, 100_000) },
    required: ['rounds'],
  },
  defaults: { rounds: 20 },
  examples: [
    { name: 'twenty', description: 'Twenty round trips, forty actions.', parameters: {} },
    { name: 'once', description: 'A single round trip.', parameters: { rounds: 1 } },
  ],
  body: {
    language: 2,
    title: 'Ping-pong',
    description: 'Two parties answer each other a number of times.',
    cancellation: { by: ['opener'] },
    participants: parties(ROLES),
    actions: [ping, pong],
  },
};
