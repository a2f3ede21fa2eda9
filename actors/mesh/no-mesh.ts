// The mesh of a node without a network: it has no peers, and acts on peers are refused with MESH_OFF.
import { issue } from '../../core/base/issue.js';
import { type Failure, fail } from '../../core/base/result.js';
import type { Mesh } from './mesh.js';

const OFF = fail(issue('MESH_OFF', '', 'The mesh of this node is switched off.'));
const refuse = async (): Promise<Failure> => OFF;

export const noMesh: Mesh = {
  status: () => ({ isOn: false, peerId: '', orgId: '', endpoint: '', peersUp: 0, peersKnown: 0 }),
  peers: () => [],
  peer: () => undefined,
  seatOf: () => OFF,
  collectAttestations: async () => OFF,
  ban: refuse,
  unban: refuse,
  reset: refuse,
  spread: async () => false,
  replicas: () => [],
  replica: () => undefined,
  available: () => [],
  subscribe: refuse,
  unsubscribe: async () => OFF.issue,
};
