// The settings of this node's validators that an operator changes while it runs (PUT /api/admin/config): one durable
// row over the configured values.
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface ValidatorSettings {
  readonly memPool: { readonly maxSize: number; readonly defaultTtlMinutes: number };
  /**
   * maxTransactionsPerDocket bounds every docket that this node builds; buildWindowMs goes into the policy of registers
   * that it founds.
   */
  readonly docketBuild: { readonly maxTransactionsPerDocket: number; readonly buildWindowMs: number };
}

/** The settings that were changed; the rest follows the configuration. */
export interface ValidatorSettingsChange {
  readonly memPool?: Partial<ValidatorSettings['memPool']> | undefined;
  readonly docketBuild?: Partial<ValidatorSettings['docketBuild']> | undefined;
}

const settings = defineTable<string, ValidatorSettingsChange>('settings');
const ROW = 'validator';

export class ValidatorSettingsStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly table: RowTable<string, ValidatorSettingsChange>;
  private readonly configured: ValidatorSettings;
  private known: ValidatorSettings | undefined;

  /** `queued` is the journal; `configured` the values of the node's configuration. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>, configured: ValidatorSettings) {
    this.queued = queued;
    this.table = new RowTable(kv, settings);
    this.configured = configured;
  }

  /** The settings in force. Kept in memory, because every docket asks. */
  current(): ValidatorSettings {
    this.known ??= mergeSettings(this.configured, this.changes());
    return this.known;
  }

  /** Puts settings into force whose operation is durable. */
  apply(settings: ValidatorSettings): void {
    this.known = settings;
  }

  /** The settings after a change, and the operation that keeps it. */
  change(change: ValidatorSettingsChange): { readonly settings: ValidatorSettings; readonly op: KvOp } {
    // Read before the row changes: what is queued is not in force.
    this.current();
    const kept = this.changes();
    const row = {
      memPool: { ...kept.memPool, ...change.memPool },
      docketBuild: { ...kept.docketBuild, ...change.docketBuild },
    };
    return { settings: mergeSettings(this.configured, row), op: this.table.put(ROW, row) };
  }

  private changes(): ValidatorSettingsChange {
    return this.table.current(this.queued, ROW) ?? {};
  }
}

function mergeSettings(base: ValidatorSettings, change: ValidatorSettingsChange): ValidatorSettings {
  return {
    memPool: { ...base.memPool, ...change.memPool },
    docketBuild: { ...base.docketBuild, ...change.docketBuild },
  };
}
