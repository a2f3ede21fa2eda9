// The workflows of simulated registers beside the line of test/support/node/ledger-line.ts: branches with deadlines,
// timers, disputes, votes and claims, gates and credentials.

import { addressOf } from '../../core/crypto/keys/address.js';
import { keyOf } from '../support/node/ledger-world.js';

const COUNTED = {
  dataSchemas: [{ type: 'object', properties: { sequence: { type: 'integer' }, action: { type: 'integer' } } }],
};

/** Two branches that are due together, of which one sets the join a deadline of its own. */
export const FORK = {
  id: 'fork',
  language: 2,
  title: 'Fork',
  description: 'Two branches with a deadline, and their join.',
  participants: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() })),
  actions: [
    {
      ...COUNTED,
      id: 0,
      title: 'Start',
      sender: 'a',
      isStartingAction: true,
      routes: [{ id: 'both', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT6S' }],
    },
    {
      ...COUNTED,
      id: 1,
      title: 'One',
      sender: 'b',
      routes: [{ id: 'soon', nextActionIds: [3], isDefault: true, branchDeadline: 'PT4S' }],
    },
    { ...COUNTED, id: 2, title: 'Two', sender: 'c', routes: [{ id: 'on', nextActionIds: [3], isDefault: true }] },
    { ...COUNTED, id: 3, title: 'Join', sender: 'd', requiredPriorActions: [1, 2] },
  ],
};

const NUMBER = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

/**
 * Each of the later actions has a timer that goes on where its party does not do it in time, with data or
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

const parties = (ids: readonly string[]) =>
  ids.map((id, i) => ({
    id,
    name: id.toUpperCase(),
    walletAddress: addressOf('ED25519', keyOf(`sender ${i}`).publicKey),
  }));
const asking = (...names: readonly string[]) => [
  {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
    required: [...names],
  },
];
const shown = ['a', 'b', 'c'].map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] }));

/** The member that b states is sealed, and may be false. A fault stops all, until a says how it ends. */
export const DISPUTED = {
  id: 'disputed',
  language: 2,
  title: 'Disputed',
  description: 'A price, twice a quantity, and their sum.',
  participants: parties(['a', 'b', 'c']),
  disputes: { onFault: 'stop', resolver: 'a' },
  actions: [
    {
      id: 0,
      title: 'Ask',
      sender: 'a',
      isStartingAction: true,
      dataSchemas: asking('price'),
      disclosures: shown,
      routes: [{ nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Double',
      sender: 'b',
      dataSchemas: asking('q'),
      calculations: { double: { '*': [{ var: 'in.q' }, 2] } },
      disclosures: shown,
      routes: [{ nextActionIds: [2] }],
    },
    {
      id: 2,
      title: 'Sum',
      sender: 'c',
      dataSchemas: asking('r'),
      calculations: { sum: { '+': [{ var: 'act.0.price' }, { var: 'act.1.double' }, { var: 'in.r' }] } },
      disclosures: shown,
      routes: [{ nextActionIds: [] }],
    },
  ],
};

/** The candidates for the open role of SHARED: ids of records, and names of keys. */
export const CANDIDATES = ['k1', 'k2'];

/** Two of three votes decide, and one of two candidates does what they granted. */
export const SHARED = {
  id: 'shared',
  language: 2,
  title: 'Shared',
  description: 'Granted by two of three, and done by one of two.',
  participants: [...parties(['a', 'b', 'c']), { id: 'k', name: 'K', candidates: CANDIDATES, claimFor: 'PT10M' }],
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
      title: 'Grant',
      sender: 'a',
      dataSchemas: [NUMBER],
      approval: { of: [{ role: 'a' }, { role: 'b' }, { role: 'c' }], need: 2, yes: 'yes', no: 'no' },
      routes: [
        { id: 'yes', nextActionIds: [2] },
        { id: 'no', nextActionIds: [0] },
      ],
    },
    { id: 2, title: 'Do', sender: 'k', dataSchemas: [NUMBER], routes: [{ nextActionIds: [] }] },
  ],
};

const sumOf = (name: string) => ({
  reduce: [{ var: name }, { '+': [{ var: 'accumulator' }, { var: 'item' }] }, 0],
});
const drawing = {
  dataSchemas: asking('t'),
  calculations: {
    total: { '+': [sumOf('runs.1.t'), sumOf('runs.2.t'), { var: 'in.t' }] },
    more: { '+': [{ var: 'in.t' }, 1] },
  },
  disclosures: shown,
};

/**
 * b and c draw on branches beside each other, and each states what both have drawn. That of b may be sent
 * back or proven false.
 */
export const DRAWN = {
  id: 'drawn',
  language: 2,
  title: 'Drawn',
  description: 'Two draw on one total.',
  participants: parties(['a', 'b', 'c']),
  disputes: { onFault: 'stop', resolver: 'a' },
  actions: [
    {
      id: 0,
      title: 'Open',
      sender: 'a',
      isStartingAction: true,
      dataSchemas: asking('n'),
      disclosures: shown,
      routes: [{ nextActionIds: [1, 2] }],
    },
    { id: 1, title: 'Draw by b', sender: 'b', ...drawing, routes: [{ nextActionIds: [3] }] },
    {
      id: 2,
      title: 'Draw by c',
      sender: 'c',
      ...drawing,
      routes: [{ nextActionIds: [] }],
    },
    {
      id: 3,
      title: 'Check',
      sender: 'a',
      dataSchemas: asking('n'),
      rejectionConfig: { targetActionId: 1, requireReason: false },
      routes: [{ nextActionIds: [] }],
    },
  ],
};

/** a shows a credential that counts for two instances, and b issues a permit to it, which c may revoke. */
export const ISSUED = {
  id: 'issued',
  language: 2,
  title: 'Issued',
  description: 'A permit for who shows a licence.',
  participants: parties(['a', 'b', 'c']),
  actions: [
    {
      id: 0,
      title: 'Apply',
      sender: 'a',
      isStartingAction: true,
      dataSchemas: asking('n'),
      disclosures: shown,
      credentialRequirements: [
        {
          ...{ id: 'licence', vct: 'urn:example:licence:1', readers: ['b'], proofMaxAge: 'PT1H' },
          ...{ requiredClaims: [{ claimName: 'number' }], uses: { max: 2, per: 'register' } },
          trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: 'eu' }] },
        },
      ],
      routes: [{ nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Grant',
      sender: 'b',
      dataSchemas: asking('number'),
      disclosures: shown,
      credentialIssuanceConfig: [
        {
          ...{ id: 'permit', credentialType: 'Permit', recipientParticipantId: 'a', copies: 2, revokedBy: ['c'] },
          claimMappings: [{ claimName: 'number', sourceField: '/number' }],
        },
      ],
      routes: [{ nextActionIds: [] }],
    },
  ],
};
