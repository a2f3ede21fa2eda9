// The form of a genesis: each rule about seats and attestations alone refuses one that is wrong in nothing else.
import { expect } from 'chai';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { Validator } from '../../../../../core/model/register.js';
import {
  type Attestation,
  checkGenesisPayload,
  type GenesisPayload,
  isSeats,
} from '../../../../../core/register/genesis/payload.js';
import { validatorIdOf } from '../../../../../core/register/roster.js';
import { guardCases } from '../../../../support/base/guard-cases.js';
import { aSeat, genesisPayload, VALIDATOR } from '../../../../support/register/ledger.js';

const payload = genesisPayload();
const [attestation] = payload.attestations as [Attestation];

/** Of the right form, whatever its signatures and its policy are. */
function isFormed(said: unknown): boolean {
  return !checkGenesisPayload(said, verifySync).some(({ code }) => code === 'VAL_STRUCT_011');
}

describe('the form of a genesis', () => {
  guardCases<GenesisPayload>('isText', (said) => isFormed({ ...payload, ...said }), {
    // A list has a length too.
    "typeof value === 'string'": { tenantId: ['tenant'] as unknown as string },
    'value.length >= min': { tenantId: '' },
    'value.length <= max': { tenantId: 't'.repeat(129) },
  });

  guardCases<GenesisPayload>('isList', (said) => isFormed({ ...payload, ...said }), {
    'Array.isArray(value)': { attestations: 'one' as never },
    'value.length >= 1': { attestations: [] },
    'value.length <= max': { attestations: Array.from({ length: 11 }, () => attestation) },
    'value.every(isItem)': { attestations: [attestation, { ...attestation, grantedAt: 'never' }] },
  });

  interface Whole {
    readonly payload: unknown;
  }
  const { policy, ...rest } = payload;
  guardCases<Whole>('isExactly', ({ payload: said = payload }) => isFormed(said), {
    'isObject(value)': { payload: null },
    'Object.keys(value).length === members.length': { payload: { ...payload, more: 1 } },
    'members.every((member) => Object.hasOwn(value, member))': { payload: { ...rest, polity: policy } },
  });

  guardCases<Attestation>(
    'isAttestation',
    (said) => isFormed({ ...payload, attestations: [{ ...attestation, ...said }] }),
    {
      'isExactly(entry, ATTESTATION_MEMBERS)': { more: 1 } as never,
      'MEMBER_ROLES.some((role) => role === entry.role)': { role: 'King' as never },
      'isSignatureAlgorithm(entry.algorithm)': { algorithm: 'NONE' as never },
      'isTimestamp(entry.grantedAt)': { grantedAt: 'never' },
      'isText(entry.subject, 1, 128)': { subject: '' },
      'isText(entry.publicKey, 1, 8192)': { publicKey: '' },
      'isText(entry.signature, 1, 8192)': { signature: '' },
    },
  );
});

describe('the seats of a genesis', () => {
  const keyed = (consensusKey: string): Partial<Validator> => ({
    consensusKey,
    validatorId: validatorIdOf(consensusKey),
  });

  guardCases<Validator>('isValidator', (said) => isSeats([{ ...VALIDATOR, ...said }]), {
    'isExactly(seat, VALIDATOR_MEMBERS)': { more: 1 } as never,
    'isHex(seat.consensusKey, 32)': keyed(VALIDATOR.consensusKey.toUpperCase()),
    // Any signature fits the point of order one.
    "publicKeyProblem('ED25519', fromHex(seat.consensusKey)) === undefined": keyed(`01${'00'.repeat(31)}`),
    'seat.validatorId === validatorIdOf(seat.consensusKey)': { validatorId: aSeat('another').validatorId },
    'isText(seat.orgId, 0, 128)': { orgId: 'o'.repeat(129) },
    'isText(seat.peerId, 0, 128)': { peerId: 'p'.repeat(129) },
  });

  interface Seats {
    readonly seats: readonly Validator[];
  }
  const [one, two] = ['one', 'two'].map((name) => ({ ...aSeat(name), peerId: name })) as [Validator, Validator];
  guardCases<Seats>('isSeats', ({ seats = [one, two] }) => isSeats(seats), {
    'isList(value, VALIDATORS_MAX, isValidator)': { seats: [] },
    'isEachOnce(value.map(({ validatorId }) => validatorId))': { seats: [one, { ...one, peerId: 'two' }] },
    "isEachOnce(value.flatMap(({ peerId }) => (peerId === '' ? [] : [peerId])))": {
      seats: [one, { ...two, peerId: one.peerId }],
    },
  });

  it('may name no node, more than once', () => {
    expect(isSeats([one, two].map((seat) => ({ ...seat, peerId: '' })))).to.equal(true);
  });
});
