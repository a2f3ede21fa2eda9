// The answers of issuers that browsers bring, for the person who asked (api/credentials/holding/authorizing.ts).
import { isFailure } from '../../../../core/base/result.js';
import { ownerIdOf } from '../../../access/wallet-standing.js';
import { takeAnswer } from '../../../credentials/holding/authorizing.js';
import { type Handlers, reply } from '../../../define.js';
import { accountPage } from '../../../pages/account-page.js';
import { receiptView, receivedView } from '../../../schemas/accounts/held-credential.js';
import type { CredentialDeps } from '../deps.js';
import type { credentialReceiptRoutes } from './routes.js';

export const credentialReceiptHandlers: Handlers<typeof credentialReceiptRoutes, CredentialDeps> = {
  showReceiptPage: () => accountPage(),

  getCredentialReceipt({ params }, { deps, caller }) {
    const receipt = deps.credentials.receipts.find(params.receiptId, ownerIdOf(caller));
    return isFailure(receipt) ? receipt : receiptView(receipt, deps.clock.now());
  },

  async answerCredentialReceipt({ body }, call) {
    const received = await takeAnswer(call, body);
    if (isFailure(received)) return received;
    const view = receivedView(received, call.deps.clock.now());
    return received.kept.length === 0 ? reply(202, view) : reply(201, view);
  },
};
