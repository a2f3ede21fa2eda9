// The thread that seals actions: from plain data and public keys to transactions that lack their signature. It knows no
// private key and writes nothing; what senders have agreed on with recipients is made, kept for its time, and wiped in
// here.
import { parentPort } from 'node:worker_threads';
import { type EncryptionAsk, LocalEncrypter } from '../../actors/workflow/encryption/encrypter.js';
import { isFailure } from '../../core/base/result.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import type { EncryptedMessage, EncrypterMessage, WrittenAsk } from './encrypter-worker.js';

/** Answers that are told together at the most: a message costs the event loop as much as a small answer. */
const TOLD_TOGETHER = 4;

const encrypter = new LocalEncrypter({ clock: systemClock, random: systemRandom });
/** By the number that the event loop gave them: it also says when all are forgotten. */
let keys = new Map<number, WalletKey>();

parentPort?.on('message', (message: EncrypterMessage) => {
  if (message.forget) keys = new Map();
  for (const [number, key] of message.keys) keys.set(number, key);
  for (const txId of message.carried) encrypter.onCarried(txId);
  let answers: EncryptedMessage[] = [];
  for (const ask of JSON.parse(message.asks) as readonly WrittenAsk[]) {
    answers.push(answerTo(ask));
    if (answers.length < TOLD_TOGETHER) continue;
    parentPort?.postMessage(answers);
    answers = [];
  }
  if (answers.length > 0) parentPort?.postMessage(answers);
});

function answerTo({ id, ...written }: WrittenAsk): EncryptedMessage {
  try {
    const sealed = encrypter.encryptNow(askOf(written));
    if (isFailure(sealed)) return { id, issues: sealed.issues };
    const { txId, headerText, payloadText } = sealed.unsigned;
    return { id, txId, digest: sealed.digest, headerText, payloadText };
  } catch {
    return { id, failed: true };
  }
}

function askOf({ draft, sealing }: Omit<WrittenAsk, 'id'>): EncryptionAsk {
  const groups = sealing.groups.map((group) => ({
    ...group,
    recipients: group.recipients.map((number) => keys.get(number) as WalletKey),
  }));
  return { draft, sealing: { ...sealing, groups } };
}
