// Findings of the resolver of this node about a private objection: it opens the objection with its wallet, and judges
// as every validator judges one that all read.
import { type Issue, isIssue, issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import type { Unproven } from '../../../core/blueprint/state/dispute.js';
import { WHOLE_MOVE } from '../../../core/cells/layout/layout.js';
import { RunOpener } from '../../../core/cells/reading/delivered.js';
import { judge } from '../../../core/disputes/judge.js';
import { readObjection } from '../../../core/disputes/objection.js';
import type { ResolutionText } from '../../../core/disputes/resolution.js';
import { deliveriesIn } from '../../../core/transaction/deliveries/owed.js';
import type { Acting } from '../asks/acting.js';
import type { InstanceRecord } from '../instance/instance-record.js';
import type { MovePorts } from '../moves/moves.js';
import { keyNameOf } from '../sealing/recipient-keys.js';
import { disputedIn } from './objecting.js';

/** Proven, with ground and place, or not; CIPHERTEXT_INVALID where the wallet cannot read it; issues of the key. */
export async function foundOf(
  ports: Pick<MovePorts, 'keystore' | 'chain'>,
  record: InstanceRecord,
  { by, objection, unproven }: { readonly by: Acting; readonly objection: string; readonly unproven: Unproven },
): Promise<Pick<ResolutionText, 'proven' | 'ground' | 'at'> | Issue> {
  const { at, definition } = record;
  const view = ports.chain.view(at.reg);
  const tx = view.transaction(objection);
  const of = disputedIn(ports, record, unproven.run);
  if (!tx || !of || !definition) return unread();
  const carrying = (txId: string) => ports.chain.transaction(at.reg, txId)?.transaction;
  const opener = new RunOpener({ definition, deliveredTo: deliveriesIn(view), transactionOf: carrying });
  const expected = { run: tx.header, layout: WHOLE_MOVE, classes: [0] };
  const given = await ports.keystore.useToOpen(keyNameOf(by.wallet, by.address), (keys) =>
    opener.open({ run: tx, expected, layout: undefined }, { walletAddress: by.address, keys, carrying }),
  );
  if (isIssue(given)) return given;
  const cells = given.given;
  if (cells === 'nothing' || 'undelivered' in cells) return unread();
  const text = cells.classes[0]?.values[0];
  const read = text === undefined ? unread() : readObjection(text as Json);
  // Its sender sealed what is no objection, or one that the ledger proves.
  if (isIssue(read) || read.ground === 'undelivered') return { proven: false };
  const { problem } = judge(of, read);
  return problem ? { proven: false } : { proven: true, ground: read.ground, at: read.at };
}

function unread(): Issue {
  return issue('CIPHERTEXT_INVALID', '/senderWallet', 'The wallet does not read this private objection.');
}
