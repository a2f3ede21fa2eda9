// Asks the wallet of a person of this node: a request as any other, of which the person hears in its inbox.
import type { Static } from 'typebox';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type PresentationRequest, toldRequestId } from '../../core/credentials/presenting/request.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import { walletNotFound } from '../../core/wallet/wallet.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { AskWallet } from '../schemas/accounts/met-presentation.js';
import { makeRequest } from './asking.js';

type Call = ApiCall<
  Pick<ApiDeps, 'audit' | 'clock' | 'config' | 'keystore' | 'notices' | 'random' | 'verifier' | 'wallets'>
>;

/** WALLET_NOT_FOUND for one that is not of a person of this node; the codes of a request. */
export async function askWallet(call: Call, asked: Static<typeof AskWallet>): Promise<Result<PresentationRequest>> {
  const { deps, caller, address } = call;
  const { targetWalletAddress, ttlSeconds, ...question } = asked;
  const wallet = deps.wallets.find(targetWalletAddress);
  if (wallet?.owner.kind !== 'person') return fail(walletNotFound());
  const target = { wallet: wallet.address, ownerId: wallet.owner.id };
  // It does not leave the process.
  const way = { responseMode: 'direct_post' } as const;
  const ends = ttlSeconds === undefined ? {} : { endsAtMs: deps.clock.now() + ttlSeconds * 1000 };
  const request = makeRequest(call, { ...question, ...way }, { target, ...ends });
  if (isFailure(request)) return request;
  const { id, organisationId, expiresAtMs } = request;
  const details = { request: toldRequestId(id), wallet: wallet.address };
  const record = deps.audit.byCaller(
    { caller, address },
    { eventType: 'PresentationRequested', organisationId, details },
  );
  deps.verifier.open.add(organisationId, id, expiresAtMs);
  await deps.notices.commit([deps.verifier.requests.put(request), record], [noticeOf(request, target)]);
  return request;
}

function noticeOf(
  { id, organisationId, createdAtMs }: PresentationRequest,
  { wallet, ownerId: platformUserId }: { readonly wallet: string; readonly ownerId: string },
): InboxNotice {
  return {
    ...{
      platformUserId,
      sourceEventId: `presentation-asked:${id}`,
      category: 'Credential',
      type: 'presentation-asked',
    },
    ...{ occurredAtMs: createdAtMs, title: 'An organisation asks your wallet to show a credential.' },
    details: { presentationId: id, organisationId, wallet },
  };
}
