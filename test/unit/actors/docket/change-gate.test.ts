// A change of the roster is built only while so many of its validators are in reach that the register can go on after
// it; it waits in the pool, shows why, and holds nothing else up.
import { expect } from 'chai';
import { toBase64 } from '../../../../core/base/bytes.js';
import type { Json } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import { sign } from '../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { signCandidacy, signReadiness } from '../../../../core/register/governance/candidacy.js';
import {
  GOVERNANCE_BLUEPRINT,
  type GovernanceOperation,
  type OperationType,
  statementDigest,
} from '../../../../core/register/governance/operation.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { issueOf } from '../../../support/base/results.js';
import {
  foundedRegister,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signedTransaction,
  signerOf,
  submitted,
} from '../../../support/node/ledger-world.js';

const owner = keyOf('owner');
const ownerDid = walletDid(addressOf(owner.algorithm, owner.publicKey));
const newcomer = signerOf('newcomer');
const seat = { validatorId: newcomer.validatorId, orgId: 'b', consensusKey: newcomer.publicKey, peerId: 'peer-b' };

function act(world: LedgerWorld, operationType: OperationType, members: Partial<GovernanceOperation>): Transaction {
  const at = new Date(world.clock.now()).toISOString();
  const operation: GovernanceOperation = {
    operationType,
    proposerDid: ownerDid,
    proposedAt: at,
    justification: '',
    ...members,
  };
  const digest = statementDigest({ registerId: REGISTER_ID, approverDid: ownerDid, isApproval: true, operation });
  const signature = toBase64(sign(owner.algorithm, owner.privateKey, digest));
  const { algorithm } = owner;
  const approval = {
    approverDid: ownerDid,
    isApproval: true,
    publicKey: toBase64(owner.publicKey),
    algorithm,
    signature,
  };
  const header = { registerId: REGISTER_ID, blueprintId: GOVERNANCE_BLUEPRINT, actionId: operationType, createdAt: at };
  return signedTransaction(owner, header, { operation, approvals: [approval] } as unknown as Json);
}

/** A register of one seat with a candidate that is ready, on a node that reaches so many validators. */
async function withCandidate(reach: { linked: number }) {
  const asked: number[] = [];
  const world = await ledgerWorld({
    reachable: ({ validators }) => {
      asked.push(validators.length);
      return Math.min(validators.length, 1 + reach.linked);
    },
  });
  await foundedRegister(world);
  const proof = signCandidacy(mustState(world), seat, { sign: (digest) => newcomer.sign(digest) });
  expect(await submitted(world, act(world, 'add-validator', { validator: seat, ...proof }))).to.include({
    status: 'sealed',
  });
  const readiness = signReadiness(mustState(world), newcomer);
  return { world, asked, activation: act(world, 'activate-validator', { validatorId: seat.validatorId, readiness }) };
}

/** An act that changes neither roster nor policy. */
function adminOf(world: LedgerWorld): Transaction {
  const admin = keyOf('admin');
  const targetDid = walletDid(addressOf(admin.algorithm, admin.publicKey));
  const { algorithm } = admin;
  const member = { targetDid, targetRole: 'Admin', publicKey: toBase64(admin.publicKey), algorithm } as const;
  return act(world, 'add-member', member);
}

/** Submits what will not be sealed at once. */
async function offered(world: LedgerWorld, tx: Transaction) {
  const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs: 50 });
  await world.clock.advance(100);
  return outcome;
}

const waitingFor = (world: LedgerWorld) => {
  const view = world.ledger.consensus(REGISTER_ID);
  if (isFailure(view)) throw new Error(view.issue.code);
  return view.waitingFor;
};

describe('changes of the roster whose validators are out of reach', () => {
  it('wait in the pool, say what they wait for, and are sealed once the validators are linked', async () => {
    const reach = { linked: 0 };
    const { world, activation } = await withCandidate(reach);
    const { height } = mustState(world);
    const outcome = await offered(world, activation);
    expect(outcome.status).to.equal('pending');
    expect(mustState(world).height).to.equal(height);
    const [waiting, ...more] = waitingFor(world);
    expect(waiting).to.deep.include({ txId: activation.txId, reachable: 1, needed: 2 });
    expect(more).to.deep.equal([]);
    // Looked at every two seconds and built by no member.
    await world.clock.advance(10_000);
    expect(mustState(world).height).to.equal(height);
    expect(waitingFor(world)).to.have.length(1);
    reach.linked = 1;
    await world.clock.advance(2_100);
    expect(mustState(world).roster.validators).to.have.length(2);
    expect(world.ledger.receipt(REGISTER_ID, activation.txId)).to.include({ status: 'sealed' });
    expect(waitingFor(world)).to.deep.equal([]);
    await world.ledger.stop();
    expect(world.fatal).to.deep.equal([]);
  });

  it('hold up no other transaction and no other act', async () => {
    const { world, activation } = await withCandidate({ linked: 0 });
    await offered(world, activation);
    expect(await submitted(world, adminOf(world))).to.include({ status: 'sealed' });
    expect(mustState(world).roster.validators).to.have.length(1);
    expect(waitingFor(world).map(({ txId }) => txId)).to.deep.equal([activation.txId]);
    await world.ledger.stop();
  });

  it('hold up no other transaction where a docket holds one alone', async () => {
    const { world, activation } = await withCandidate({ linked: 0 });
    const policy = { docketTransactionsMax: 1 };
    expect(await submitted(world, act(world, 'set-consensus-policy', { policy }))).to.include({ status: 'sealed' });
    await offered(world, activation);
    expect(await submitted(world, adminOf(world))).to.include({ status: 'sealed' });
    expect(waitingFor(world).map(({ txId }) => txId)).to.deep.equal([activation.txId]);
    await world.ledger.stop();
  });

  it('are built at once while the validators are linked, and where nothing is asked', async () => {
    const linked = await withCandidate({ linked: 1 });
    expect(await submitted(linked.world, linked.activation)).to.include({ status: 'sealed' });
    expect(linked.asked).to.include(2);
    await linked.world.ledger.stop();
  });
});

describe('the consensus view of a register', () => {
  it('is that of the open register, and of its record once it is closed, which it does not open', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const self = signerOf('seat').validatorId;
    const expected = { height: mustState(world).height + 1, round: 0, leader: self, state: 'Init', self };
    expect(world.ledger.consensus(REGISTER_ID)).to.deep.include(expected);
    await world.clock.advance(120_000);
    await world.ledger.sweep();
    await world.clock.settle();
    expect(world.ledger.figures().activeRegisters).to.equal(0);
    expect(world.ledger.consensus(REGISTER_ID)).to.deep.include(expected);
    expect(world.ledger.figures().activeRegisters).to.equal(0);
    expect(issueOf(world.ledger.consensus('00000000-0000-4000-8000-000000000009'))).to.include({
      code: 'REGISTER_NOT_FOUND',
    });
    await world.ledger.stop();
  });
});
