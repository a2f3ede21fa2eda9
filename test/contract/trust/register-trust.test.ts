// Whom a register trusts, through HTTP: an imported list becomes an act, voters compare it, and outsiders get proofs.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64 } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { type PinProof, rootOfProof } from '../../../core/register/trust/root.js';
import { signedList } from '../../support/trust-lists/signed-list.js';
import { partner, twoGovern, vote } from '../governance/fixtures.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { LIST_URL, PARTS, ROOT, seedTrustList } from './fixtures.js';

const wallet = EXAMPLE.walletAddress;
const HASH = sha256Hex(fromBase64(ROOT) as Uint8Array);
const OTHER = sha256Hex('another anchor');

describe('whom a register trusts', () => {
  const world = worldOfAll();
  const fault = (answer: { status: number; json: { code?: string; path?: string } }) =>
    [answer.status, answer.json.code, answer.json.path].join(' ');
  const pin = (registerId: string, more: object = {}, trustListId = 'eu') =>
    ask(world, 'pinTrustList', { params: { trustListId }, body: { registerId, wallet, ...more } });
  const trustOf = async (registerId: string, query: Readonly<Record<string, unknown>> = {}) =>
    (await ask(world, 'getRegisterTrust', { params: { registerId }, query })).json;
  const propose = (registerId: string, body: object) =>
    ask(world, 'propose', { params: { registerId }, body: { wallet, ...body } });
  const stated = { operationType: 'set-trust', listId: 'eu', kind: 'x509' };

  before(() => seedTrustList(world));

  it('is an imported list, once governance took it, and no other before', async () => {
    const registerId = await aRegister(world);
    expect((await trustOf(registerId)).lists).to.deep.equal([]);
    const done = await pin(registerId, { assurance: 'Substantial', justification: 'The list of July.' });
    expect([done.status, done.json.state, done.json.proposal.status]).to.deep.equal([200, 'Sealed', 'Recorded']);
    const { sequenceNumber, sha256, issuedAt, nextUpdate } = (
      await ask(world, 'getTrustList', { params: { trustListId: 'eu' } })
    ).json;
    const trust = await trustOf(registerId, { listId: 'eu' });
    expect(trust.lists).to.deep.equal([
      {
        ...{ listId: 'eu', kind: 'x509', sequence: sequenceNumber, assurance: 'Substantial' },
        ...{ source: { sha256, issuedAt, nextUpdate, url: LIST_URL }, entryCount: 1, entries: [HASH] },
      },
    ]);
    expect((await trustOf(registerId)).lists[0]).to.not.have.property('entries');
    const before = await trustOf(registerId, { asOf: trust.asOf - 1 });
    expect([before.lists, before.root === trust.root]).to.deep.equal([[], false]);
    expect(fault(await pin(registerId)), 'the same list again').to.equal('409 VAL_TRUST_001 /sequence');
  });

  it('is proven to outsiders, as of a docket', async () => {
    const registerId = await aRegister(world);
    await pin(registerId);
    const { asOf, root } = await trustOf(registerId);
    const params = { registerId };
    const query = { listId: 'eu', hash: HASH };
    const { proof, ...at } = (await ask(world, 'provePin', { params, query })).json;
    expect(at).to.deep.equal({ registerId, asOf, root });
    expect(rootOfProof(proof as PinProof)).to.equal(root);
    const gone = '404 TRUSTLIST_UNAVAILABLE /hash';
    expect(fault(await ask(world, 'provePin', { params, query: { ...query, asOf: asOf - 1 } }))).to.equal(gone);
    expect(fault(await ask(world, 'provePin', { params, query: { ...query, hash: OTHER } }))).to.equal(gone);
    expect(fault(await ask(world, 'provePin', { params, query: { ...query, issuer: 'did:web:a.example' } }))).to.equal(
      gone,
    );
    const late = await ask(world, 'provePin', { params, query: { ...query, asOf: asOf + 1 } });
    expect(fault(late)).to.equal('400 QUERY_INVALID /asOf');
    expect((await propose(registerId, { operationType: 'distrust', hashes: [HASH] })).status).to.equal(200);
    expect(fault(await ask(world, 'provePin', { params, query }))).to.equal(gone);
    expect((await trustOf(registerId)).lists[0].entryCount).to.equal(0);
    const then = await ask(world, 'provePin', { params, query: { ...query, asOf } });
    expect([then.status, then.json.root], 'what was trusted then').to.deep.equal([200, root]);
  });

  it('is compared with the imported list before a vote', async () => {
    const registerId = await twoGovern(world);
    const compared = async ({ proposalId }: { proposalId: string }) =>
      (await ask(world, 'comparePin', { params: { registerId, proposalId } })).json;
    const honest = (await pin(registerId)).json;
    expect(await compared(honest)).to.deep.include({
      ...{ listId: 'eu', isImported: true, isEqual: true, isSameSource: true },
      ...{ missing: [], strange: [], added: [HASH], dropped: [] },
    });
    const { sequence } = honest.operation;
    const false_ = { ...stated, sequence, source: honest.operation.source };
    const swapped = (await propose(registerId, { ...false_, entries: [OTHER] })).json;
    expect(await compared(swapped), 'another anchor').to.deep.include({
      ...{ isEqual: false, isSameSource: true, missing: [HASH], strange: [OTHER] },
    });
    const renumbered = (await propose(registerId, { ...false_, sequence: sequence + 1, entries: [HASH] })).json;
    expect(await compared(renumbered), 'another number').to.deep.include({
      ...{ isEqual: false, importedSequence: sequence, missing: [], strange: [] },
    });
    const source = { ...honest.operation.source, sha256: OTHER };
    const unsourced = (await propose(registerId, { ...false_, source, entries: [HASH] })).json;
    expect(await compared(unsourced), 'other bytes').to.deep.include({ isEqual: false, isSameSource: false });
    await ask(world, 'approveProposal', {
      params: { registerId, proposalId: honest.proposalId },
      body: vote(registerId, honest.operation, partner),
    });
    const foreign = { ...stated, listId: 'unknown', sequence: 1, entries: [OTHER] };
    const unknown = await compared((await propose(registerId, foreign)).json);
    expect(unknown).to.deep.include({ isImported: false, isEqual: false, missing: [], strange: [], added: [OTHER] });
    expect(unknown).to.not.have.any.keys('importedSequence', 'isSameSource');
    const next = (await propose(registerId, { ...stated, sequence: sequence + 9, entries: [OTHER] })).json;
    expect(await compared(next), 'beside what is pinned').to.deep.include({ added: [OTHER], dropped: [HASH] });
    const key = { issuer: 'did:web:a.example', key: OTHER };
    const keys = { ...stated, listId: 'eu', kind: 'keys', sequence: sequence + 9, entries: [key] };
    expect(await compared((await propose(registerId, keys)).json), 'keys are in no such list').to.deep.include({
      ...{ isImported: false, missing: [], strange: [] },
    });
    const other = (await propose(registerId, { operationType: 'remove-trust', listId: 'eu' })).json;
    const none = await ask(world, 'comparePin', { params: { registerId, proposalId: other.proposalId } });
    expect(fault(none)).to.equal('404 GOVERNANCE_PROPOSAL_NOT_FOUND /proposalId');
  });

  it('is proposed and compared by administrators, of lists that they have', async () => {
    const registerId = await aRegister(world);
    expect(fault(await pin(registerId, {}, 'none'))).to.equal('404 TRUSTLIST_UNAVAILABLE /trustListId');
    expect(fault(await pin(registerId, { assurance: 'Total' }))).to.equal('400 BODY_INVALID /assurance');
    const as = 'user' as const;
    const body = { registerId, wallet };
    const forbidden = await ask(world, 'pinTrustList', { params: { trustListId: 'eu' }, body }, { as });
    expect([forbidden.status, forbidden.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const params = { registerId, proposalId: OTHER };
    const unseen = await ask(world, 'comparePin', { params }, { as });
    expect([unseen.status, unseen.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(fault(await ask(world, 'comparePin', { params }))).to.equal('404 GOVERNANCE_PROPOSAL_NOT_FOUND /proposalId');
    const wrong = await ask(world, 'getRegisterTrust', { params: { registerId }, query: { asOf: 'x' } });
    expect([wrong.status, wrong.json.code]).to.deep.equal([400, 'QUERY_INVALID']);
  });

  it('is the newest list that was imported', async () => {
    const registerId = await aRegister(world);
    const url = 'https://lists.example/rising.xml';
    const serve = (sequence: number) =>
      world.trust.served.set(url, signedList({ ...PARTS, sequence }, world.trust.operator));
    serve(5);
    await ask(world, 'importTrustList', { body: { trustListId: 'rising', url } });
    expect((await pin(registerId, {}, 'rising')).status).to.equal(200);
    serve(6);
    await ask(world, 'refreshTrustList', { params: { trustListId: 'rising' } });
    expect((await pin(registerId, {}, 'rising')).status).to.equal(200);
    expect((await trustOf(registerId)).lists[0].sequence).to.equal(6);
  });
});
