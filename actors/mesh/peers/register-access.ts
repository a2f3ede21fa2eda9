// Rights of a peer to read and write the registers of this node. It looks at rosters alone, and stores nothing.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { MeshLedger } from '../ports.js';
import type { Rosters } from './rosters.js';

export interface RegisterAccessPorts {
  readonly ledger: Pick<MeshLedger, 'register'>;
  readonly rosters: Pick<Rosters, 'mayRead' | 'isSeated'>;
}

export class RegisterAccess {
  private readonly ports: RegisterAccessPorts;

  constructor(ports: RegisterAccessPorts) {
    this.ports = ports;
  }

  /** REGISTER_NOT_FOUND also for a register that the peer may not know of: it looks as if there were none. */
  readable(from: Pick<Peer, 'peerId'>, registerId: string): Result<RegisterRecord> {
    const record = this.ports.ledger.register(registerId);
    if (record && this.ports.rosters.mayRead(record, from.peerId)) return record;
    return fail(issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.'));
  }

  /** FORBIDDEN for a guest, which may read and no more (docs/protocol.md 16). */
  writable(from: Pick<Peer, 'peerId' | 'standing'>, registerId: string): Result<RegisterRecord> {
    const record = this.readable(from, registerId);
    if (isFailure(record) || from.standing === 'member') return record;
    if (this.ports.rosters.isSeated(registerId, from.peerId)) return record;
    return fail(issue('FORBIDDEN', '', 'A guest may only read.'));
  }
}
