// Credentials of a wallet: whose they are, then what core/credentials/holding says. Rights are core/wallet/access.ts.
import { issue } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { FormatFault } from '../../../../core/credentials/fault.js';
import { matchAsked } from '../../../../core/credentials/holding/asked.js';
import { type AutoAccept, statedIssuers } from '../../../../core/credentials/holding/auto-accept.js';
import { readHeld } from '../../../../core/credentials/holding/formats.js';
import { readCursor, removalsSince, syncCursor, withAutoAccept } from '../../../../core/credentials/holding/head.js';
import type { KeptCredential } from '../../../../core/credentials/holding/kept.js';
import type { FoundOffer } from '../../../../core/credentials/holding/metadata.js';
import { manageProblem } from '../../../../core/wallet/access.js';
import { type Wallet, walletNotFound } from '../../../../core/wallet/wallet.js';
import { sound } from '../../../../storage/engine/value.js';
import { audit, standingOf } from '../../../access/wallet-standing.js';
import { askPerson } from '../../../credentials/holding/authorizing.js';
import { holdingWallet } from '../../../credentials/holding/holder-keys.js';
import { statusOfIssuance } from '../../../credentials/holding/issuances.js';
import { changeKept, forgetOps, openCopies } from '../../../credentials/holding/keeping.js';
import { leavingOf, presentableCredentials } from '../../../credentials/holding/matching.js';
import { findOffer } from '../../../credentials/holding/offers.js';
import { receiveCredentials } from '../../../credentials/holding/receiving.js';
import { storeCredential } from '../../../credentials/holding/storing.js';
import { forgetPendingOp, tellPending } from '../../../credentials/holding/waiting.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { askedKeyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import { autoAcceptView } from '../../../schemas/accounts/auto-accept.js';
import { heldView, pendingView, receivedView } from '../../../schemas/accounts/held-credential.js';
import { matchesView } from '../../../schemas/accounts/met-presentation.js';
import type { CredentialDeps } from '../deps.js';
import type { heldCredentialRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

export const heldCredentialHandlers: Handlers<typeof heldCredentialRoutes, CredentialDeps> = {
  async listHeldCredentials({ params, query }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const asked = askedKeyedPage<readonly [id: string]>(call, { query });
    if (isFailure(asked)) return asked;
    const page = await call.deps.credentials.kept.page(wallet.address, { ...asked, after: asked.after?.[0] });
    const { items, damaged, lastId, hasMore } = page;
    const next = nextKeyedPage(call, { query }, { last: lastId === undefined ? undefined : [lastId], hasMore });
    const credentials = items.map((item) => viewOf(call, item));
    return reply(200, { credentials, ...(damaged.length > 0 && { damaged }), ...next.members }, next.headers);
  },

  async syncHeldCredentials({ params, query }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const { credentials, clock } = call.deps;
    const head = credentials.kept.durableHead(wallet.address);
    const known = query.since === undefined ? 0 : readCursor(head, query.since, clock.now());
    if (isFailure(known)) return known;
    const changed: KeptCredential[] = [];
    for await (const kept of credentials.kept.all(wallet.address)) if (kept.change > known) changed.push(kept);
    const removed = query.since === undefined ? [] : removalsSince(head, known);
    const cursor = syncCursor(head, clock.now());
    return { changed: changed.map((kept) => viewOf(call, kept)), removed: [...removed], cursor };
  },

  getAutoAccept({ params }, call) {
    const wallet = ownWallet(call, params.address);
    return isFailure(wallet) ? wallet : acceptingView(call.deps.credentials.kept.head(wallet.address).autoAccept);
  },

  async setAutoAccept({ params, body, headers }, call) {
    const own = ownWallet(call, params.address);
    if (isFailure(own)) return own;
    const wallet = await holdingWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const { credentials, audit: trail, clock, commit } = call.deps;
    // In one turn up to the commit.
    const head = credentials.kept.head(wallet.address);
    const problem = failIfChanged(headers['if-match'], head.autoAccept?.issuers ?? []);
    if (problem) return problem;
    const issuers = statedIssuers(body.issuers);
    if (isFailure(issuers)) return issuers;
    const { organisationId, subject } = call.caller;
    const autoAccept = { issuers, organisationId, subject, changedAtMs: clock.now() };
    const details = { wallet: wallet.address, issuers: issuers.length };
    await commit([
      credentials.kept.putHead(wallet.address, withAutoAccept(head, autoAccept)),
      trail.byCaller(call, { eventType: 'AutoAcceptSet', organisationId, details }),
    ]);
    return acceptingView(autoAccept);
  },

  getHeldCredential({ params }, call) {
    const kept = ownCredential(call, params);
    if (isFailure(kept)) return kept;
    const [copy] = openCopies(call.deps, kept);
    const content = copy && readHeld(copy.text);
    const claims = content === undefined || content instanceof FormatFault ? {} : content.claims;
    return { ...viewOf(call, kept), claims: claims as JsonObject };
  },

  listPendingCredentials({ params }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    return { pending: call.deps.credentials.pending.durableOf(wallet.address).map(pendingView) };
  },

  async deletePendingCredential({ params }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const row = call.deps.credentials.pending.find(wallet.address, params.pendingId);
    if (row === undefined)
      return fail(issue('CREDENTIAL_NOT_FOUND', '/pendingId', 'The wallet waits for no such credential.'));
    await call.deps.commit([forgetPendingOp(call.deps, row)]);
    tellPending(call, wallet.address);
    return undefined;
  },

  async exportHeldCredential({ params }, call) {
    const kept = ownCredential(call, params);
    if (isFailure(kept)) return kept;
    await audit(call, 'CredentialExported', { wallet: kept.wallet, credentialId: kept.id });
    const tokens = openCopies(call.deps, kept).map(({ text, path }) => ({
      rawToken: text,
      ...(path !== undefined && { derivationPath: path }),
    }));
    return { ...viewOf(call, kept), tokens };
  },

  async matchHeldCredentials({ params, body }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const { requirements, dcqlQuery } = body;
    if ((requirements === undefined) === (dcqlQuery === undefined))
      return invalid('/requirements', 'Expected either requirements or dcqlQuery.');
    const held = await presentableCredentials(call.deps, wallet);
    const asked = requirements === undefined ? { dcqlQuery: dcqlQuery as Json } : { requirements };
    const match = matchAsked(asked, held);
    if (match instanceof FormatFault)
      return invalid(requirements === undefined ? '/dcqlQuery' : '/requirements', match.message);
    return matchesView(match, await leavingOf(call.deps, wallet, match));
  },

  async storeHeldCredential({ params, body }, call) {
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const kept = await storeCredential(call, wallet, body);
    return isFailure(kept) ? kept : reply(201, viewOf(call, kept));
  },

  async receiveCredentials({ params, body }, call) {
    const own = ownWallet(call, params.address);
    if (isFailure(own)) return own;
    const wallet = await holdingWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    const { offer, offerUri, txCode, consent } = body;
    const offered = await findOffer(call, { offer: offer as Json | undefined, offerUri });
    if (isFailure(offered)) return offered;
    if (consent !== true) return reply(200, previewOf(offered));
    if (offered.offer.txCode !== undefined && txCode === undefined)
      return invalid('/txCode', 'The offer takes a transaction code, which its issuer gave by another way.');
    if (offered.offer.code === undefined) return askedPerson(await askPerson(call, wallet, offered));
    const received = await receiveCredentials(call, wallet, { offered, txCode });
    if (isFailure(received)) return received;
    const view = receivedView(received, call.deps.clock.now());
    return received.kept.length === 0 ? reply(202, view) : reply(201, view);
  },

  async setHeldCredentialStatus({ params, body }, call) {
    const kept = ownCredential(call, params);
    if (isFailure(kept)) return kept;
    const after = await changeKept(call, kept, body.status);
    return isFailure(after) ? after : viewOf(call, after);
  },

  async deleteHeldCredential({ params }, call) {
    // Damaged by a disk, it is forgotten too.
    const kept = sound(() => ownCredential(call, params));
    if (isFailure(kept)) return kept;
    const wallet = ownWallet(call, params.address);
    if (isFailure(wallet)) return wallet;
    await call.deps.commit(forgetOps(call.deps, { wallet: wallet.address, id: params.credentialId }));
    return undefined;
  },
};

/** For the owner, and for an administrator of the organisation that owns it. */
function ownWallet(call: Call, name: string): Result<Wallet> {
  const wallet = call.deps.wallets.find(name);
  return wallet ? (failIf(manageProblem(standingOf(call, wallet))) ?? wallet) : fail(walletNotFound());
}

function ownCredential(
  call: Call,
  { address, credentialId }: { readonly address: string; readonly credentialId: string },
): Result<KeptCredential> {
  const wallet = ownWallet(call, address);
  if (isFailure(wallet)) return wallet;
  return (
    call.deps.credentials.kept.find(wallet.address, credentialId) ??
    fail(issue('CREDENTIAL_NOT_FOUND', '/credentialId', 'The wallet holds no such credential.'))
  );
}

/** The address at which the person signs in. */
function askedPerson(asked: Awaited<ReturnType<typeof askPerson>>) {
  if (isFailure(asked)) return asked;
  const { receipt, url } = asked;
  const expiresAt = new Date(receipt.endsAtMs).toISOString();
  return reply(202, { credentials: [], authorization: { receiptId: receipt.id, url, expiresAt } });
}

function previewOf({ offer, metadata, types }: FoundOffer) {
  const { issuer: url, name } = metadata;
  return {
    issuer: { url, ...(name !== undefined && { name }) },
    credentials: [...types.values()].map(({ credentialType: type, claims, ...more }) => ({
      ...{ ...more, type, claims: [...claims] },
    })),
    ...(offer.txCode && { txCode: offer.txCode }),
    ...(offer.code === undefined && { signsIn: true }),
  };
}

function acceptingView(autoAccept: AutoAccept | undefined) {
  return withVersion(autoAcceptView(autoAccept), autoAccept?.issuers ?? []);
}

function viewOf({ deps }: Call, kept: KeptCredential) {
  const ledgerStatus = statusOfIssuance(deps, kept);
  return { ...heldView(kept, deps.clock.now()), ...(ledgerStatus !== undefined && { ledgerStatus }) };
}

const invalid = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
