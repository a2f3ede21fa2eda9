// The sandbox of an organisation is founded once, waited for so long, and gone on with whatever became of the first
// try.
import { expect } from 'chai';
import type { Founding } from '../../../../actors/ledger-port.js';
import { Sandboxes } from '../../../../actors/rehearsal/sandbox.js';
import { toBase64, toHex } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { SANDBOX_WAIT_MS } from '../../../../core/base/limits/node/rehearsals.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import { generate, verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { checkGenesisPayload } from '../../../../core/register/genesis/payload.js';
import { validatorIdOf } from '../../../../core/register/roster.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { RehearsalStore } from '../../../../storage/tables/workflow/rehearsals.js';
import { SILENT } from '../../../contract/world/world.js';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const ORG = '00000000-0000-0000-0000-000000000001';
/** Key and signature of the right form; they are not checked here. */
const SYSTEM = generate('ED25519', new Uint8Array(32).fill(9));
const ENTRY = {
  publicKey: toBase64(SYSTEM.publicKey),
  signatureValue: toBase64(new Uint8Array(64).fill(7)),
  algorithm: 'ED25519',
} as const;
const SEAT_KEY = toHex(SYSTEM.publicKey);
const VALIDATOR = { validatorId: validatorIdOf(SEAT_KEY), orgId: ORG, consensusKey: SEAT_KEY, peerId: '' };

/** A node whose founding ends when the test says so. */
function aNode(given: { readonly signs?: () => Issue } = {}) {
  const kv = memoryKv();
  const store = new RehearsalStore(kv, kv);
  const timers: (() => void)[] = [];
  const foundings: { founding: Founding; sealed: (made: unknown) => void }[] = [];
  const registers = new Map<string, { id: string; purging?: boolean }>();
  const told: string[] = [];
  let byte = 0;
  const sandboxes = new Sandboxes({
    clock: {
      now: () => NOW,
      steady: () => NOW,
      setTimer: (run, delayMs) => {
        expect(delayMs).to.equal(SANDBOX_WAIT_MS);
        timers.push(run);
        return { cancel: () => undefined };
      },
    },
    random: { bytes: (length) => new Uint8Array(length).fill(++byte) },
    log: SILENT,
    commit: (ops) => kv.write(ops),
    store,
    ledger: {
      register: (id: string) => registers.get(id),
      state: (id: string) => (registers.has(id) ? {} : issue('REGISTER_NOT_FOUND', '', 'None.')),
      genesis: { found: (founding: Founding) => new Promise((sealed) => foundings.push({ founding, sealed })) },
      submit: () => Promise.reject(new Error('nothing is published')),
    } as never,
    systemWallet: {
      identity: async () => ({ ...ENTRY, address: addressOf('ED25519', SYSTEM.publicKey) }),
      sign: async () => failIf(given.signs?.()) ?? { entry: ENTRY },
    },
    terms: () => ({ validator: VALIDATOR, policy: {} }),
    onProvisioned: (outcome) => told.push(outcome),
  });
  const seal = (i: number): string => {
    const made = foundings[i] as (typeof foundings)[number];
    const { registerId } = made.founding.transaction.header;
    registers.set(registerId, { id: registerId });
    made.sealed({ record: {}, sealed: {} });
    return registerId;
  };
  const asked = async (count: number): Promise<void> => {
    for (let turn = 0; foundings.length < count && turn < 1000; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(foundings.length).to.be.at.least(count);
  };
  return { kv, sandboxes, store, timers, foundings, registers, told, seal, asked };
}

const code = (found: Result<string>): string => (isFailure(found) ? found.issue.code : found);

describe('the sandbox of an organisation', () => {
  it('is founded once for all who ask meanwhile, and found again', async () => {
    const node = aNode();
    const [one, two] = [
      node.sandboxes.ready({ organisationId: ORG, caller: 'ada' }),
      node.sandboxes.ready({ organisationId: ORG, caller: 'uma' }),
    ];
    await node.asked(1);
    expect(node.store.sandboxOf(ORG)).to.be.a('string');
    const registerId = node.seal(0);
    expect(await Promise.all([one, two])).to.deep.equal([registerId, registerId]);
    expect(await node.sandboxes.ready({ organisationId: ORG, caller: 'ada' })).to.equal(registerId);
    expect([node.foundings.length, node.told]).to.deep.equal([1, ['founded']]);
    expect(node.store.sandboxOf(ORG)).to.equal(registerId);
  });

  it('is attested by a key of its own, and not advertised', async () => {
    const node = aNode();
    void node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(1);
    const { transaction, advertise, metadata } = (node.foundings[0] as (typeof node.foundings)[number]).founding;
    expect([advertise, metadata]).to.deep.equal([false, { sandbox: 'true' }]);
    expect(checkGenesisPayload(transaction.payload, verifySync)).to.deep.equal([]);
    const payload = transaction.payload as unknown as { tenantId: string; validators: unknown[] };
    expect([payload.tenantId, payload.validators]).to.deep.equal([ORG, [VALIDATOR]]);
    node.seal(0);
  });

  it('is waited for so long, and the next try goes on with the same one', async () => {
    const node = aNode();
    const late = node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(1);
    node.timers[0]?.();
    const refused = await late;
    expect(code(refused)).to.equal('SANDBOX_UNAVAILABLE');
    expect(isFailure(refused) && refused.issue.message).to.contain('60 s');
    const again = node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    const registerId = node.seal(0);
    expect([await again, node.foundings.length]).to.deep.equal([registerId, 1]);
  });

  it('is another one when the operator deleted it', async () => {
    const node = aNode();
    const first = node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(1);
    const gone = node.seal(0);
    await first;
    node.registers.set(gone, { id: gone, purging: true });
    const second = node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(2);
    expect(node.seal(1)).to.not.equal(gone);
    expect(await second).to.equal(node.store.sandboxOf(ORG));
  });

  it('is refused with the reason where it cannot be founded, and tried again', async () => {
    const rate = aNode({ signs: () => issue('SIGNING_RATE_EXCEEDED', '', 'Too often.') });
    expect(code(await rate.sandboxes.ready({ organisationId: ORG, caller: 'ada' }))).to.equal('SIGNING_RATE_EXCEEDED');
    expect([rate.told, rate.store.sandboxOf(ORG)]).to.deep.equal([['failed'], undefined]);
    const node = aNode();
    const first = node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(1);
    node.foundings[0]?.sealed(fail(issue('VALIDATOR_FENCED', '', 'The vote memory is gone.')));
    const refused = await first;
    expect(code(refused)).to.equal('SANDBOX_UNAVAILABLE');
    expect(isFailure(refused) && refused.issue.message).to.contain('The vote memory is gone.');
    void node.sandboxes.ready({ organisationId: ORG, caller: 'ada' });
    await node.asked(2);
    node.seal(1);
  });
});
