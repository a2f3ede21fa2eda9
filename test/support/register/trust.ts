// Acts on whom a register trusts, over the small register.
import { sha256Hex } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { StateChange, StateView } from '../../../core/model/register.js';
import { enact } from '../../../core/register/governance/enact.js';
import type { GovernanceOperation } from '../../../core/register/governance/operation.js';
import { type PinEntry, sortedEntries } from '../../../core/register/trust/pin.js';
import { operation, proposal } from './governance.js';
import { Ledger, owner } from './ledger.js';

/** The hash by which an anchor, or a key, of this name is pinned. */
export const anchor = (name: string) => sha256Hex(name);
export const anchors = (...names: readonly string[]) => sortedEntries(names.map(anchor));

/** The act that pins these anchors as a list. */
export function pinning(
  listId: string,
  sequence: number,
  entries: readonly PinEntry[] = anchors('a'),
  members: Partial<GovernanceOperation> = {},
): GovernanceOperation {
  return operation('set-trust', { listId, kind: 'x509', sequence, entries, ...members });
}

/** The transaction of an act that the owner alone decides. */
export const byOwner = (said: GovernanceOperation) => proposal(said, [owner]);

/** The rows that acts of governance leave, without dockets around them: as quick as many acts need. */
export class PinnedRows {
  height = 0;
  readonly #rows = new Map<string, JsonObject>();
  readonly #ledger = new Ledger();
  readonly view: Pick<StateView, 'state'> = { state: (key) => this.#rows.get(key) };

  /** The code of the first issue of an act in the next docket, or `ok` once it is enacted. */
  act(said: GovernanceOperation): string {
    const { state, view } = this.#ledger;
    const ground = { state: { ...state, height: this.height }, view: { ...view, ...this.view }, timestampMs: 0 };
    const change = enact(said, ground);
    if (isFailure(change)) return `${change.issue.code} ${change.issue.path}`;
    this.put(...(change.trust ?? []));
    return 'ok';
  }

  /** Ends a docket with these changes. */
  put(...changes: readonly StateChange[]): void {
    for (const { key, value } of changes) this.#rows.set(key, value as JsonObject);
    this.height += 1;
  }
}
