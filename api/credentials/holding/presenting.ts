// Presents a credential of a wallet: the copy whose turn it is signs, with its own key, and its use is counted before
// anybody gets the text. The right to it is judged before (holdingWallet); to whom it goes, and why, is the caller's
// matter.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { FormatFault } from '../../../core/credentials/fault.js';
import type { HeldAsked } from '../../../core/credentials/holding/format-row.js';
import { canPresent, type KeptCredential } from '../../../core/credentials/holding/kept.js';
import { copyInTurn, draftHeldPresentation } from '../../../core/credentials/holding/presenting.js';
import type { DcqlPath } from '../../../core/credentials/query/dcql.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { type HolderCall, signAtPath } from './holder-keys.js';
import { countUse, type KeepCall, openCopies } from './keeping.js';

export interface ToPresent {
  readonly wallet: Wallet;
  readonly kept: KeptCredential;
  /** Of the claims that are shown; others that can be kept back are. */
  readonly paths: readonly DcqlPath[];
  readonly asked: Omit<HeldAsked, 'atSeconds'>;
}

export interface PresentedText {
  /** For a `vp_token`. */
  readonly text: string;
  /** Names of all claims in it. */
  readonly leaving: readonly string[];
}

/** CREDENTIAL_REFUSED where the credential is gone, or is in use no more. */
export async function presentHeld(
  call: HolderCall & KeepCall,
  { wallet, kept, paths, asked }: ToPresent,
): Promise<Result<PresentedText>> {
  const { clock, credentials } = call.deps;
  const nowMs = clock.now();
  const current = credentials.kept.find(kept.wallet, kept.id);
  if (current === undefined || !canPresent(current, nowMs))
    return refuse('The wallet has the credential no more in use.');
  const copy = copyInTurn(openCopies(call.deps, current), current.uses);
  const path = copy?.path;
  if (copy === undefined || path === undefined) return refuse('The credential is bound to no key of the wallet.');
  const draft = draftHeldPresentation(copy.text, paths, { ...asked, atSeconds: Math.floor(nowMs / 1000) });
  if (draft instanceof FormatFault) return refuse(draft.message);
  await countUse(call, current);
  const text = await signAtPath(call, { wallet, path }, () => draft);
  return isFailure(text) ? text : { text, leaving: draft.leaving };
}

function refuse(message: string) {
  return fail(issue('CREDENTIAL_REFUSED', '', message));
}
