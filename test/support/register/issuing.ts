// A register in memory on which an action issues a permit and a receipt, and others change their status.
import type { JsonObject } from '../../../core/base/json.js';
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { issuableRules, owedRules } from '../../../core/moves/issuance/issuable.js';
import { issuanceStatus } from '../../../core/register/issued/rows.js';
import { asks, definitionOf, shows, to } from '../definitions/short-definitions.js';
import { DeliveryLedger } from './deliveries.js';
import { alice, bob, type Wallet, wallet } from './ledger.js';

export const carol = wallet('carol');
export const dave = wallet('dave');
const num = { type: 'integer' };
export const DAY = 24 * 3_600_000;
const ROLES = { x: alice.address, y: bob.address, z: carol.address };
export const ROOT = 'ab'.repeat(32);
const mapped = (claimName: string) => ({ claimMappings: [{ claimName, sourceField: '/number' }] });
const gives = (status: CredentialStatus): JsonObject => ({ credentialStatus: [{ of: 2, to: status }] });

/** The second action issues a permit and a receipt. The third one suspends the permit of it, the others go on. */
const definition = (more: JsonObject = {}): JsonObject => ({
  ...definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
    {
      ...{ sender: 'y', ...asks({ number: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(3) },
      credentialIssuanceConfig: [
        {
          ...{ id: 'permit', credentialType: 'Permit', recipientParticipantId: 'x', ...mapped('number') },
          ...{ copies: 2, expiryDuration: 'P10D', revokedBy: ['z'] },
        },
        {
          ...{ id: 'receipt', credentialType: 'org.x.receipt', format: 'mso_mdoc', recipientParticipantId: 'x' },
          ...mapped('["org.x","number"]'),
        },
      ],
      ...more,
    },
    {
      ...{ sender: 'z', ...asks({ a: num }), ...shows({ x: ['*'], y: ['*'] }), ...to(4) },
      ...gives('suspended'),
      rejectionConfig: { targetActionId: 2 },
    },
    { sender: 'z', ...asks({ b: num }), ...shows({ x: ['*'], y: ['*'] }), ...gives('valid'), ...to(5) },
    { sender: 'z', ...asks({ c: num }), ...shows({ x: ['*'], y: ['*'] }), ...gives('revoked'), ...to() },
  ]),
  participants: Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })),
});

export function issuingLedger(more: JsonObject = {}) {
  const at = new DeliveryLedger(definition(more), [alice, bob, carol, dave]);
  at.enrol({ a: alice, b: bob, c: carol, d: dave });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const two = at.take({ action: 2, by: bob, data: { number: 7 }, next: [3], previous: one.txId });
  const from = Date.parse(two.header.createdAt);
  const iso = (ms: number) => new Date(ms).toISOString();
  const issue = (payload: JsonObject = {}, { by = bob, run = two, action = 2 }: Partial<Issuing> = {}) => {
    const stated = { type: 'issuance', v: 1, config: 'permit', root: ROOT, copies: 2, status: 'list' };
    const dates = { validFrom: iso(from), validUntil: iso(from + 10 * DAY) };
    const made = { ...stated, ...dates, ...payload };
    const whole = Object.fromEntries(Object.entries(made).filter(([, value]) => value !== null)) as JsonObject;
    return at.move('Issuance', { action, by, previous: run.txId, payload: whole });
  };
  const change = (issuance: Transaction, status: CredentialStatus, by: Wallet = bob, n = 0) =>
    at.move('CredentialStatus', {
      action: 2,
      by,
      previous: issuance.txId,
      n,
      payload: { type: 'credential-status', v: 1, to: status },
    });
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    return tx;
  };
  const statusOf = ({ txId }: Transaction) => issuanceStatus(at.ledger.view, txId);
  const next = (action: number, data: JsonObject, previous: Transaction) =>
    at.take({ action, by: carol, data, next: action < 5 ? [action + 1] : [], previous: previous.txId });
  const owed = (run: Transaction = two, replaces?: string) =>
    owedRules(at.ledger.view, { definition: at.definition, run }, replaces).map(({ id }) => id);
  const issuable = (run: Transaction = two) =>
    issuableRules(at.ledger.view, { definition: at.definition, run }).map(({ id }) => id);
  const reject = (previous: Transaction) =>
    sealed(
      at.move('Rejection', {
        action: 3,
        by: carol,
        previous: previous.txId,
        payload: { type: 'rejection', reason: 'no' },
      }),
    );
  return { at, one, two, from, iso, issue, change, sealed, statusOf, next, owed, issuable, reject };
}

interface Issuing {
  readonly by: Wallet;
  readonly run: Transaction;
  readonly action: number;
}
