// The registers of this node as replication asks for them: ranges of dockets, how a register stands towards its peers,
// and what is left behind when its data goes. It judges nothing.
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import type { SealedDocket } from '../../core/model/register.js';
import { seatOf } from '../../core/register/roster.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { leaveOp } from '../../storage/tables/node/attested.js';
import { type RegisterRecords, UNKNOWN_REGISTER } from '../register-records.js';
import type { AdoptMode, DocketImport } from '../register-replica/docket-import.js';
import { RangeImport, type RangeResult } from '../register-replica/range-import.js';
import type { LedgerPorts } from './ports.js';
import type { Registry } from './registry.js';

const SEATED = issue(
  'REGISTER_SEATED',
  '',
  'This node has a seat in the roster: remove the validator by governance first.',
);
const FOLLOWED = issue('SUBSCRIPTION_EXISTS', '', 'This node follows the register of a peer: unsubscribe first.');

/** Dockets looked at in one go when a register is deleted. */
const SCAN = 500;

export interface LedgerReplicationPorts extends Pick<LedgerPorts, 'chain' | 'journal' | 'clock' | 'keys' | 'kv'> {
  readonly records: RegisterRecords;
  readonly registry: Registry;
  readonly docketImport: DocketImport;
  readonly backlogBytesMax: number;
}

export class LedgerReplication {
  private readonly ports: LedgerReplicationPorts;

  constructor(ports: LedgerReplicationPorts) {
    this.ports = ports;
  }

  readonly adoptRange = async (
    registerId: string,
    dockets: AsyncIterable<SealedDocket>,
    mode: AdoptMode,
  ): Promise<RangeResult> => {
    const driver = await this.ports.registry.driver(registerId);
    if (isFailure(driver)) return { adopted: 0, height: this.heightOf(registerId), issues: [driver.issue] };
    await driver.docket.steady;
    return new RangeImport(this.ports, { record: this.ports.records.must(registerId), driver, mode }).run(dockets);
  };

  /** Follows the register of a peer again, or no more: then it is closed, and its data stays. */
  async setSubscribed(registerId: string, on: boolean): Promise<Issue | undefined> {
    const { records, registry } = this.ports;
    if (!records.get(registerId)) return UNKNOWN_REGISTER;
    await records.markSubscribed(registerId, on);
    if (!on) {
      await registry.close(registerId);
      return undefined;
    }
    const opened = await registry.activate(registerId);
    return isFailure(opened) ? opened.issue : undefined;
  }

  /**
   * Why its data may not go: REGISTER_SEATED while others count on this node's seat, SUBSCRIPTION_EXISTS while peers
   * are told to bring its dockets.
   */
  whyKept(record: RegisterRecord): Issue | undefined {
    const roster = this.ports.chain.durableState(record.reg)?.roster;
    const isSeated = this.ports.keys.all().some(({ validatorId }) => roster && seatOf(roster, validatorId) >= 0);
    if (isSeated && roster && roster.validators.length > 1) return SEATED;
    return record.subscribed && !isSeated ? FOLLOWED : undefined;
  }

  /**
   * To be written before anything of a register is deleted: the keys that may have voted in it. A replica taken over
   * again later would not know their votes. A register whose roster never changed and never named this node needs
   * nothing.
   */
  async leaveOps(record: RegisterRecord): Promise<readonly KvOp[]> {
    const { kv, keys } = this.ports;
    if (!(await this.mayHaveVoted(record))) return [];
    return [
      leaveOp(
        kv,
        record.id,
        keys.all().map(({ validatorId }) => validatorId),
      ),
    ];
  }

  private async mayHaveVoted(record: RegisterRecord): Promise<boolean> {
    const { chain, keys } = this.ports;
    try {
      const state = chain.durableState(record.reg);
      if (!state || keys.signerIn(state.roster)) return true;
      for (let height = 0; height <= state.height; height++) {
        const header = chain.docket(record.reg, height)?.header;
        if (!header || header.nextRosterHash !== header.rosterHash) return true;
        if (height % SCAN === SCAN - 1) await new Promise<void>((resolve) => this.ports.clock.setTimer(resolve, 0));
      }
      return false;
    } catch {
      // Damaged: nothing speaks against it.
      return true;
    }
  }

  private heightOf(registerId: string): number {
    const record = this.ports.records.get(registerId);
    return (record && this.ports.chain.durableState(record.reg)?.height) ?? 0;
  }
}
