// Findings of the resolver of this node about a private objection: it opens the objection with the wallet to which that
// was sealed, which may be an earlier key of who says it. It judges as every validator judges an objection that all
// read.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { Unproven } from '../../../../core/blueprint/state/dispute.js';
import { judge } from '../../../../core/disputes/judge.js';
import { readObjection } from '../../../../core/disputes/objection-form.js';
import { resolverWallet } from '../../../../core/disputes/parties.js';
import { WHOLE_MOVE } from '../../../../core/envelope/layout/layout.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { RunOpener } from '../../../../core/instance/runs/delivered.js';
import type { ResolutionText } from '../../../../core/moves/resolution/form.js';
import { keyNameOf } from '../../encryption/recipient-keys.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { findDisputed } from '../objection/make.js';
import type { MovePorts } from '../parts/plain-move.js';
import type { ResolutionAsk } from './ask.js';

/** Proven, with ground and place, or not; CIPHERTEXT_INVALID where no wallet at hand reads it; issues of the key. */
export async function judgeObjection(
  ports: Pick<MovePorts, 'keystore' | 'chain'>,
  record: InstanceRecord,
  {
    by: judging,
    objection,
    unproven,
    readWith,
  }: Pick<ResolutionAsk, 'by' | 'readWith'> & { readonly objection: string; readonly unproven: Unproven },
): Promise<Result<Pick<ResolutionText, 'proven' | 'ground' | 'at'>>> {
  const { at, definition, row } = record;
  const view = ports.chain.view(at.reg);
  const tx = view.transaction(objection);
  const of = findDisputed(ports, record, unproven.run);
  if (!tx || !of || !definition) return fail(unread());
  const sealedTo = resolverWallet(view, { definition, instance: row }, { objection });
  const by = sealedTo === undefined || sealedTo === judging.address ? judging : await readWith(sealedTo);
  if (isFailure(by)) return fail(earlier(sealedTo));
  const carrying = (txId: string) => ports.chain.transaction(at.reg, txId)?.transaction;
  const opener = new RunOpener({ definition, deliveredTo: deliveriesIn(view), transactionOf: carrying });
  const expected = { run: tx.header, layout: WHOLE_MOVE, classes: [0] };
  const given = await ports.keystore.useToOpen(keyNameOf(by.wallet, by.address), (keys) =>
    opener.open({ run: tx, expected, layout: undefined }, { walletAddress: by.address, keys, carrying }),
  );
  if (isFailure(given)) return given;
  const cells = given.given;
  if (cells === 'nothing' || 'undelivered' in cells) return fail(unread());
  const text = cells.classes[0]?.values[0];
  const read = text === undefined ? fail(unread()) : readObjection(text as Json);
  // Its sender sealed what is not an objection, or one that the ledger proves.
  if (isFailure(read) || read.ground === 'undelivered') return { proven: false };
  const { problem } = judge(of, read);
  return problem ? { proven: false } : { proven: true, ground: read.ground, at: read.at };
}

function earlier(sealedTo = ''): Issue {
  const message = `It was sealed to ${sealedTo}, the key that the resolver had then: say it on the node that has that wallet too, as somebody who may use both.`;
  return issue('CIPHERTEXT_INVALID', '/senderWallet', message);
}

function unread(): Issue {
  return issue('CIPHERTEXT_INVALID', '/senderWallet', 'The wallet does not read this private objection.');
}
