// The moves of an instance as they are sealed, in ledger order.
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { commonPage } from '../access/split.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

export interface InstanceAt {
  readonly view: InstanceView;
  readonly record: RegisterRecord;
}

export type MovesPlace = (total: number) => { readonly skip: number; readonly top: number };

type Deps = Pick<ApiDeps, 'chain' | 'ledger'>;

/** A page of them. An opening action that names no instance is not in the index of names, and comes first. */
export async function movesOf({ deps }: ApiCall<Deps>, { view, record }: InstanceAt, place: MovesPlace) {
  const { chain, ledger } = deps;
  const forkedFrom = ledger.forks.forkHeight(record.id);
  const read = (page: { skip: number; top: number }) =>
    commonPage(forkedFrom, page, (asked) => chain.byInstance(record.reg, view.id, asked));
  const first = chain.transaction(record.reg, view.firstTransactionId);
  const named = await read({ skip: 0, top: 1 });
  const [oldest] = named.items;
  const opening =
    first && first.transaction.txId !== oldest?.transaction.txId && isBefore(first, oldest) ? first : undefined;
  const unnamed = opening ? 1 : 0;
  const total = named.total + unnamed;
  const { skip, top } = place(total);
  const isFirst = opening !== undefined && skip === 0;
  const { items } = await read({ skip: Math.max(0, skip - unnamed), top: top - (isFirst ? 1 : 0) });
  return { items: [...(isFirst ? [opening] : []), ...items], total };
}

function isBefore(item: SealedTransaction, other: SealedTransaction | undefined): boolean {
  return (
    other === undefined || item.height < other.height || (item.height === other.height && item.index < other.index)
  );
}
