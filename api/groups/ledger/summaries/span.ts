// The dockets that a question is about, by their numbers and times: sealed ones, and none above the last common docket
// of a split chain.
import type { HeightSpan } from '../../../../storage/chain/chain-page.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import type { LedgerDeps } from '../deps.js';

interface AskedSpan {
  readonly fromDocket?: number | undefined;
  readonly toDocket?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** `below` is stated, so that what is sealed while a page is read does not move it. */
export function spanOf(
  { chain, ledger }: Pick<LedgerDeps, 'chain' | 'ledger'>,
  { reg, id }: RegisterRecord,
  { fromDocket = 0, toDocket = Number.MAX_SAFE_INTEGER, since, until }: AskedSpan,
): HeightSpan {
  const sealed = (chain.head(reg)?.height ?? -1) + 1;
  const heightAt = (time: string) => chain.heightAt(reg, Date.parse(time));
  return {
    from: Math.max(fromDocket, since === undefined ? 0 : heightAt(since)),
    below: Math.min(
      sealed,
      ledger.forks.forkHeight(id) ?? sealed,
      toDocket + 1,
      until === undefined ? sealed : heightAt(until),
    ),
  };
}
