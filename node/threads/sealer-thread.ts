// The thread that seals actions: from plain data and public keys to transactions that lack their signature. It knows no
// private key and writes nothing; what senders have agreed on with recipients is made, kept for its time, and wiped in
// here.
import { parentPort } from 'node:worker_threads';
import { LocalSealer, type SealingAsk } from '../../actors/workflow/sealing/sealer.js';
import { isFailure } from '../../core/base/result.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import type { SealedMessage, SealerMessage, WrittenAsk } from './sealer-worker.js';

/** Answers that are told together at the most: a message costs the event loop as much as a small answer. */
const TOLD_TOGETHER = 4;

const sealer = new LocalSealer({ clock: systemClock, random: systemRandom });
/** By the number that the event loop gave them: it also says when all are forgotten. */
let keys = new Map<number, WalletKey>();

parentPort?.on('message', (message: SealerMessage) => {
  if (message.forget) keys = new Map();
  for (const [number, key] of message.keys) keys.set(number, key);
  for (const txId of message.carried) sealer.carried(txId);
  let answers: SealedMessage[] = [];
  for (const ask of JSON.parse(message.asks) as readonly WrittenAsk[]) {
    answers.push(answerTo(ask));
    if (answers.length < TOLD_TOGETHER) continue;
    parentPort?.postMessage(answers);
    answers = [];
  }
  if (answers.length > 0) parentPort?.postMessage(answers);
});

function answerTo({ id, ...written }: WrittenAsk): SealedMessage {
  try {
    const sealed = sealer.sealNow(askOf(written));
    if (isFailure(sealed)) return { id, issues: sealed.issues };
    const { txId, headerText, payloadText } = sealed.unsigned;
    return { id, txId, digest: sealed.digest, headerText, payloadText };
  } catch {
    return { id, failed: true };
  }
}

function askOf({ draft, sealing }: Omit<WrittenAsk, 'id'>): SealingAsk {
  const groups = sealing.groups.map((group) => ({
    ...group,
    recipients: group.recipients.map((number) => keys.get(number) as WalletKey),
  }));
  return { draft, sealing: { ...sealing, groups } };
}
