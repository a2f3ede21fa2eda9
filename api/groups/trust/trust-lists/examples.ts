// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { trustListRoutes } from './routes.js';

const trustListId = 'eu';
const url = 'https://lists.example/eu.xml';
const params = { trustListId };
const nextUpdate = '2029-01-01T00:00:00.000Z';
const list = {
  trustListId,
  source: url,
  rootCount: 1,
  rootsLeftOut: 0,
  freshness: 'fresh' as const,
  sequenceNumber: 1,
  issuedAt: '2026-01-01T00:00:00.000Z',
  nextUpdate,
  territory: 'XA',
  schemeOperator: 'Office of XA',
  signedBy: 'fd36c8e74907da36ba613c0af12a19591d7c1f97cf07ad3c3a43ffb202763be1',
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  createdAt: EXAMPLE.time,
  checkedAt: EXAMPLE.time,
};

export const trustListExamples: Examples<typeof trustListRoutes> = {
  importTrustList: { input: { body: { trustListId, url } }, output: list },
  listTrustLists: { input: {}, output: { trustLists: [list] } },
  getTrustList: { input: { params }, output: list },
  deleteTrustList: { input: { params }, output: undefined },
  refreshTrustList: { input: { params }, output: list },
  readTrustListAnchors: {
    input: { params },
    output: { trustListId, sequenceNumber: 1, freshness: 'fresh', nextUpdate, roots: ['MIIB'] },
  },
};
