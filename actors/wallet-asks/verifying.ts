// Verifies for a wallet of this node what was shown at a gate of somebody else's action, and signs that. The
// presentation is judged and not kept: an entry of the audit trail says who asked, and what came of it.
import { type Issue, issue } from '../../core/base/issue.js';
import { TIP_WAIT_MS } from '../../core/base/limits/node/replication.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type AskedVerification, verificationOf } from '../../core/instance/runs/asked-verification.js';
import { judgeVerification } from '../../core/instance/runs/verifying.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { AnnouncementHub } from '../announcements.js';
import { nextSealed } from '../ledger/next-sealed.js';
import type { Clock } from '../ports.js';
import { keyNameOf } from '../workflow/encryption/recipient-keys.js';
import type { SubjectAnswer, WalletQuestion } from './ports.js';

/** A judgement, without a value of what was shown. */
export interface VerifiedFact extends Pick<WalletQuestion, 'wallet' | 'peerId' | 'registerId'> {
  readonly asked: Pick<AskedVerification, 'run' | 'statement'>;
  readonly problem: Issue | undefined;
}

export interface GateVerifyingPorts {
  readonly clock: Clock;
  readonly chain: Pick<ChainStore, 'view' | 'head'>;
  readonly announcements: AnnouncementHub;
  readonly keystore: Pick<Keystore, 'sign'>;
  /** Durable when it resolves: nothing is signed before. */
  onJudged(fact: VerifiedFact): Promise<void>;
}

/** The signature. BODY_INVALID for another form; CREDENTIAL_REFUSED with the ground; NODE_UNAVAILABLE. */
export function gateVerifier(ports: GateVerifyingPorts): SubjectAnswer {
  return async (question): Promise<Result<Uint8Array>> => {
    const asked = verificationOf(question.text);
    if (asked === undefined)
      return fail(issue('BODY_INVALID', '', 'Expected a gate to verify, of the form of version 1.'));
    await isSealedHere(ports, question, asked.statement.asOf);
    const { reg, registerId, wallet, address, peerId } = question;
    const { chain, clock } = ports;
    const height = chain.head(reg)?.height ?? 0;
    const now = { view: chain.view(reg), height, nowMs: clock.now() };
    const verdict = judgeVerification(asked, { ...now, registerId, wallet: address });
    const problem = isFailure(verdict) ? verdict.issue : undefined;
    await ports.onJudged({ wallet, peerId, registerId, asked, problem });
    if (isFailure(verdict)) return verdict;
    const signed = await ports.keystore.sign(keyNameOf(wallet, address), verdict.digest);
    return isFailure(signed) ? signed : signed.signature;
  };
}

/** The node of the action may be a docket ahead: the wait is bounded, and what is missing then is refused. */
async function isSealedHere(
  { chain, clock, announcements }: GateVerifyingPorts,
  { reg, registerId }: WalletQuestion,
  asOf: number,
): Promise<void> {
  const { height = 0 } = chain.head(reg) ?? {};
  if (asOf <= height || asOf > height + DOCKETS_AHEAD_MAX) return;
  await nextSealed({ clock, announcements }, { registerId, fromHeight: asOf, waitMs: TIP_WAIT_MS });
}

/** More are not sealed while somebody waits. */
const DOCKETS_AHEAD_MAX = 16;
