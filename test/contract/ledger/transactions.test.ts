// Transactions over HTTP: acceptance, every kind of refusal with its exact code, receipts, evidence, publications.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isIssue } from '../../../core/base/issue.js';
import { canonical } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { verifyEvidence } from '../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { submission } from '../../support/register/ledger.js';
import { worldOfAll } from '../world/world-of.js';
import { anOrder, aRegister, ask, buyer, exampleOrders, type Orders, seller, stranger, WAIT } from './fixtures.js';

const UNKNOWN_ID = '11111111-2222-4333-8444-555555555555';
const HASH = '0'.repeat(64);

describe('transactions', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const submit = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    ask(world, 'submitTransaction', { params: { registerId: at.registerId }, body }, { as: 'user', headers });
  const total = () => world.deps.chain.stats(world.deps.ledger.register(at.registerId)!.reg).transactions;
  async function refused(body: object): Promise<(number | string)[]> {
    const before = total();
    const answer = await submit(body, WAIT);
    expect(total(), 'nothing was stored').to.equal(before);
    expect(answer.headers['content-type']).to.match(/^application\/problem\+json/);
    return [answer.status, answer.json.code, answer.json.path];
  }

  it('are sealed, and the same one again is the same place', async () => {
    const order = anOrder(world, at);
    const first = await submit(order, WAIT);
    expect(first.status, first.text).to.equal(200);
    expect(first.json).to.deep.include({ transactionId: order.transactionId, status: 'sealed', index: 0 });
    const before = total();
    const again = await submit(order);
    expect([again.status, again.json.docketNumber]).to.deep.equal([200, first.json.docketNumber]);
    expect(total()).to.equal(before);
  });

  it('are signed by each key once', async () => {
    const order = anOrder(world, at);
    const [signature] = order.signatures!;
    expect(await refused({ ...order, signatures: [signature, signature] })).to.deep.equal([
      400,
      'VAL_STRUCT_011',
      '/signatures/1',
    ]);
  });

  it('that were promised and lost their place leave a receipt of the refusal', async () => {
    const params = { registerId: at.registerId };
    const expiresAt = new Date(world.deps.clock.now() + 30_000).toISOString();
    const order = anOrder(world, at, { expiresAt });
    await ask(world, 'pauseValidation', { params });
    expect((await submit(order)).status).to.equal(202);
    world.advance(60_000);
    await ask(world, 'resumeValidation', { params });
    const place = { params: { ...params, txId: order.transactionId } };
    expect((await ask(world, 'getReceipt', place)).json, 'by the clock alone').to.include({ status: 'abandoned' });
    await submit(anOrder(world, at), WAIT);
    const receipt = await ask(world, 'getReceipt', place);
    expect(receipt.status, receipt.text).to.equal(200);
    expect(receipt.json).to.deep.include({ status: 'refused', code: 'VAL_TIME_003', definitive: true });
  });

  it('are pending while the validator is paused, and sealed after', async () => {
    const params = { registerId: at.registerId };
    const order = anOrder(world, at);
    const place = { params: { ...params, txId: order.transactionId } };
    await ask(world, 'pauseValidation', { params });
    const accepted = await submit(order);
    expect([accepted.status, accepted.json.status]).to.deep.equal([202, 'pending']);
    expect((await ask(world, 'getReceipt', place)).json.status).to.equal('pending');
    expect((await ask(world, 'getTransaction', place)).status).to.equal(404);
    const process = await ask(world, 'processPool', { params });
    expect([process.status, process.json.code]).to.deep.equal([409, 'VALIDATOR_NOT_RUNNING']);
    await ask(world, 'resumeValidation', { params });
    expect((await submit(order, WAIT)).json).to.deep.include({ status: 'sealed', transactionId: order.transactionId });
  });

  it('are refused when tampered with, each with its own code', async () => {
    const order = anOrder(world, at);
    expect(await refused({ ...order, payload: { amount: 999 } })).to.deep.equal([400, 'VAL_HASH_001', '/payloadHash']);
    const payload = { amount: 998 };
    const payloadHash = sha256Hex(canonical(payload));
    expect(await refused({ ...order, payload, payloadHash })).to.deep.equal([400, 'VAL_HASH_002', '/transactionId']);
    expect(await refused({ ...order, createdAt: '2026-11-21T10:00:01.000Z' })).to.deep.equal([
      400,
      'VAL_HASH_002',
      '/transactionId',
    ]);
    const [entry] = order.signatures;
    const flipped = Buffer.from(entry?.signatureValue ?? '', 'base64');
    flipped[0] = (flipped[0] as number) ^ 1;
    const forged = { ...entry, signatureValue: flipped.toString('base64') };
    expect((await refused({ ...order, signatures: [forged] })).slice(0, 2)).to.deep.equal([400, 'VAL_SIG_002']);
    const foreign = { ...entry, publicKey: Buffer.from(stranger.publicKey).toString('base64') };
    expect((await refused({ ...order, signatures: [foreign] })).slice(0, 2)).to.deep.equal([400, 'VAL_SIG_002']);
    const borrowed = anOrder(world, at, { senderWallet: seller.address });
    expect(await refused(borrowed)).to.deep.equal([400, 'VAL_SIG_004', '/senderWallet']);
  });

  it('are refused when a member is missing or unknown', async () => {
    const order = anOrder(world, at);
    const { signatures: _, ...unsigned } = order;
    const { transactionId: __, ...nameless } = order;
    const { payload: ___, ...empty } = order;
    expect(await refused(unsigned)).to.deep.equal([400, 'VAL_STRUCT_007', '/signatures']);
    expect(await refused(nameless)).to.deep.equal([400, 'VAL_STRUCT_001', '/transactionId']);
    expect(await refused(empty)).to.deep.equal([400, 'VAL_STRUCT_005', '/payload']);
    expect(await refused({ ...order, actionId: 7 })).to.deep.equal([400, 'BODY_INVALID', '/actionId']);
    expect(await refused({ ...order, extra: 1 })).to.deep.equal([400, 'BODY_INVALID', '/extra']);
    expect(await refused({ ...order, registerId: UNKNOWN_ID })).to.deep.equal([400, 'BODY_INVALID', '/registerId']);
  });

  it('are refused by the rules of the register', async () => {
    const codeOf = async (body: object) => (await refused(body)).slice(0, 2);
    expect(await codeOf(anOrder(world, at, { payload: { amount: 0 } }))).to.deep.equal([400, 'VAL_SCHEMA_004']);
    expect(await codeOf(anOrder(world, { ...at, publicationTxId: HASH }))).to.deep.equal([422, 'VAL_BP_VERSION_001']);
    expect(await codeOf(anOrder(world, at, { blueprintId: 'nothing' }))).to.deep.equal([400, 'VAL_SCHEMA_001']);
    expect(await codeOf(anOrder(world, at, { actionId: '1', payload: { confirmed: true } }, seller))).to.deep.equal([
      422,
      'VAL_BP_001',
    ]);
    // A member of the order is none of the confirmation.
    expect(await codeOf(anOrder(world, at, { actionId: '1' }, seller))).to.deep.equal([400, 'VAL_SCHEMA_007']);
    const future = new Date(world.deps.clock.now() + 3_600_000).toISOString();
    expect(await codeOf(anOrder(world, at, { createdAt: future }))).to.deep.equal([400, 'VAL_TIME_001']);
  });

  it('that publish or govern take a role on the roster', async () => {
    const draft = {
      registerId: at.registerId,
      blueprintId: 'mine',
      actionId: 'blueprint-publish',
      senderWallet: stranger.address,
      createdAt: new Date(world.deps.clock.now()).toISOString(),
      payload: DEFINITION,
    };
    // The node asks its caller first; side-door.test.ts has the rest.
    expect(await refused(submission(draft, [stranger]))).to.deep.equal([403, 'FORBIDDEN', '']);
    const governance = { ...draft, blueprintId: 'register-governance-v1', actionId: 'add-member', payload: { a: 1 } };
    expect((await refused(submission(governance, [stranger]))).slice(0, 2)).to.deep.equal([400, 'VAL_STRUCT_011']);
    const unknown = { ...governance, actionId: 'crown' };
    expect((await refused(submission(unknown, [stranger]))).slice(0, 2)).to.deep.equal([403, 'VAL_PERM_002']);
  });

  it('go to an unknown register in vain', async () => {
    const order = anOrder(world, { ...at, registerId: UNKNOWN_ID });
    const answer = await ask(world, 'submitTransaction', { params: { registerId: UNKNOWN_ID }, body: order });
    expect([answer.status, answer.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
  });

  it('come in batches, with one result each', async () => {
    const good = anOrder(world, at);
    const bad = { ...anOrder(world, at), payloadHash: HASH };
    const known = at.order;
    const transactions = [good, bad, good, known];
    const answer = await ask(world, 'submitBatch', { body: { transactions } }, { as: 'user', headers: WAIT });
    expect(answer.status, answer.text).to.equal(200);
    const [first, second, third, fourth] = answer.json.results;
    expect(first).to.deep.include({ transactionId: good.transactionId, status: 'sealed' });
    expect(second).to.deep.include({ status: 'refused', code: 'VAL_HASH_001', path: '/payloadHash' });
    expect(third).to.deep.equal({ transactionId: good.transactionId, status: 'duplicate' });
    expect(fourth).to.deep.include({ transactionId: known.transactionId, status: 'sealed', docketNumber: 2 });
    const none = await ask(world, 'submitBatch', { body: { transactions: [] } });
    expect([none.status, none.json.code]).to.deep.equal([400, 'BODY_INVALID']);
  });

  it('are validated in the words of the validator service', async () => {
    const order = anOrder(world, at);
    const added = await ask(world, 'validateTransaction', { body: order }, { headers: WAIT });
    expect(added.json).to.deep.include({ isValid: true, added: true, transactionId: order.transactionId });
    const again = await ask(world, 'addTransaction', { body: order });
    expect(again.json).to.deep.include({ isValid: true, added: false, status: 'sealed' });
    const bad = await ask(world, 'validateTransaction', { body: { ...order, payloadHash: HASH } });
    expect([bad.status, bad.json.code, bad.json.isValid]).to.deep.equal([400, 'VAL_HASH_001', false]);
    expect(bad.json.errors[0]).to.deep.include({ code: 'VAL_HASH_001', field: '/payloadHash' });
  });

  it('are prepared with what a wallet signs', async () => {
    const { signatures: _, transactionId, payloadHash, ...draft } = anOrder(world, at);
    const prepared = await ask(world, 'prepareTransaction', { body: draft });
    expect(prepared.status, prepared.text).to.equal(200);
    expect(prepared.json).to.deep.include({ transactionId, payloadHash });
    expect(prepared.json.signingDigest).to.equal(sha256Hex(`${transactionId}:${payloadHash}`));
    const { publicationTxId: __, ...unpinned } = draft;
    const filled = await ask(world, 'prepareTransaction', { body: unpinned });
    expect(filled.json.transaction.publicationTxId).to.equal(at.publicationTxId);
    const odd = await ask(world, 'prepareTransaction', { body: { ...draft, previousTransactionId: 'x' } });
    expect([odd.status, odd.json.code]).to.deep.equal([400, 'VAL_STRUCT_011']);
  });

  it('are read one by one and in pages', async () => {
    const params = { registerId: at.registerId, txId: at.order.transactionId };
    const one = await ask(world, 'getTransaction', { params });
    expect(one.json).to.deep.include({ txId: at.order.transactionId, senderWallet: buyer.address, docketNumber: 2 });
    expect(one.json.payloads[0].data).to.deep.equal(at.order.payload);
    expect(one.json.metaData).to.deep.include({ transactionType: 'Action', actionId: '0' });
    const page = await ask(world, 'listTransactions', { params, query: { $skip: 1, $top: 1 } });
    expect(page.json).to.deep.include({ page: 2, pageSize: 1, total: total() });
    expect(page.json.transactions[0].txId).to.equal(at.publicationTxId);
    const missing = await ask(world, 'getTransaction', { params: { ...params, txId: HASH } });
    expect([missing.status, missing.json.code]).to.deep.equal([404, 'TRANSACTION_NOT_FOUND']);
  });

  it('leave a receipt and evidence that verifies offline, and that no one can change', async () => {
    const params = { registerId: at.registerId, txId: at.order.transactionId };
    const receipt = (await ask(world, 'getReceipt', { params })).json;
    expect(receipt).to.deep.include({ status: 'sealed', docketNumber: 2 });
    expect(receipt.certificate).to.deep.include({ kind: 'COMMIT', height: 2, docketHash: receipt.docketHash });
    const none = await ask(world, 'getReceipt', { params: { ...params, txId: HASH } });
    expect([none.status, none.json.code]).to.deep.equal([404, 'RECEIPT_NOT_FOUND']);
    const evidence = (await ask(world, 'getEvidence', { params })).json;
    const proof = verifyEvidence(evidence, verifySync);
    expect(isFailure(proof) ? proof : proof.docketHash).to.equal(receipt.docketHash);
    evidence.transaction.payload.amount += 1;
    const broken = verifyEvidence(evidence, verifySync);
    expect(isFailure(broken) && broken.issues.every(isIssue)).to.equal(true);
  });

  it('publish definitions once, for roster members only', async () => {
    const registerId = await aRegister(world, 'Publications');
    const params = { registerId };
    const body = { blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION };
    const first = await ask(world, 'publishBlueprint', { params, body });
    expect(first.status, first.text).to.equal(200);
    expect(first.json).to.deep.include({ submitted: true, alreadyPublished: false, version: 1 });
    const again = await ask(world, 'publishBlueprint', { params, body });
    expect(again.json).to.deep.include({ submitted: false, alreadyPublished: true, txId: first.json.txId, version: 1 });
    const changed = { ...body, blueprintJson: { ...DEFINITION, title: 'Purchase order, amended' } };
    expect((await ask(world, 'publishBlueprint', { params, body: changed })).json).to.deep.include({ version: 2 });
    const outsider = await ask(world, 'publishBlueprint', { params, body }, { as: 'user' });
    expect([outsider.status, outsider.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const unknown = await ask(world, 'publishBlueprint', { params: { registerId: UNKNOWN_ID }, body });
    expect([unknown.status, unknown.json.code]).to.deep.equal([503, 'GOVERNANCE_ROSTER_NOT_SEALED']);
    expect(unknown.headers['retry-after']).to.equal('2');
    world.mesh.isOn = false;
    const nowhere = await ask(world, 'publishBlueprint', { params: { registerId: UNKNOWN_ID }, body });
    expect([nowhere.status, nowhere.json.code], 'without peers').to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    world.mesh.isOn = true;
    const latest = await ask(world, 'getLatestPublication', {
      params: { registerId, blueprintId: LEDGER.blueprintId },
    });
    expect(latest.json).to.deep.include({ version: 2 });
    const none = await ask(world, 'getPublication', { params: { registerId, txId: HASH } });
    expect([none.status, none.json.code]).to.deep.equal([404, 'PUBLICATION_NOT_FOUND']);
  });
});
