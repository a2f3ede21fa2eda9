// Asks of other nodes about the wallets of this one, answered by subject, and those of this node about wallets
// elsewhere.
import { walletPeers } from '../../../actors/mesh/gossip/file-holders.js';
import { WalletAnswers } from '../../../actors/wallet-asks/answering.js';
import { WalletAsker } from '../../../actors/wallet-asks/asking.js';
import { KEPT_SUBJECT } from '../../../actors/wallet-asks/evidence.js';
import type { SubjectAnswer, WalletHost } from '../../../actors/wallet-asks/ports.js';
import { evidenceSubject } from '../../../api/gates/giving.js';
import { VERIFY_GATE, verifierSubject } from '../../../api/gates/verifiers.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { RUN_OFFER } from '../../../core/credentials/issuance/run-offer.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { systemClock, systemRandom } from '../../platform/clock.js';
import type { OpenParts, OpenWalletAsks } from '../open-parts.js';

/** Behind accounts, whose audit trail tells what was verified. */
export function openWalletAsks(open: OpenParts): OpenWalletAsks {
  const { chain, ledger, announcements } = open.ledger!;
  const { keystore, wallets } = open.keys!;
  const ports = { clock: systemClock, random: systemRandom, chain, ledger, keystore, wallets };
  const { audit } = open.identity!.accounts;
  const commit = (ops: readonly KvOp[]) => open.store!.journal.commit(ops);
  const verify = verifierSubject({
    ...{ ...ports, audit, commit, announcements, metrics: open.metrics?.credentials ?? null },
  });
  const evidence = evidenceSubject({ ...ports, audit, commit, kept: open.inbox!.kept });
  const offer: SubjectAnswer = async (question) => open.runOffers?.answer(question) ?? fail(STARTING);
  const subjects = { [VERIFY_GATE]: verify, [RUN_OFFER]: offer, [KEPT_SUBJECT]: evidence };
  const answers = new WalletAnswers({ ...ports, subjects });
  const asker = new WalletAsker({
    ...{ ...ports, answers, log: open.world.log.child({ module: 'wallet-asks' }) },
    peers: () => open.mesh && walletPeers(open.mesh.driver.parts, (id) => ledger.register(id)),
  });
  return { answers, asker };
}

const STARTING = issue('NODE_UNAVAILABLE', '', 'The node is starting.');

/** Before wallets are open none is here. */
export function walletHost({ walletAsks }: Pick<OpenParts, 'walletAsks'>): WalletHost {
  return walletAsks?.answers ?? { answer: async () => fail(STARTING) };
}
