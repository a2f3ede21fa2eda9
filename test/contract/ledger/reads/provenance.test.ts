// Provenance over HTTP: of dockets, of the steps of an instance, and of a member of its data.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import { type EvidenceProof, verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { aStarted, REVIEWED, type Started } from '../../workflow/fixtures.js';
import type { Answer } from '../../world/caller.js';
import type { World } from '../../world/world.js';
import { worldOfAll } from '../../world/world-of.js';
import { ask } from '../fixtures.js';

const { registerId } = LEDGER;
const params = { registerId };
const statuses = ({ json }: Answer) =>
  Object.fromEntries(json.checks.map((check: { layer: string; status: string }) => [check.layer, check.status]));
const SOUND = { anchor: 'verified', chain: 'verified', seal: 'verified', signers: 'verified', proposer: 'verified' };

describe('provenance', () => {
  const world = worldOfAll();
  let at: Started;
  before(async () => {
    at = await aStarted(world);
  });

  it('lists who sealed each docket, page by page to the newest', async () => {
    const numbers: number[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page = await ask(world, 'listDocketProvenance', { params, query: { fromDocket: from, pageSize: 2 } });
      expect(page.status, page.text).to.equal(200);
      for (const docket of page.json.dockets) {
        numbers.push(docket.docketNumber);
        expect(docket).to.include({ signerCount: 1, rosterChanged: false, transactionCount: 1 });
        expect(docket.proposerValidatorId).to.equal(world.deps.validator.validatorId);
      }
      expect(page.json.hasMore).to.equal(page.json.nextFromDocket !== null);
      from = page.json.nextFromDocket;
    }
    expect(numbers).to.deep.equal([0, 1, 2, 3, 4]);
    const beyond = await ask(world, 'listDocketProvenance', { params, query: { fromDocket: 5 } });
    expect(beyond.json).to.deep.include({ dockets: [], hasMore: false, nextFromDocket: null });
  });

  it('checks each docket again, and anchors it in a head that the reader knows', async () => {
    const { hash: newest } = (await ask(world, 'getDocket', { params: { registerId, docketId: 'latest' } })).json;
    for (let docketNumber = 0; docketNumber <= 4; docketNumber++) {
      const of = { params: { registerId, docketNumber } };
      const anchored = await ask(world, 'checkDocketProvenance', { ...of, query: { head: `${newest}@4` } });
      expect(statuses(anchored), anchored.text).to.deep.equal(SOUND);
      const plain = await ask(world, 'checkDocketProvenance', of);
      expect(statuses(plain)).to.deep.equal({ ...SOUND, anchor: 'unverified' });
      const lied = await ask(world, 'checkDocketProvenance', { ...of, query: { head: `${'0'.repeat(64)}@4` } });
      expect(statuses(lied)).to.deep.equal({ ...SOUND, anchor: 'failed' });
      const later = await ask(world, 'checkDocketProvenance', { ...of, query: { head: `${newest}@99` } });
      expect(statuses(later)).to.deep.equal({ ...SOUND, anchor: 'unverified' });
    }
  });

  it('refuses what is not there, is no head, or belongs to another tenant', async () => {
    const codeOf = async (...asked: Parameters<typeof ask> extends [World, ...infer Rest] ? Rest : never) => {
      const { status, json } = await ask(world, ...asked);
      return `${status} ${json.code} ${json.path}`;
    };
    const of = { registerId, docketNumber: 5 };
    expect(await codeOf('checkDocketProvenance', { params: of })).to.equal('404 DOCKET_NOT_FOUND /docketNumber');
    expect(
      await codeOf('checkDocketProvenance', { params: { ...of, docketNumber: 1 }, query: { head: 'x@1' } }),
    ).to.equal('400 QUERY_INVALID /head');
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await codeOf('listDocketProvenance', { params: { registerId: other } })).to.equal(
      '404 REGISTER_NOT_FOUND /registerId',
    );
    expect(await codeOf('getInstanceProvenance', { params: { instanceId: 'none' } })).to.equal(
      '404 INSTANCE_NOT_FOUND /instanceId',
    );
    const member = { params: { instanceId: at.instanceId }, query: { member: '/a~2' } };
    expect(await codeOf('getFieldProvenance', member)).to.equal('400 QUERY_INVALID /member');
  });

  it('tells the steps of an instance after its definition, with what proves each', async () => {
    const { instanceId, transactionId } = at;
    const { status, json, text } = await ask(world, 'getInstanceProvenance', { params: { instanceId } });
    expect(status, text).to.equal(200);
    expect(json).to.deep.include({ instanceId, registerId, totalCount: 1 });
    expect(json.definition).to.include({ blueprintId: REVIEWED.id, version: 1, docketNumber: 3 });
    // The system wallet of the node sent it, which is no party: the member answers for it.
    expect(json.definition.publishedBy).to.equal(EXAMPLE.walletAddress).and.not.equal(json.definition.senderWallet);
    expect(json.steps).to.have.length(1);
    const [step] = json.steps;
    expect(step).to.include({ transactionId, type: 'Action', actionId: '0', actionTitle: 'Order', docketNumber: 4 });
    expect(step.signatures[0]).to.include({ algorithm: 'ED25519' });
    const evidence = await ask(world, 'getEvidence', { params: { registerId, txId: transactionId } });
    expect(step.evidence).to.equal(`/api/registers/${registerId}/transactions/${transactionId}/evidence`);
    expect(evidence.json.transaction.header.payloadHash).to.equal(step.payloadHash);
  });

  it('proves all moves of an instance in one document, up to a head', async () => {
    const { instanceId } = at;
    const params = { instanceId };
    const { status, json, text } = await ask(world, 'getInstanceEvidence', { params });
    expect(status, text).to.equal(200);
    const proof = verifyEvidence(json, verifySync) as EvidenceProof;
    const { steps } = (await ask(world, 'getInstanceProvenance', { params })).json;
    expect(proof.instance).to.deep.include({ instanceId });
    expect(proof.instance?.moves.map(({ txId }) => txId)).to.eql(
      steps.map(({ transactionId }: { transactionId: string }) => transactionId),
    );
    const under = async (head: number) => {
      const answer = await ask(world, 'getInstanceEvidence', { params, query: { head } });
      return answer.json.code ?? answer.json.head.header.height;
    };
    expect(await under(4)).to.equal(4);
    expect(await under(3)).to.equal('TRANSACTION_NOT_FOUND');
    expect(await under(999)).to.equal('DOCKET_NOT_FOUND');
    const strange = await ask(world, 'getInstanceEvidence', { params: { instanceId: 'none' } });
    expect(`${strange.status} ${strange.json.code}`).to.equal('404 INSTANCE_NOT_FOUND');
  });

  it('tells who stated a member, and of what it was calculated', async () => {
    const [order, confirm] = DEFINITION.actions;
    const schema = {
      ...order?.dataSchemas?.[0],
      properties: { amount: { type: 'integer' }, total: { type: 'number' } },
    };
    const total = { '*': [{ var: 'amount' }, 3] };
    const priced = { ...order, dataSchemas: [schema], calculations: { total } };
    const definition = { ...DEFINITION, id: 'priced-order', actions: [priced, confirm] };
    const published = await ask(world, 'publishBlueprint', {
      params,
      body: { blueprintId: definition.id, override: UNREHEARSED, blueprintJson: definition },
    });
    expect(published.status, published.text).to.equal(200);
    const senderWallet = EXAMPLE.walletAddress;
    const body = { blueprintId: definition.id, actionId: '0', senderWallet, registerAddress: registerId };
    const done = await ask(world, 'submitAction', { body: { ...body, payloadData: { amount: 3 } } });
    expect(done.status, done.text).to.equal(200);
    const of = (member: string) =>
      ask(world, 'getFieldProvenance', { params: { instanceId: done.json.instanceId }, query: { member } });
    const stated = (await of('/amount')).json.statements;
    expect(stated).to.have.length(1);
    expect(stated[0]).to.deep.include({ value: 3, senderWallet, calculatedFrom: [], actionTitle: 'Order' });
    const calculated = (await of('/total')).json.statements;
    expect(calculated[0]).to.deep.include({
      value: 9,
      calculatedFrom: ['amount'],
      transactionId: done.json.transactionId,
    });
    expect((await of('/other')).json.statements).to.deep.equal([]);
    expect((await of('/constructor')).json.statements).to.deep.equal([]);
  });
});
