// A one-node register changes its members and its policy through submission, as the production drivers do it: enacted
// by the docket that seals the act, in force for the next one, the same after a restart.
import { expect } from 'chai';
import { firstEnvironment, nextEnvironment } from '../../../../actors/docket/opening.js';
import type { DocketRegister } from '../../../../actors/docket/ports.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import type { Json } from '../../../../core/base/json.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import { type KeyPair, sign } from '../../../../core/crypto/signing/algorithms.js';
import {
  GOVERNANCE_BLUEPRINT,
  type GovernanceOperation,
  type OperationType,
  statementDigest,
} from '../../../../core/register/governance/operation.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { quorum } from '../../../../core/register/roster.js';
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

const did = (key: KeyPair) => walletDid(addressOf(key.algorithm, key.publicKey));
const owner = keyOf('owner');
const admin = keyOf('admin');

function act(
  world: LedgerWorld,
  operationType: OperationType,
  members: Partial<GovernanceOperation>,
  by: readonly KeyPair[] = [owner],
) {
  const at = new Date(world.clock.now()).toISOString();
  const operation: GovernanceOperation = {
    operationType,
    proposerDid: did(owner),
    proposedAt: at,
    justification: '',
    ...members,
  };
  const approvals = by.map((key) => {
    const approverDid = did(key);
    const digest = statementDigest({ registerId: REGISTER_ID, approverDid, isApproval: true, operation });
    const signature = toBase64(sign(key.algorithm, key.privateKey, digest));
    return { approverDid, isApproval: true, publicKey: toBase64(key.publicKey), algorithm: key.algorithm, signature };
  });
  const header = { registerId: REGISTER_ID, blueprintId: GOVERNANCE_BLUEPRINT, actionId: operationType, createdAt: at };
  return signedTransaction(owner, header, { operation, approvals } as unknown as Json);
}

const member = {
  targetDid: did(admin),
  targetRole: 'Admin',
  publicKey: toBase64(admin.publicKey),
  algorithm: 'ED25519',
} as const;

describe('governance of a one-node register', () => {
  it('changes members and policy through submit, and keeps them over a restart', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const { clock, kv } = world;
    expect(await submitted(world, act(world, 'add-member', member))).to.deep.include({ status: 'sealed' });
    expect(mustState(world).members.map(({ role }) => role)).to.deep.equal(['Owner', 'Admin']);
    // The owner alone is no quorum of two any more: the act is sealed, and changes nothing.
    const lone = act(world, 'set-consensus-policy', { policy: { docketTransactionsMax: 9 } });
    expect(await submitted(world, lone)).to.deep.include({ status: 'sealed' });
    expect(mustState(world).policy.consensus.docketTransactionsMax).to.equal(1000);
    await clock.advance(1000);
    const both = act(world, 'set-consensus-policy', { policy: { docketTransactionsMax: 9 } }, [owner, admin]);
    expect(await submitted(world, both)).to.deep.include({ status: 'sealed' });
    expect(mustState(world).policy.consensus.docketTransactionsMax).to.equal(9);
    const before = mustState(world);
    await world.ledger.stop();
    const again = await ledgerWorld({ kv, clock });
    expect(mustState(again)).to.deep.equal(before);
    await clock.advance(1000);
    const removal = act(again, 'remove-member', { targetDid: did(admin) });
    expect(await submitted(again, removal)).to.deep.include({ status: 'sealed' });
    expect(mustState(again).members).to.have.length(1);
    expect([...world.fatal, ...again.fatal]).to.deep.equal([]);
    await again.ledger.stop();
  });

  it('keeps the promise of an act on a register that was quiet for long, until its seat runs', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const { clock, ledger } = world;
    await clock.advance(60 * 60 * 1000);
    await ledger.seating.control(REGISTER_ID, 'stop');
    const promised = act(world, 'add-member', member);
    expect(await submitted(world, promised)).to.deep.include({ status: 'pending' });
    await ledger.seating.control(REGISTER_ID, 'start');
    await clock.settle();
    expect(ledger.receipt(REGISTER_ID, promised.txId)).to.deep.include({ status: 'sealed' });
    expect(mustState(world).members).to.have.length(2);
    await ledger.stop();
  });

  it('enacts two acts that arrive together in two dockets', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const before = mustState(world).height;
    const acts = [9, 8].map((docketTransactionsMax) =>
      act(world, 'set-consensus-policy', { policy: { docketTransactionsMax } }),
    );
    const outcomes = acts.map((tx) => world.ledger.submit(tx, { priority: 'Normal', waitMs: 5000 }));
    await world.clock.settle();
    expect((await Promise.all(outcomes)).map(({ status }) => status)).to.deep.equal(['sealed', 'sealed']);
    expect(mustState(world).height).to.equal(before + 2);
    expect(mustState(world).policy.consensus.docketTransactionsMax).to.be.oneOf([8, 9]);
    await world.ledger.stop();
  });
});

describe('the environment of the next height', () => {
  it('follows roster and policy, and keeps those of the height before', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const state = mustState(world);
    const seats = ['seat', 'b', 'c', 'd'].map((name) => {
      const { publicKey, validatorId } = signerOf(name);
      return { validatorId, orgId: '', consensusKey: publicKey, peerId: '' };
    });
    const register = {
      registerId: REGISTER_ID,
      genesisHash: state.genesisHash,
      timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
      signerIn: () => signerOf('seat'),
    } as unknown as DocketRegister;
    const env = firstEnvironment(register, state);
    const same = nextEnvironment(register, { env, before: state, after: { ...state } });
    expect(same.quorum).to.equal(env.quorum);
    const policy = { ...state.policy, consensus: { ...state.policy.consensus, mode: 'bft' as const } };
    const after = { ...state, roster: { validators: seats, mode: 'bft' as const }, policy };
    const next = nextEnvironment(register, { env, before: state, after });
    expect(next.quorum).to.deep.equal(quorum('bft', 4));
    expect(next.rosterHash).to.not.equal(env.rosterHash);
    expect(next.previous).to.deep.equal({ roster: env.roster, rosterHash: env.rosterHash, quorum: env.quorum });
    await world.ledger.stop();
  });
});
