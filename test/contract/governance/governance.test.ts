// Governance over HTTP: proposals and votes of wallets of the node and of keys it never sees, what is refused, and what
// a node proves for a seat.
import { expect } from 'chai';
import type { LedgerHost } from '../../../actors/ledger/host.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { isoTime } from '../../../api/views/transactions.js';
import { fromHex } from '../../../core/base/bytes.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { candidacyDigest, readinessDigest } from '../../../core/register/governance/candidacy.js';
import { rulesSupportDigest, signRulesSupport } from '../../../core/register/governance/rules-support.js';
import { RULES_NEXT } from '../../support/definitions/rules-next.js';
import { newMember } from '../../support/register/governance.js';
import { submission, wallet } from '../../support/register/ledger.js';
import { aRegister, ask, exampleOrders, WAIT } from '../ledger/fixtures.js';
import { aWorld } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { openProposal, ownerDid, partner, partnerDid, partnerProposal, twoGovern, vote } from './fixtures.js';

describe('governance', () => {
  const world = worldOfAll({ mayFail: true });
  after(() => {
    // The register whose rules rose beyond the program.
    expect(world.errors.filter((fields) => !('rules' in fields))).to.deep.equal([]);
  });

  const fault = (answer: { status: number; json: { code?: string; path?: string } }) =>
    [answer.status, answer.json.code, answer.json.path].join(' ');

  it('enacts at once what one Owner decides alone, and shows it', async () => {
    const registerId = await twoGovern(world);
    const roster = (await ask(world, 'getGovernanceRoster', { params: { registerId } })).json;
    expect(roster.members.map((one: { role: string }) => one.role)).to.deep.equal(['Owner', 'Admin']);
    expect(roster).to.deep.include({ memberCount: 2, controlTransactionCount: 2, candidates: [] });
    const history = (await ask(world, 'getGovernanceHistory', { params: { registerId } })).json;
    expect(history.items[0]).to.deep.include({
      ordinal: 0,
      operationType: 'add-member',
      docketNumber: 1,
      rosterChanged: false,
    });
    const listed = (await ask(world, 'listProposals', { params: { registerId } })).json;
    expect(listed.items[0]).to.deep.include({ status: 'Recorded', proposalId: history.items[0].proposalId });
    expect(roster.lastControlTxId).to.equal(history.items[0].txId);
    const none = await ask(world, 'listProposals', { params: { registerId }, query: { status: 'Pending' } });
    expect(none.json).to.deep.include({ items: [], totalCount: 0 });
  });

  it('lists open proposals over all registers, and those that wait for a vote of the caller', async () => {
    const [first, second] = [await twoGovern(world), await twoGovern(world)];
    const own = await openProposal(world, first);
    const { proposalId } = await partnerProposal(world, second, isoTime(world.deps.clock.now()));
    const list = async (query: Readonly<Record<string, unknown>>) =>
      (await ask(world, 'listMyProposals', { query })).json.items as {
        registerName: string;
        ownVoters: string[];
        proposal: { proposalId: string; registerId: string };
      }[];
    const ids = (items: Awaited<ReturnType<typeof list>>) => items.map(({ proposal }) => proposal.proposalId);
    expect(ids(await list({}))).to.include.members([own.proposalId, proposalId]);
    expect(ids(await list({ registerId: first }))).to.deep.equal([own.proposalId]);
    const [waiting] = await list({ registerId: second, which: 'waiting' });
    expect(waiting).to.deep.include({ ownVoters: [ownerDid] });
    expect(waiting?.proposal.proposalId).to.equal(proposalId);
    expect(await list({ registerId: first, which: 'waiting' }), 'the owner has voted').to.deep.equal([]);
    const voted = {
      params: { registerId: second, proposalId },
      body: { isApproval: true, wallet: EXAMPLE.walletAddress },
    };
    expect((await ask(world, 'approveProposal', voted)).json.proposal.status).to.equal('Recorded');
    expect(await list({ registerId: second })).to.deep.equal([]);
    const malformed = await ask(world, 'listMyProposals', { query: { which: 'mine' } });
    expect(fault(malformed)).to.equal('400 QUERY_INVALID /which');
    const unknown = '00000000-0000-4000-8000-0000000000ff';
    expect(fault(await ask(world, 'listMyProposals', { query: { registerId: unknown } }))).to.equal(
      '404 REGISTER_NOT_FOUND /registerId',
    );
  });

  it('collects the vote of a key that the node never sees', async () => {
    const registerId = await twoGovern(world);
    const { proposalId, operation } = await openProposal(world, registerId);
    const params = { registerId, proposalId };
    const pending = await ask(world, 'listProposals', { params: { registerId }, query: { status: 'Pending' } });
    expect(pending.json.items[0].quorum).to.deep.equal({ voters: 2, needed: 2, approvals: 1, refusals: 0 });
    const request = (await ask(world, 'getSigningRequest', { params, query: { approverDid: partnerDid } })).json;
    expect(request).to.deep.include({ requestId: proposalId, operation, statementVersion: 2, approverDid: partnerDid });
    const forged = { ...vote(registerId, operation), isApproval: false };
    expect(fault(await ask(world, 'approveProposal', { params, body: forged }))).to.equal(
      '400 GOVERNANCE_SIGNATURE_INVALID /signature',
    );
    const stranger = wallet('stranger of governance');
    expect(
      fault(await ask(world, 'approveProposal', { params, body: vote(registerId, operation, stranger) })),
    ).to.equal('403 FORBIDDEN /approverDid');
    const own = { isApproval: true, wallet: EXAMPLE.walletAddress };
    expect(fault(await ask(world, 'approveProposal', { params, body: own }))).to.equal(
      '409 GOVERNANCE_VOTE_DUPLICATE /payload/approvals/0',
    );
    const done = await ask(world, 'approveProposal', { params, body: vote(registerId, operation) });
    expect([done.status, done.json.state, done.json.proposal.status]).to.deep.equal([200, 'Sealed', 'Recorded']);
    const policy = (await ask(world, 'getRegisterPolicy', { params: { registerId } })).json.policy.governance;
    expect(policy.proposalTtlDays).to.equal(
      operation.policy && 'proposalTtlDays' in operation.policy && operation.policy.proposalTtlDays,
    );
    expect(fault(await ask(world, 'approveProposal', { params, body: vote(registerId, operation) }))).to.equal(
      '409 GOVERNANCE_PROPOSAL_CLOSED /proposalId',
    );
    expect(fault(await ask(world, 'getSigningRequest', { params, query: { approverDid: partnerDid } }))).to.equal(
      '409 GOVERNANCE_PROPOSAL_CLOSED /proposalId',
    );
  });

  it('takes a refusal, and lets a proposal expire', async () => {
    const registerId = await twoGovern(world);
    const first = await openProposal(world, registerId);
    const no = await ask(world, 'approveProposal', {
      params: first,
      body: vote(registerId, first.operation, partner, false),
    });
    expect([no.status, no.json.proposal.status, no.json.proposal.reason]).to.deep.equal([202, 'Rejected', 'rejected']);
    const second = await openProposal(world, registerId);
    world.advance(8 * 86_400_000);
    const late = await ask(world, 'approveProposal', { params: second, body: vote(registerId, second.operation) });
    expect(fault(late)).to.equal('409 GOVERNANCE_PROPOSAL_CLOSED /proposalId');
    expect((await ask(world, 'getProposal', { params: second })).json.status).to.equal('Expired');
    world.advance(-8 * 86_400_000);
  });

  it('gives what is to be signed, and carries what came back signed', async () => {
    const registerId = await twoGovern(world);
    const said = { operationType: 'add-member', ...newMember(wallet('third'), 'Auditor'), proposerDid: partnerDid };
    const unsigned = await ask(world, 'propose', { params: { registerId }, body: said });
    expect([unsigned.status, unsigned.json.state]).to.deep.equal([202, 'Unsigned']);
    const { operation } = unsigned.json;
    const body = (isApproval: boolean) => ({
      ...operation,
      approvalSignatures: [
        {
          ...newMember(partner, 'Admin'),
          targetDid: undefined,
          targetRole: undefined,
          ...vote(registerId, operation),
          isApproval,
        },
      ],
    });
    const clean = (value: object) => JSON.parse(JSON.stringify(value));
    expect(fault(await ask(world, 'propose', { params: { registerId }, body: clean(body(false)) }))).to.equal(
      '400 GOVERNANCE_SIGNATURE_INVALID /approvalSignatures',
    );
    const carried = await ask(world, 'propose', { params: { registerId }, body: clean(body(true)) });
    expect([carried.status, carried.json.proposal.status]).to.deep.equal([202, 'Pending']);
    // A moment later it is another transaction that says the same.
    world.advance(1000);
    expect(fault(await ask(world, 'propose', { params: { registerId }, body: clean(body(true)) }))).to.equal(
      '409 GOVERNANCE_PROPOSAL_EXISTS /payload/operation',
    );
  });

  it('takes a governance transaction through the generic submission too', async () => {
    const registerId = await aRegister(world);
    const draft = {
      registerId,
      blueprintId: 'register-governance-v1',
      actionId: 'add-member',
      senderWallet: partner.address,
      createdAt: new Date(world.deps.clock.now()).toISOString(),
      payload: {
        operation: {
          operationType: 'add-member',
          proposerDid: partnerDid,
          proposedAt: EXAMPLE.time,
          justification: '',
          ...newMember(partner, 'Admin'),
        },
        approvals: [],
      },
    };
    const sent = await ask(
      world,
      'submitTransaction',
      { params: { registerId }, body: submission(draft as never, [partner]) },
      { headers: WAIT },
    );
    expect(fault(sent)).to.equal('403 VAL_PERM_002 /senderWallet');
  });

  it('refuses what may not be proposed, with the member at fault', async () => {
    const registerId = await twoGovern(world);
    const propose = async (body: object) => fault(await ask(world, 'propose', { params: { registerId }, body }));
    const by = { wallet: EXAMPLE.walletAddress };
    expect(await propose({ operationType: 'remove-member', targetDid: ownerDid, ...by })).to.equal(
      '403 VAL_PERM_004 /targetDid',
    );
    expect(await propose({ operationType: 'remove-member', ...by })).to.equal('400 VAL_STRUCT_011 /targetDid');
    expect(await propose({ operationType: 'crown', ...by })).to.equal('400 BODY_INVALID /operationType');
    expect(await propose({ operationType: 'set-consensus-policy', policy: { mode: 'bft' }, ...by })).to.equal(
      '400 CONFIG_INVALID /policy/mode',
    );
    expect(await propose({ operationType: 'remove-member', targetDid: partnerDid, wallet: partner.address })).to.equal(
      '400 OWNER_WALLET_UNKNOWN /wallet',
    );
    const user = await ask(
      world,
      'propose',
      { params: { registerId }, body: { operationType: 'remove-member', targetDid: partnerDid, ...by } },
      { as: 'user' },
    );
    expect(user.status).to.be.oneOf([403, 404]);
    const params = { registerId, proposalId: 'a'.repeat(64) };
    expect(fault(await ask(world, 'getProposal', { params }))).to.equal(
      '404 GOVERNANCE_PROPOSAL_NOT_FOUND /proposalId',
    );
    const foreign = { registerId: '00000000-0000-4000-8000-00000000abcd' };
    expect(fault(await ask(world, 'listProposals', { params: foreign }))).to.equal(
      '404 REGISTER_NOT_FOUND /registerId',
    );
  });

  it('offers no key for a seat that may have lost votes', async () => {
    const apart = await aWorld();
    const { registerId } = await exampleOrders(apart);
    const candidacy = async () =>
      (await ask(apart, 'makeCandidacy', { params: { registerId }, body: {} })).json.validator.consensusKey;
    const known = await candidacy();
    await (apart.deps.ledger as LedgerHost).seating.raise(registerId, 'restored');
    const fresh = await candidacy();
    expect(fresh).to.not.equal(known);
    expect(await candidacy()).to.equal(fresh);
    await apart.close();
  });

  it('proves the key of this node for a seat, and that it keeps up', async () => {
    const { registerId } = await exampleOrders(world);
    const { validator, genesisHash, proof } = (await ask(world, 'makeCandidacy', { params: { registerId }, body: {} }))
      .json;
    const digest = candidacyDigest({ registerId, genesisHash, validator });
    expect(verifySync('ED25519', fromHex(validator.consensusKey), digest, fromHex(proof))).to.equal(true);
    const replaces = 'b'.repeat(64);
    const rekey = (await ask(world, 'makeCandidacy', { params: { registerId }, body: { replaces } })).json;
    expect(
      verifySync(
        'ED25519',
        fromHex(validator.consensusKey),
        candidacyDigest({ registerId, genesisHash, validator, replaces }),
        fromHex(rekey.proof),
      ),
    ).to.equal(true);
    // The seat of this node: its key may be stolen or have forgotten votes, so another one is made, once.
    const own = { replaces: validator.validatorId };
    const fresh = (await ask(world, 'makeCandidacy', { params: { registerId }, body: own })).json;
    expect(fresh.validator.consensusKey).to.not.equal(validator.consensusKey);
    expect(fresh.validator).to.deep.include({ orgId: validator.orgId, peerId: validator.peerId });
    const freshDigest = candidacyDigest({ registerId, genesisHash, validator: fresh.validator, ...own });
    const { consensusKey } = fresh.validator;
    expect(verifySync('ED25519', fromHex(consensusKey), freshDigest, fromHex(fresh.proof))).to.equal(true);
    const again = (await ask(world, 'makeCandidacy', { params: { registerId }, body: own })).json;
    expect(again.validator.consensusKey).to.equal(consensusKey);
    const { signature, ...said } = (await ask(world, 'makeReadiness', { params: { registerId } })).json;
    expect(verifySync('ED25519', fromHex(said.consensusKey), readinessDigest(said), fromHex(signature))).to.equal(true);
    const state = world.deps.ledger.state(registerId);
    expect(state).to.deep.include({ height: said.height, hash: said.docketHash, stateHash: said.stateHash });
    const status = (to: string) => ask(world, 'updateRegister', { params: { registerId }, body: { status: to } });
    expect((await status('OFFLINE')).status).to.equal(200);
    expect(fault(await ask(world, 'makeReadiness', { params: { registerId } }))).to.equal(
      '503 REGISTER_OFFLINE /registerId',
    );
    expect((await status('ONLINE')).status).to.equal(200);
    const user = await ask(world, 'makeReadiness', { params: { registerId } }, { as: 'user' });
    expect(fault(user)).to.equal('403 FORBIDDEN ');
    const seat = { operationType: 'add-validator', validator, genesisHash, proof, wallet: EXAMPLE.walletAddress };
    expect(fault(await ask(world, 'propose', { params: { registerId }, body: seat }))).to.equal(
      '403 VAL_PERM_004 /validator',
    );
  });

  it('raises the rules of a register with the statement of each seat, beyond what this node knows', async () => {
    const registerId = await aRegister(world);
    const params = { registerId };
    const rules = async () => (await ask(world, 'getRules', { params })).json;
    const before = await rules();
    expect([before.rules, before.known, before.validators.length]).to.deep.equal([1, [1], 1]);
    expect(before.validators[0].isOwn).to.equal(true);
    const said = (await ask(world, 'makeRulesSupport', { params, body: { rules: 1 } })).json;
    expect(said.consensusKey).to.equal(before.validators[0].consensusKey);
    const { signature, consensusKey } = said;
    expect(verifySync('ED25519', fromHex(consensusKey), rulesSupportDigest(said), fromHex(signature))).to.equal(true);
    const state = async (body: unknown, as?: 'user') =>
      fault(await ask(world, 'makeRulesSupport', { params, body }, as && { as }));
    expect(await state({ rules: RULES_NEXT }), 'a number that the program does not know').to.equal(
      '400 BODY_INVALID /rules',
    );
    expect(await state({ rules: 0 })).to.equal('400 BODY_INVALID /rules');
    expect(await state({ rules: 1 }, 'user')).to.equal('403 FORBIDDEN ');
    const act = { operationType: 'set-rules-version', rules: RULES_NEXT, wallet: EXAMPLE.walletAddress };
    const forged = [{ ...said, rules: RULES_NEXT }];
    const lied = await ask(world, 'propose', { params, body: { ...act, support: forged } });
    expect(lied.status).to.be.within(400, 403);
    expect((await rules()).rules).to.equal(1);
    // A newer program of this node would say so.
    const signer = world.deps.seatKeys.all().find(({ publicKey }) => publicKey === consensusKey);
    if (!signer) throw new Error('the seat is of this node');
    const support = [signRulesSupport(RULES_NEXT, signer)];
    const raised = await ask(world, 'propose', { params, body: { ...act, support } });
    expect([raised.status, raised.json.state]).to.deep.equal([200, 'Sealed']);
    expect((await rules()).rules).to.equal(RULES_NEXT);
    expect(fault(await ask(world, 'makeReadiness', { params }))).to.equal('503 UPGRADE_NEEDED ');
  });
});
