// Wallets by the registers that have their keys: which registers are asked for whom, and whose word counts.
import { expect } from 'chai';
import { ANONYMOUS, type Caller } from '../../../../../../api/auth/caller.js';
import { describeSubject } from '../../../../../../api/groups/ledger/identifiers/subjects.js';
import { issue } from '../../../../../../core/base/issue.js';
import { DID_REGISTERS_MAX } from '../../../../../../core/base/limits/node/reading.js';
import { fail, isFailure } from '../../../../../../core/base/result.js';
import type { ParticipantStatus } from '../../../../../../core/register/people/participants.js';

interface Register {
  readonly status?: ParticipantStatus;
  readonly advertise?: boolean;
  readonly tenantId?: string;
  readonly purging?: true;
}

const ADDRESS = 'qr1x';
const MEMBER: Caller = { ...ANONYMOUS, kind: 'user', tier: 'platform', organisationId: 'mine', platformUserId: 'p' };

/** What is resolved of a wallet, and how many registers were asked for its key. */
async function resolved(registers: readonly Register[], caller: Caller = ANONYMOUS) {
  let asked = 0;
  const records = registers.map(({ advertise = true, tenantId = 'other', purging }, reg) => ({
    ...{ id: String(reg), reg, advertise, tenantId, ...(purging && { purging }) },
  }));
  const view = (reg: number) => ({
    state: () => {
      asked += 1;
      const { status } = registers[reg] ?? {};
      return status && { algorithm: 'ED25519', publicKey: Buffer.alloc(32, reg + 1).toString('base64'), status };
    },
  });
  const deps = {
    wallets: { byAddress: () => undefined, find: () => undefined },
    ledger: {
      registers: () => records,
      register: (id: string) => records[Number(id)],
      state: () => fail(issue('REGISTER_OFFLINE', '', 'It is off.')),
    },
    chain: { view },
  };
  const found = await describeSubject({ caller, deps } as never, { kind: 'wallet', address: ADDRESS });
  if (isFailure(found)) return { code: found.issue.code, asked };
  const { authentication, verificationMethod } = found.document;
  return {
    signs: authentication !== undefined,
    over: found.metadata.deactivated === true,
    key: verificationMethod[0]?.publicKeyJwk.x,
    asked,
  };
}

const keyOf = (reg: number) => Buffer.alloc(32, reg + 1).toString('base64url');

describe('the wallet of a DID', () => {
  it('stands as the best of the registers says', async () => {
    const best = async (...statuses: readonly ParticipantStatus[]) => {
      const { signs, over } = await resolved(statuses.map((status) => ({ status })));
      return [signs, over];
    };
    expect(await best('Active')).to.deep.equal([true, false]);
    expect(await best('Deprecated')).to.deep.equal([false, false]);
    expect(await best('Revoked')).to.deep.equal([false, true]);
    // A register ends the record of a wallet for itself alone.
    expect(await best('Revoked', 'Active')).to.deep.equal([true, false]);
    expect(await best('Active', 'Revoked')).to.deep.equal([true, false]);
    expect(await best('Revoked', 'Deprecated', 'Revoked')).to.deep.equal([false, false]);
  });

  it('is looked for in registers that the caller may know of', async () => {
    const hidden: Register = { status: 'Active', advertise: false };
    expect(await resolved([hidden])).to.deep.equal({ code: 'DID_NOT_FOUND', asked: 0 });
    expect(await resolved([{ status: 'Active', purging: true }])).to.deep.equal({ code: 'DID_NOT_FOUND', asked: 0 });
    expect(await resolved([hidden, { status: 'Active' }])).to.include({ key: keyOf(1), signs: true });
    expect(await resolved([{ ...hidden, tenantId: 'mine' }], MEMBER)).to.include({ key: keyOf(0), signs: true });
    expect(await resolved([hidden], MEMBER)).to.deep.equal({ code: 'DID_NOT_FOUND', asked: 0 });
  });

  it('is looked for in a bounded number of registers', async () => {
    const many = Array.from({ length: 3 * DID_REGISTERS_MAX }, (): Register => ({}));
    expect((await resolved(many)).asked).to.equal(DID_REGISTERS_MAX);
    expect((await resolved(many, MEMBER)).asked).to.equal(DID_REGISTERS_MAX);
  });
});
