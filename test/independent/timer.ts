// The checks in place of signatures where no wallet made a transaction, from docs/hashes.md section 12 alone.
import { exactly, type Header, list, type Members, need, part } from './encodings.js';

const PLACE = ['registerId', 'blueprintId', 'actionId', 'instanceId', 'publicationTxId', 'previousTransactionId'];
const MEMBERS = [...PLACE, 'payloadHash', 'createdAt', 'metadata', 'senderWallet'];
/** Of these no transaction is a workflow's, whatever its metadata say. */
const CONTROL = /^(genesis$|register-)/;

export function isAction({ blueprintId, actionId }: Members): boolean {
  return actionId !== 'blueprint-publish' && !CONTROL.test(String(blueprintId));
}

export function isTimer(header: Members): boolean {
  return isAction(header) && (header.metadata as Members | undefined)?.type === 'Timer';
}

export function checkTimer(transaction: Members, docket: Header): void {
  need(list(transaction.signatures).length === 0, 'timer');
  const header = part(transaction, 'header');
  exactly(header, MEMBERS);
  const { metadata: _, ...texts } = header;
  const metadata = part(header, 'metadata');
  exactly(metadata, ['timer', 'type']);
  need(typeof metadata.timer === 'string' && Object.values(texts).every((one) => typeof one === 'string'), 'timer');
  need(texts.senderWallet === 'timer' && Number(docket.timestampMs) > Date.parse(String(texts.createdAt)), 'timer');
}
