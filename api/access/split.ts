// A register while its chain is split, as it is told: the dockets that both branches share. Nothing above them is
// served as sealed before an operator has chosen a branch (docs/protocol.md 9).
import { type Issue, issue } from '../../core/base/issue.js';
import type { IndexPage, IndexPageRequest } from '../../storage/chain/chain-page.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ApiDeps } from '../deps/deps.js';

type Forks = { readonly ledger: Pick<ApiDeps['ledger'], 'forks'> };

/** REGISTER_FORKED for a height of which the branches of a split chain may say different things. */
export function splitIssue(
  deps: Forks,
  { id }: RegisterRecord,
  at: { height: number; path: string },
): Issue | undefined {
  const forkedFrom = deps.ledger.forks.forkHeight(id);
  if (forkedFrom === undefined || at.height < forkedFrom) return undefined;
  return issue('REGISTER_FORKED', at.path, `The chain is split: docket ${forkedFrom - 1} is the last common one.`);
}

/** A page of a list in ledger order, without what stands above the last common docket. */
export function commonPage<T>(
  forkedFrom: number | undefined,
  page: IndexPageRequest,
  read: (page: IndexPageRequest) => Promise<IndexPage<T>>,
): Promise<IndexPage<T>> {
  return read(forkedFrom === undefined ? page : { ...page, heights: { from: 0, below: forkedFrom } });
}
