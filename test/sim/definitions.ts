// The workflow of simulated registers that forks into branches with deadlines and joins them; the other one is the line of test/support/ledger-line.ts.

import { addressOf } from '../../core/crypto/address.js';
import { keyOf } from '../support/ledger-world.js';

/** Two branches that are due together, of which one sets the join a deadline of its own. */
export const FORK = {
  id: 'fork',
  title: 'Fork',
  description: 'Two branches with a deadline, and their join.',
  participants: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() })),
  actions: [
    {
      id: 0,
      title: 'Start',
      sender: 'a',
      isStartingAction: true,
      routes: [{ id: 'both', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT6S' }],
    },
    {
      id: 1,
      title: 'One',
      sender: 'b',
      routes: [{ id: 'soon', nextActionIds: [3], isDefault: true, branchDeadline: 'PT4S' }],
    },
    { id: 2, title: 'Two', sender: 'c', routes: [{ id: 'on', nextActionIds: [3], isDefault: true }] },
    { id: 3, title: 'Join', sender: 'd', requiredPriorActions: [1, 2] },
  ],
};

const NUMBER = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

/**
 * Language 2: each of the later actions has a timer that goes on where its party does not do it in time, with data or
 * without. Two parties together cancel it.
 */
export const TIMED = {
  id: 'timed',
  language: 2,
  title: 'Timed',
  description: 'An answer in time, or none.',
  participants: ['a', 'b', 'c'].map((id, i) => ({
    id,
    name: id.toUpperCase(),
    walletAddress: addressOf('ED25519', keyOf(`sender ${i}`).publicKey),
  })),
  cancellation: { by: ['a'], consent: { need: 2, of: ['a', 'b'] } },
  actions: [
    {
      id: 0,
      title: 'Ask',
      sender: 'a',
      isStartingAction: true,
      dataSchemas: [NUMBER],
      routes: [{ nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Answer',
      sender: 'b',
      dataSchemas: [NUMBER],
      routes: [{ nextActionIds: [2] }],
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'silence', after: 'PT6S', then: { nextActionIds: [2] }, data: { n: 0 } }],
    },
    {
      id: 2,
      title: 'Close',
      sender: 'c',
      dataSchemas: [NUMBER],
      routes: [{ nextActionIds: [] }],
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'lapse', after: 'PT4S', then: { nextActionIds: [] } }],
    },
  ],
};
