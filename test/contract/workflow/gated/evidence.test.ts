// Evidence of a gate over HTTP: a reader shows an outsider what was presented, and nobody else can.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { type EvidenceProof, verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { good } from '../../../support/base/good.js';
import { OFFICE } from '../../../support/credentials/office.js';
import { post } from '../../assistants/clients.js';
import { ask } from '../../ledger/fixtures.js';
import { programSession } from '../../programs/fixtures.js';
import type { Answer } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { gatedOrder, gatedRegister, LICENCE, prepared, shownAt } from '../gate-fixtures.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('evidence of a gate', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    registerId = await gatedRegister(world);
  });

  async function sealed(requirement: object = {}) {
    const order = await gatedOrder(world, { registerId, requirements: [{ ...LICENCE, ...requirement }] });
    const { gateId, requirements } = await prepared(world, order);
    const rawPresentation = shownAt(world, requirements[0]!);
    await ask(world, 'presentAtGate', { params: { gateId }, body: { requirement: 'licence', rawPresentation } });
    const done = await ask(world, 'submitPreparedAction', { params: { gateId } });
    expect(done.json.status, done.text).to.equal('sealed');
    return { instanceId: order.instanceId, txId: done.json.transactionId as string };
  }

  const open = (
    { instanceId, txId }: { readonly instanceId: string; readonly txId: string },
    body: object = {},
    how: Parameters<typeof ask>[3] = {},
  ) => {
    const whole = { txId, gate: 'licence', wallet: EXAMPLE.walletAddress, ...body };
    return ask(world, 'openInstanceParts', { params: { instanceId }, body: whole }, how);
  };

  async function gateOf({ json }: Answer, txId: string) {
    const evidence = (await ask(world, 'getEvidence', { params: { registerId, txId } })).json;
    const { statement: _, ...shown } = json;
    return (good(verifyEvidence({ ...evidence, ...shown }, verifySync)) as EvidenceProof).gate;
  }

  it('proves without the node that it held, and who showed what', async () => {
    const at = await sealed();
    const shown = await open(at);
    expect(shown.status, shown.text).to.equal(200);
    const gate = await gateOf(shown, at.txId);
    expect(gate).to.deep.include({ id: 'licence', verdict: 'held', level: 'Substantial', claims: { name: 'Ada' } });
    expect(shown.json.gate.sealed.map(({ transaction }: { transaction: { payload: object } }) => transaction.payload))
      .to.have.length(1)
      .and.to.have.nested.property('[0].verifierIds');
  });

  it('is of evidence in the clear and of kept evidence too', async () => {
    const open1 = await sealed({ evidence: 'public' });
    const shown = await open(open1);
    expect(shown.status, shown.text).to.equal(200);
    expect(shown.json).to.not.have.property('opening');
    expect((await gateOf(shown, open1.txId))?.verdict).to.equal('held');
    const kept = await sealed({ evidence: 'kept' });
    expect((await gateOf(await open(kept), kept.txId))?.verdict).to.equal('held');
  });

  it('is given by the tool of assistants as by the operations, by who may open what the instance disclosed', async () => {
    const at = await sealed();
    const params = { registerId, txId: at.txId };
    const tool = {
      name: 'tx_evidence',
      arguments: { ...params, gate: 'licence', walletAddress: EXAMPLE.walletAddress },
    };
    const used = async (token: string, asked: object = {}) => {
      const named = { ...tool, arguments: { ...tool.arguments, ...asked } };
      const { json } = await post(world, { method: 'tools/call', params: named, token });
      return json.result.structuredContent;
    };
    const token = await world.token('administrator');
    const { data } = await used(token);
    const { statement: _, ...shown } = (await open(at)).json;
    expect(data).to.deep.equal({ ...(await ask(world, 'getEvidence', { params })).json, ...shown });
    expect((good(verifyEvidence(data, verifySync)) as EvidenceProof).gate?.verdict).to.equal('held');
    expect(await used(token, { gate: 'badge' })).to.include({ status: 'ValidationError', code: 'BODY_INVALID' });
    const { accessToken } = await programSession(world, 'administrator', { scopes: ['ledger:read'], resource: 'mcp' });
    expect((await used(accessToken, { gate: undefined })).status).to.equal('Passed');
    expect(await used(accessToken)).to.include({ status: 'Unauthorized', code: 'SCOPE_MISSING' });
  });

  it('is for who reads the gate, and of a gate that the action states', async () => {
    const at = await sealed();
    expect(refusal(await open(at, { gate: 'badge' }))).to.deep.equal([400, 'BODY_INVALID', '/gate']);
    expect(refusal(await open(at, { gate: undefined }))).to.deep.equal([400, 'BODY_INVALID', '']);
    expect(refusal(await open(at, { gate: '/licence' }))).to.deep.equal([400, 'BODY_INVALID', '/gate']);
    expect(refusal(await open(at, { txId: 'ab'.repeat(32) }))).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '/txId']);
    const other = await sealed({ evidence: 'public' });
    const moved = { instanceId: at.instanceId, txId: other.txId };
    expect(refusal(await open(moved))).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '/txId']);
    expect((await open(at, {}, { as: 'user' })).status).to.be.oneOf([403, 404]);
  });

  it('is listed by the anchor and by the key of its issuer, such as one that was distrusted', async () => {
    const at = await sealed();
    const open1 = await sealed({ evidence: 'public' });
    const [{ entry: anchor }] = (await open(at)).json.gate.pins;
    const listed = (hash: string, how: Parameters<typeof ask>[3] = {}) => {
      const params = { wallet: EXAMPLE.walletAddress, register: registerId, hash };
      return ask(world, 'listRunsUnderIssuer', { params, query: { pageSize: 100 } }, how);
    };
    for (const hash of [anchor, sha256Hex(OFFICE.spki)]) {
      const { json, text } = await listed(hash);
      const runs = json.items.map(({ transactionHash }: { transactionHash: string }) => transactionHash);
      expect(runs, text).to.include.members([at.txId, open1.txId]);
      const run = json.items.find(({ transactionHash }: { transactionHash: string }) => transactionHash === at.txId);
      expect(run).to.include({ instanceId: at.instanceId, actionId: '1', gate: 'licence', isInForce: true });
    }
    expect((await listed('ab'.repeat(32))).json).to.deep.include({ items: [], hasMore: false });
    expect(refusal(await listed('ab')).slice(0, 2)).to.deep.equal([400, 'PATH_INVALID']);
    expect((await listed(anchor, { as: 'user' })).status).to.equal(404);
  });
});
