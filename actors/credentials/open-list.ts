// The status list that takes the next credential of a wallet: one for each trust anchor and each quarter in which they
// end, until it is closed. Another one follows then. All in a list are verified by the path that the list has.
import { STATUS_LISTS_TOLD_MAX } from '../../core/base/limits/node/wallets.js';
import type { Random } from '../../core/base/ports.js';
import type { TrustAnchor } from '../../core/credentials/issuing/copy-content.js';
import { quarterOf } from '../../core/credentials/issuing/issued.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { CredentialIssuers, OwnList } from '../../storage/tables/credentials/issuers.js';
import type { LoadedList, StatusLists } from '../../storage/tables/credentials/status-lists.js';

export interface OpenListPorts {
  readonly credentials: {
    readonly issuers: CredentialIssuers;
    readonly lists: StatusLists;
    readonly settings: { readonly statusListEntries: number };
  };
  readonly random: Pick<Random, 'bytes'>;
}

export interface WantedList {
  readonly organisationId: string;
  readonly issuerWallet: string;
  readonly trustAnchor: TrustAnchor;
  readonly validUntilMs: number;
}

export interface OpenList {
  readonly list: LoadedList;
  /** The rows of a list that is new. */
  readonly ops: readonly KvOp[];
}

/** Ask in the turn in which places are given: a list that was loaded before may be closed by then. */
export async function loadOpenList(
  { credentials }: Pick<OpenListPorts, 'credentials'>,
  asked: WantedList,
): Promise<LoadedList | undefined> {
  const own = openListOf(credentials, asked);
  return own && credentials.lists.loadNamed(own.id);
}

/** The loaded list while it takes places, else a new one; undefined where another request made one meanwhile. */
export function openList(
  ports: OpenListPorts,
  asked: WantedList,
  loaded: LoadedList | undefined,
): OpenList | undefined {
  const { credentials, random } = ports;
  const { organisationId, issuerWallet: wallet, trustAnchor } = asked;
  const own = openListOf(credentials, asked);
  if (own?.id !== loaded?.row.id) return undefined;
  if (loaded !== undefined && !loaded.isClosed) return { list: loaded, ops: [] };
  const quarter = quarterOf(asked.validUntilMs);
  const id = newId(random);
  const { list, op } = credentials.lists.add({
    id,
    organisationId,
    wallet,
    trustAnchor,
    quarter,
    entries: credentials.settings.statusListEntries,
  });
  const issuer = credentials.issuers.of(organisationId);
  const others = issuer.lists.map((known) => (known.id === own?.id ? { ...known, isClosed: true } : known));
  const lists = [...others, { id, wallet, trustAnchor, quarter, isClosed: false }].slice(-STATUS_LISTS_TOLD_MAX);
  return { list, ops: [op, credentials.issuers.put(organisationId, { ...issuer, lists })] };
}

function openListOf({ issuers }: OpenListPorts['credentials'], asked: WantedList) {
  const { organisationId, issuerWallet: wallet, trustAnchor, validUntilMs } = asked;
  const wanted = { wallet, trustAnchor, quarter: quarterOf(validUntilMs) };
  return issuers.of(organisationId).lists.find((known) => !known.isClosed && isOf(known, wanted));
}

function isOf(list: OwnList, { wallet, trustAnchor, quarter }: Omit<OwnList, 'id' | 'isClosed'>): boolean {
  return list.wallet === wallet && list.trustAnchor === trustAnchor && list.quarter === quarter;
}
