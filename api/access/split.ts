// A register while its chain is split, as it is told: the dockets that both branches share. Nothing above them is
// served as sealed before an operator has chosen a branch (docs/protocol.md 9).
import { type Issue, issue } from '../../core/base/issue.js';
import type { IndexPage, IndexPageRequest } from '../../storage/chain/chain-page.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ApiDeps } from '../deps.js';

type Forks = { readonly ledger: Pick<ApiDeps['ledger'], 'forks'> };

/** REGISTER_FORKED for a height of which the branches of a split chain may say different things. */
export function splitIssue(
  deps: Forks,
  { id }: RegisterRecord,
  at: { height: number; path: string },
): Issue | undefined {
  const forkedFrom = deps.ledger.forks.forkedFrom(id);
  if (forkedFrom === undefined || at.height < forkedFrom) return undefined;
  return issue('REGISTER_FORKED', at.path, `The chain is split: docket ${forkedFrom - 1} is the last common one.`);
}

/** A page of a list in ledger order, without what stands above the last common docket. Costs a few reads of single entries, and those only for a split chain. */
export async function commonPage<T extends { readonly height: number }>(
  forkedFrom: number | undefined,
  page: IndexPageRequest,
  read: (page: IndexPageRequest) => Promise<IndexPage<T>>,
): Promise<IndexPage<T>> {
  if (forkedFrom === undefined) return read(page);
  const { total } = await read({ skip: 0, top: 0 });
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [found] = (await read({ skip: middle, top: 1 })).items;
    if (found && found.height < forkedFrom) low = middle + 1;
    else high = middle;
  }
  const top = Math.max(0, Math.min(page.top, low - page.skip));
  const { items } = await read({ ...page, top, skip: page.reverse ? page.skip + total - low : page.skip });
  return { items, total: low };
}
