// The credentials that wait to be taken by the caller: of runs, as the ledger has them, for the wallets that it uses;
// and offers of organisations of this node to its account by name. A credential that a wallet of the caller holds
// already does not wait.
import { type AvailablePorts, type AvailableRun, availableIn } from '../../../actors/credentials/available.js';
import type { InstancePlace, InstanceScope } from '../../../actors/workflow/inbox/inbox-ports.js';
import { AVAILABLE_WALLETS_MAX, OFFERS_OF_RECIPIENT_MAX } from '../../../core/base/limits/node/wallets.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { type CredentialOffer, offerProblem } from '../../../core/credentials/issuing/offer.js';
import type { Hash } from '../../../core/model/register.js';
import { isBoundToOrganisation } from '../../../core/tenant/federation/bound.js';
import { isSandbox } from '../../../storage/chain/registers.js';
import { ownerIdOf } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { issuerUrl } from '../issuers.js';
import { offerUri } from '../new-offer.js';
import { usedWallet } from './offers.js';

type Deps = AvailablePorts &
  Pick<ApiDeps, 'audit' | 'clock' | 'commit' | 'config' | 'credentials' | 'inbox' | 'ledger' | 'tenants' | 'wallets'>;
type Call = ApiCall<Deps>;

export interface AvailablePage {
  readonly runs: readonly AvailableRun[];
  /** Of the last instance that was looked at. */
  readonly last: InstancePlace | undefined;
  readonly hasMore: boolean;
}

/** Of as many instances as the page asks for, the newest first. The codes of a list of instances. */
export async function availableRuns(
  call: Call,
  asked: { readonly skip: number; readonly top: number; readonly after: InstancePlace | undefined },
): Promise<Result<AvailablePage>> {
  const { deps } = call;
  const own = new Set(await usedAddresses(call));
  const scopes = await scopesOf(deps, own);
  if (isFailure(scopes)) return scopes;
  const looked = await deps.inbox.instances({ scopes, ...asked });
  if (isFailure(looked)) return looked;
  const given: AvailableRun[] = [];
  for (const instance of looked.items) {
    const at = scopes.find(({ at }) => at.registerId === instance.registerId)?.at;
    if (at === undefined) continue;
    const of = { isOwn: (address: string) => own.has(address), atMs: deps.clock.now() };
    given.push(...(await availableIn(deps, { at, instance }, of)));
  }
  const held = given.length === 0 ? new Set<Hash>() : await heldIssuances(deps, own);
  const last = looked.items.at(-1);
  return {
    // An offer of it is opened by the row of the Issuance, which a docket or two may be ahead of.
    runs: given.filter(
      ({ credentialId, issuanceTxId }) =>
        !held.has(issuanceTxId) && deps.credentials.runs.findSealed(credentialId) !== undefined,
    ),
    last: last && [last.createdAtMs, last.id],
    hasMore: looked.hasMore,
  };
}

/** Addresses of the wallets whose key the caller may use, the oldest of its list. */
async function usedAddresses(call: Call): Promise<readonly string[]> {
  const reader = { kind: 'user', id: ownerIdOf(call.caller) } as const;
  const { items } = await call.deps.wallets.page([reader], AVAILABLE_WALLETS_MAX);
  return items
    .filter(({ address }) => usedWallet(call, address) !== undefined)
    .flatMap(({ address, hybridAddress, pqcAddress }) => [address, hybridAddress ?? [], pqcAddress ?? []].flat());
}

/** The registers where each wallet takes part, without sandboxes of rehearsals. */
async function scopesOf({ inbox, ledger }: Deps, wallets: Iterable<string>): Promise<Result<readonly InstanceScope[]>> {
  const scopes: InstanceScope[] = [];
  for (const wallet of wallets) {
    const registers = await inbox.registersOf(wallet);
    if (isFailure(registers)) return registers;
    for (const id of registers) {
      const record = ledger.register(id);
      if (record !== undefined && !record.purging && !isSandbox(record))
        scopes.push({ at: { registerId: id, reg: record.reg }, of: { wallet } });
    }
  }
  return scopes;
}

async function heldIssuances({ credentials }: Deps, wallets: Iterable<string>): Promise<ReadonlySet<Hash>> {
  const held = new Set<Hash>();
  for (const wallet of wallets)
    for await (const { issuanceTxId } of credentials.kept.all(wallet))
      if (issuanceTxId !== undefined) held.add(issuanceTxId);
  return held;
}

export interface NamedOffer {
  readonly offer: CredentialOffer;
  readonly issuer: { readonly url: string; readonly name: string };
  readonly credentialOfferUri: string;
}

/**
 * The offers to the account of the caller, which it takes by signing in: their address gives no other account a code.
 */
export async function offersByName({ deps, caller }: Call): Promise<readonly NamedOffer[]> {
  const { clock, config, credentials, tenants } = deps;
  if (!credentials.settings.enabled) return [];
  const offers = await credentials.offers.ofRecipient([caller.platformUserId], OFFERS_OF_RECIPIENT_MAX);
  return offers.flatMap((offer) => {
    const organisation = tenants.organisation(offer.organisationId);
    // The provider of an organisation vouches for its members before that organisation alone.
    const isForeign = isBoundToOrganisation(caller) && offer.organisationId !== caller.organisationId;
    if (organisation?.status !== 'Active' || isForeign || offerProblem(offer, clock.now()) !== undefined) return [];
    const url = issuerUrl(config, organisation);
    return [{ offer, issuer: { url, name: organisation.name }, credentialOfferUri: offerUri(url, offer.id) }];
  });
}
