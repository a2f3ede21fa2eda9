// Registers whose rules this program does not know: nothing of them is judged, built or voted on here. They are closed
// and CHECKING, with the reason, until a program that knows the rules opens them. Sealed dockets stay readable. It
// holds no rule of the ledger.
import type { Issue } from '../../../core/base/issue.js';
import type { Log } from '../../../core/base/ports.js';
import { knowsRules, RULES_LATEST } from '../../../core/base/version.js';
import { upgradeNeeded } from '../../../core/chain/state.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { RegisterRecords } from '../../register-records.js';

/** Begins the reason of such a register. */
export const UPGRADE_REASON = 'UPGRADE_NEEDED';

export interface RulesStopPorts {
  readonly log: Log;
  readonly records: Pick<RegisterRecords, 'get' | 'markStopped'>;
  readonly chain: Pick<ChainStore, 'durableState'>;
  /** The newest rules that are known here: those of the program, but in tests that play another one. */
  readonly latest?: number | undefined;
  close(registerId: string): Promise<void>;
}

export class RulesStop {
  private readonly ports: RulesStopPorts;

  constructor(ports: RulesStopPorts) {
    this.ports = ports;
  }

  get latest(): number {
    return this.ports.latest ?? RULES_LATEST;
  }

  /** Why the register may not be opened: UPGRADE_NEEDED, and its record says so. */
  async refusal(record: RegisterRecord): Promise<Issue | undefined> {
    const rules = this.ports.chain.durableState(record.reg)?.rules ?? 1;
    if (knowsRules(rules, this.latest)) return undefined;
    const issue = upgradeNeeded(rules, this.latest);
    const { id: registerId } = record;
    const reason = `${UPGRADE_REASON}: ${issue.message}`;
    if (await this.ports.records.markStopped(registerId, reason))
      this.ports.log.error({ registerId, rules, known: this.latest }, `${issue.message} The register is CHECKING.`);
    return issue;
  }

  /**
   * A docket is durable, and `rules` are those after what is decided here: once one that raises them beyond what is
   * known is durable, the register is closed.
   */
  async onSealed(registerId: string, rules: number): Promise<void> {
    if (knowsRules(rules, this.latest)) return;
    const record = this.ports.records.get(registerId);
    if (record && (await this.refusal(record))) await this.ports.close(registerId);
  }
}

export function isUpgradeNeeded({ status, statusReason }: RegisterRecord): boolean {
  return status === 'CHECKING' && statusReason?.startsWith(UPGRADE_REASON) === true;
}
