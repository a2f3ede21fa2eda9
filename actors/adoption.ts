// The one way into the ledger for a docket that another node or a client brings: everything is verified, then it is sealed by the docket driver like
// its own. Nothing is stored before, and a docket at a sealed height never replaces anything.

import { type Issue, issue } from '../core/base/issue.js';
import { certificateProblems } from '../core/consensus/certificate.js';
import { verifySeat } from '../core/crypto/algorithms.js';
import { checkDocket } from '../core/register/state.js';
import type { RegisterState, SealedDocket } from '../core/register/types.js';
import type { RegisterRecord } from '../storage/registers.js';
import type { LedgerPorts } from './ledger-host.js';
import { nextSealed } from './next-sealed.js';
import type { ReplicaDriver } from './register-replica/driver.js';
import { verifyAll } from './verifier.js';

/** How long an adopted docket may take to become durable. */
const ADOPT_MS = 30_000;

export class Adoption {
  private readonly ports: Pick<LedgerPorts, 'chain' | 'verifier' | 'announcements' | 'clock'>;

  constructor(ports: Pick<LedgerPorts, 'chain' | 'verifier' | 'announcements' | 'clock'>) {
    this.ports = ports;
  }

  /** Issues: DOCKET_CONFLICT at a sealed height, DOCKET_PARENT_UNKNOWN beyond the next, CERTIFICATE_INVALID, and those of the docket's rules. */
  async adopt(
    record: RegisterRecord,
    driver: ReplicaDriver,
    sealed: SealedDocket,
  ): Promise<'sealed' | 'already-sealed' | readonly Issue[]> {
    const found = await this.judge(record, driver.state(), sealed);
    if (found !== 'next') return found;
    const { docket, certificate } = sealed;
    const docketDriver = driver.docketDriver;
    if (!docketDriver)
      return [issue('VALIDATOR_NOT_RUNNING', '', 'The validator of this register does not run on this node.')];
    const awaited = { registerId: record.id, fromHeight: docket.header.height, waitMs: ADOPT_MS };
    const durable = nextSealed(this.ports, awaited);
    docketDriver.push({ type: 'adopt', docket, certificate });
    if (!(await durable)) return [issue('WAIT_TIMEOUT', '', 'The docket was not sealed in time. Send it again.')];
    const stored = this.ports.chain.docketAt(record.reg, docket.header.height);
    return stored?.hash === docket.hash ? 'sealed' : [conflict(docket.header.height)];
  }

  /** `next` when it may be sealed on top of `state`. */
  async judge(
    record: RegisterRecord,
    state: RegisterState,
    { docket, certificate }: SealedDocket,
  ): Promise<'next' | 'already-sealed' | readonly Issue[]> {
    const { height } = docket.header;
    if (docket.header.registerId !== record.id)
      return [issue('DOCKET_PARENT_UNKNOWN', '/docket/header/registerId', 'The docket is for another register.')];
    if (height <= state.height) {
      const stored = this.ports.chain.docketAt(record.reg, height);
      return stored?.hash === docket.hash ? 'already-sealed' : [conflict(height)];
    }
    if (height !== state.height + 1)
      return [
        issue('DOCKET_PARENT_UNKNOWN', '/docket/header/height', `The next docket has height ${state.height + 1}.`),
      ];
    const problems = this.certificateIssues(record, state, { docket, certificate });
    if (problems.length > 0) return problems;
    const judged = checkDocket(docket, state, {
      signaturesOk: await verifyAll(this.ports.verifier, docket.transactions),
      view: this.ports.chain.view(record.reg),
    });
    return Array.isArray(judged) ? judged.map((one) => ({ ...one, path: `/docket${one.path}` })) : 'next';
  }

  private certificateIssues(record: RegisterRecord, state: RegisterState, sealed: SealedDocket): readonly Issue[] {
    const { docket, certificate } = sealed;
    if (
      certificate.kind !== 'COMMIT' ||
      certificate.docketHash !== docket.hash ||
      certificate.height !== docket.header.height
    )
      return [issue('CERTIFICATE_INVALID', '/certificate', 'The certificate is not of this docket.')];
    return certificateProblems(
      certificate,
      { registerId: record.id, genesisHash: record.genesisHash, roster: state.roster, policy: state.policy.consensus },
      verifySeat,
    ).map((one) => ({ ...one, path: `/certificate${one.path}` }));
  }
}

function conflict(height: number): Issue {
  return issue('DOCKET_CONFLICT', '/docket/header/height', `Another docket is sealed at height ${height}.`);
}
