// The transport of a node whose registers have no other validator: there is no node to send to, so being asked to is a
// bug.
import { InvariantError } from '../../core/base/assert.js';
import type { ConsensusTransport } from './ports.js';

function noPeer(): never {
  throw new InvariantError('a register with one validator sends nothing');
}

export const noTransport: ConsensusTransport = { send: noPeer, fetch: noPeer, serve: noPeer, offer: noPeer };
