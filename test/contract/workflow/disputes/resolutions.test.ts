// How a dispute ends over HTTP: the instance says who can end it and until when, and a task asks them. A word of the
// resolver ends it, or the same word of all parties but the one at fault.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../../core/base/limits/ledger/instances.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { said } from '../../people/draft-register.js';
import { worldOfEach } from '../../world/world-of.js';
import { type FalseRuns, falseRuns, liar, OFFICE } from './false-run.js';

describe('a dispute that is resolved over HTTP', () => {
  const world = worldOfEach();
  let runs: FalseRuns;

  const place = (instanceId: string) => ({ params: { instanceId }, query: { registerId: runs.at.registerId } });
  const shown = async (instanceId: string) => (await ask(world, 'getInstance', place(instanceId))).json;
  const resolve = (instanceId: string, body: JsonObject, how: Parameters<typeof ask>[3] = {}) =>
    ask(world, 'resolveInstance', { ...place(instanceId), body: { senderWallet: OFFICE, ...body } }, how);
  const tasks = async () => {
    const params = { wallet: OFFICE, register: runs.at.registerId };
    const { json } = await ask(world, 'listPendingActions', { params });
    return (json.items as readonly JsonObject[]).map(({ instanceId, resolves, actionId }) => [
      ...[instanceId, resolves ?? 'act', actionId],
    ]);
  };
  async function disputed(instanceId: string) {
    const txId = await runs.stated(instanceId, { n: 4, m: 1, double: 9 });
    const made = await ask(world, 'objectInstance', { ...place(instanceId), body: { senderWallet: OFFICE, txId } });
    expect(made.json, made.text).to.include({ status: 'sealed' });
    return { txId, objection: made.json.transactionId as string };
  }

  it('is ended by the one whom the definition names, and what was built on the action stands again', async () => {
    runs = await falseRuns(world, { onFault: 'stop', resolver: 'z' });
    const { txId, objection } = await disputed('stop');
    const { state, dispute, activeBranches } = await shown('stop');
    expect([state, activeBranches]).to.deep.equal(['Disputed', []]);
    expect(dispute).to.deep.include({
      ...{ actionId: 1, transactionId: txId, objectionTransactionId: objection, accused: liar.address },
      ...{ resolver: { role: 'z', wallet: OFFICE } },
      parties: [
        { role: 'x', wallet: buyer.address },
        { role: 'z', wallet: OFFICE },
      ],
    });
    expect(dispute).to.not.have.property('until');
    expect(await tasks()).to.deep.equal([['stop', 'z', '1']]);
    const told = { instanceId: 'stop', objectionTransactionId: objection, outcome: 'keep', role: 'z' };
    const before = await resolve('stop', { outcome: 'keep', preview: true });
    expect(before.json, before.text).to.deep.equal({ ...told, decides: true, missing: [], status: 'preview' });
    expect(await shown('stop')).to.include({ state: 'Disputed' });
    expect(said(await resolve('stop', { outcome: 'keep', role: 'x' }))).to.equal('403 VAL_RES_002 /senderWallet');
    expect(said(await resolve('stop', { outcome: 'forgive' }))).to.match(/^400 /);
    expect(said(await resolve('stop', { outcome: 'keep' }, { as: 'user' }))).to.match(/^403 WALLET_ACCESS_DENIED/);
    const made = await resolve('stop', { outcome: 'keep' });
    expect(made.json, made.text).to.deep.include({ ...told, decides: true, status: 'sealed' });
    const after = await shown('stop');
    expect(after).to.deep.include({ state: 'Active', currentActionIds: [2] });
    expect(after).to.not.have.property('dispute');
    const [fault] = after.faults as readonly JsonObject[];
    expect(fault?.resolved).to.deep.equal({ outcome: 'keep', transactionId: made.json.transactionId });
    expect(await tasks()).to.deep.equal([['stop', 'act', '2']]);
    expect(said(await resolve('stop', { outcome: 'end' }))).to.equal('409 VAL_RES_001 /instanceId');
    // A run that was kept needs no acceptance of those who build on it.
    const act = { senderWallet: OFFICE, payloadData: { done: 1 } };
    const done = await ask(world, 'executeInstanceAction', {
      ...place('stop'),
      params: { instanceId: 'stop', actionId: '2' },
      body: act,
    });
    expect(said(done), done.text).to.match(/^200 /);
    expect(await shown('stop')).to.include({ state: 'Completed' });
  });

  it('is ended by all parties but the one at fault, and tells who is missing', async () => {
    runs = await falseRuns(world, { onFault: 'stop' });
    const { objection } = await disputed('all');
    const made = await resolve('all', { outcome: 'end' });
    expect(made.json, made.text).to.deep.include({ role: 'z', decides: false, missing: ['x'], status: 'sealed' });
    expect(await shown('all')).to.include({ state: 'Disputed' });
    expect((await shown('all')).dispute).to.deep.include({
      parties: [
        { role: 'x', wallet: buyer.address },
        { role: 'z', wallet: OFFICE, outcome: 'end' },
      ],
    });
    expect(await tasks()).to.deep.equal([]);
    expect(said(await resolve('all', { outcome: 'end' }))).to.equal('409 VAL_RES_003 /outcome');
    const payload = { type: 'resolution', v: 1, outcome: 'end', role: 'x' };
    const after = { transactionId: objection } as never;
    const word = (by: typeof buyer, role: string) =>
      runs.at.move(1, by, { after, instanceId: 'all', type: 'Resolution', payload: { ...payload, role } } as never);
    expect(said(await runs.at.submit(word(liar, 'y'))), 'the liar').to.match(/^403 VAL_RES_002/);
    expect(said(await runs.at.submit(word(liar, 'x'))), 'the liar for another').to.match(/^403 VAL_RES_002/);
    expect(said(await runs.at.submit(word(buyer, 'x')))).to.equal('200 sealed');
    expect(await shown('all')).to.include({ state: 'Rejected' });
  });

  it('of an objection in private is judged by the node of the resolver, and by it alone', async () => {
    const wallet = await ask(world, 'createWallet', { body: { title: 'Arbiter', keyType: 'ED25519' } });
    const arbiter = wallet.json.walletAddress as string;
    runs = await falseRuns(world, { resolver: 'r', judgeWithin: 'P2D' }, arbiter);
    const object = (instanceId: string, txId: string, body: JsonObject = {}) =>
      ask(world, 'objectInstance', {
        ...place(instanceId),
        body: { senderWallet: OFFICE, txId, isPrivate: true, ...body },
      });
    const txId = await runs.stated('lie', { n: 4, m: 1, double: 9 });
    const before = await object('lie', txId, { preview: true });
    expect(before.json, before.text).to.deep.include({ status: 'preview', ground: 'calculation' });
    expect([...before.json.readers].sort()).to.deep.equal([OFFICE, arbiter, liar.address].sort());
    const asked: unknown[] = [];
    const unlisten = world.deps.announcements.listen((fact) => {
      if (fact.type === 'resolution-asked') asked.push([fact.actionId, fact.wallets]);
    });
    const made = await object('lie', txId);
    expect(made.json, made.text).to.include({ status: 'sealed' });
    const { registerId } = runs.at;
    const data = await ask(world, 'getInstanceState', { ...place('lie'), query: { registerId, wallet: OFFICE } });
    expect([data.status, data.json.data?.double], data.text).to.deep.equal([200, 9]);
    const tx = made.json.transactionId;
    const read = await ask(world, 'getAction', { params: { wallet: arbiter, register: registerId, tx } });
    expect(read.json.payloadData, read.text).to.include({ type: 'objection', at: '/calculations/double' });
    const params = { wallet: arbiter, register: registerId };
    const { items } = (await ask(world, 'listPendingActions', { params })).json;
    expect(items.map(({ resolves }: JsonObject) => resolves)).to.deep.equal(['r']);
    expect(asked, 'told once, and to the resolver').to.deep.equal([[1, [arbiter]]]);
    unlisten();
    const { state, dispute, faults } = await shown('lie');
    expect([state, faults]).to.deep.equal(['Disputed', undefined]);
    expect(dispute).to.deep.include({
      isUnproven: true,
      transactionId: txId,
      resolver: { role: 'r', wallet: arbiter },
    });
    expect(said(await resolve('lie', { senderWallet: arbiter, outcome: 'end' }))).to.equal('409 VAL_RES_004 /outcome');
    expect(said(await resolve('lie', {}))).to.match(/^403 VAL_RES_002/);
    const found = await resolve('lie', { senderWallet: arbiter });
    const told = { role: 'r', proven: true, ground: 'calculation', at: '/calculations/double', decides: true };
    expect(found.json, found.text).to.deep.include({ ...told, status: 'sealed' });
    const after = await shown('lie');
    expect(after.faults[0]).to.deep.include({ transactionId: txId, objectedBy: OFFICE, ground: 'calculation' });
    expect(after.currentActionIds).to.deep.equal([1]);
    const good = await runs.stated('good', { n: 4, m: 1, double: 8 });
    expect(said(await object('good', good))).to.match(/^422 VAL_OBJ_004/);
  });

  it('of an objection in private is judged with the newest key of the resolver, opened with the one it was sealed to', async () => {
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map(async (title) => {
        const { json } = await ask(world, 'createWallet', { body: { title, keyType: 'ED25519' } });
        return json.walletAddress as string;
      }),
    );
    const [one = '', two = '', three = ''] = made;
    runs = await falseRuns(world, { resolver: 'r', judgeWithin: 'P2D' }, one);
    const { registerId } = runs.at;
    const organizationId = EXAMPLE.organisationId;
    const wait = { headers: { prefer: 'wait=5' } };
    const record = { registerId, participantId: 'arbiter', participantName: 'Arbiter', organizationName: 'Arbiters' };
    const founded = await ask(
      world,
      'publishParticipant',
      {
        params: { organizationId },
        body: { ...record, addresses: [{ walletAddress: one }], signerWalletAddress: one },
      },
      wait,
    );
    expect(founded.json.status, founded.text).to.equal('sealed');
    const rotate = async (from: string, to: string) => {
      const addresses = [{ walletAddress: to, primary: true }, { walletAddress: from }];
      const body = { registerId, signerWalletAddress: from, addresses };
      const params = { organizationId, participantId: 'arbiter' };
      const rotated = await ask(world, 'updateParticipant', { params, body }, wait);
      expect(rotated.json.status, rotated.text).to.equal('sealed');
    };
    const objected = async (instanceId: string, txId: string) => {
      const body = { senderWallet: OFFICE, txId, isPrivate: true };
      const objection = await ask(world, 'objectInstance', { ...place(instanceId), body });
      expect(objection.json, objection.text).to.include({ status: 'sealed' });
      return objection.json.readers as readonly string[];
    };
    const lie = { n: 4, m: 1, double: 9 };
    const [txId, other] = [await runs.stated('rotated', lie), await runs.stated('lost', lie)];
    await rotate(one, two);
    world.advance(READING_SLOT_MS);
    for (const [instanceId, run] of [
      ['rotated', txId],
      ['lost', other],
    ] as const)
      expect([...(await objected(instanceId, run))].sort()).to.deep.equal([OFFICE, two, liar.address].sort());
    await rotate(two, three);
    expect((await shown('rotated')).dispute.resolver).to.deep.equal({ role: 'r', wallet: three });
    const params = { wallet: three, register: registerId };
    const { items } = (await ask(world, 'listPendingActions', { params })).json;
    expect(items.map(({ resolves }: JsonObject) => resolves)).to.deep.equal(['r', 'r']);
    expect(said(await resolve('rotated', { senderWallet: two }))).to.match(/^403 VAL_RES_002/);
    const found = await resolve('rotated', { senderWallet: three });
    expect(found.json, found.text).to.deep.include({ proven: true, at: '/calculations/double', status: 'sealed' });
    const gone = await ask(world, 'deleteWallet', { params: { address: two } });
    expect(gone.status, gone.text).to.be.below(300);
    const unread = await resolve('lost', { senderWallet: three });
    expect(said(unread)).to.equal('400 CIPHERTEXT_INVALID /senderWallet');
    expect(unread.text, 'what to do').to.contain(two).and.contain('the node that has that wallet');
  });
});
