// Roles of an instance, by the wallet that plays them and since when: a fold over its moves as
// core/moves/instance-after.ts binds open roles. A place is the number of moves before.

import type { Definition } from '../blueprint/definition/types.js';
import type { PlannedAction } from '../blueprint/plan/planned.js';

export class Roles {
  /** Ids of the participants whose wallet the definition fixes, by wallet. */
  private readonly fixed = new Map<string, string[]>();
  private readonly bound = new Set<string>();
  /** Open roles that a wallet took, in ledger order. */
  private readonly taken = new Map<string, { readonly id: string; readonly at: number }[]>();

  /** `held`: open roles by participant id, taken at some time that is not known. */
  constructor({ participants }: Definition, held: Readonly<Record<string, string>> = {}) {
    for (const { id, walletAddress } of participants) {
      if (walletAddress === undefined || walletAddress === null) {
        if (Object.hasOwn(held, id)) this.bind(id, held[id] as string, 0);
      } else this.fixed.set(walletAddress, [...(this.fixed.get(walletAddress) ?? []), id]);
    }
  }

  /** An action or a rejection at this place: its sender holds an open role that had no holder. */
  take({ isOpenRole, sender: { id } }: PlannedAction, wallet: string, at: number): void {
    if (isOpenRole && !this.bound.has(id)) this.bind(id, wallet, at);
  }

  private bind(id: string, wallet: string, at: number): void {
    this.bound.add(id);
    this.taken.set(wallet, [...(this.taken.get(wallet) ?? []), { id, at }]);
  }

  /** How many open roles the wallet held for who knew the moves up to a place, that one included. */
  countAt(wallet: string, at: number): number {
    return this.taken.get(wallet)?.filter((one) => one.at <= at).length ?? 0;
  }

  /** The names by which disclosures may call the wallet that took so many open roles: its address, and its roles. */
  names(wallet: string, count: number): Set<string> {
    const taken = this.taken.get(wallet)?.slice(0, count) ?? [];
    return new Set([wallet, ...(this.fixed.get(wallet) ?? []), ...taken.map(({ id }) => id)]);
  }
}
