// The origin of an instance, of a member and of a docket, for people and programs.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const TX = 'ab'.repeat(32);
const INSTANCE = '2f7c3f0a-1b0e-4f0e-9d59-6a1d6c0a4e10';
const PATH = `/api/provenance/instances/${INSTANCE}`;
const place = {
  ...{ transactionId: TX, docketNumber: 4, index: 0, sealedAt: '2026-11-27T10:00:00.000Z', senderWallet: 'qr1sender' },
  evidence: `/api/registers/${REGISTER}/transactions/${TX}/evidence`,
};
const author = {
  ...{ participantId: 'p', participantName: 'Ada', organizationName: 'Acme', version: 1, transactionId: TX },
};
const step = { ...place, author, type: 'Action', actionId: '0', actionTitle: 'Order', previousTransactionId: null };
const of = { instanceId: INSTANCE, registerId: REGISTER };
const DOCKET = `GET /api/provenance/registers/${REGISTER}/dockets/4`;
const check = { layer: 'seal', status: 'verified', headline: 'All is there.', checkedAgainst: 'h' };

describe('cli/commands/workflow/instance-provenance', () => {
  it('shows who did each step', async () => {
    const definition = { ...place, blueprintId: 'order', version: 2 };
    const page = { ...of, definition, steps: [step], page: 1, pageSize: 20, totalCount: 1 };
    const answers = { [`GET ${PATH}`]: page };
    const { out, err } = await called(['instance', 'provenance', INSTANCE], answers);
    expect(out)
      .to.contain('order, version 2')
      .and.match(/Order +Ada \(Acme\) +abab/);
    expect(err).to.contain(`quorate instance evidence ${INSTANCE}`);
  });

  it('shows the kind of each step, the deputy that gave a vote, and who answers for the definition', async () => {
    const move = (members: object) => ({ ...step, type: 'Action', ...members });
    const steps = [
      move({ type: 'Handover' }),
      move({ type: 'Delivery' }),
      move({ type: 'Objection' }),
      move({ type: 'Rejection' }),
      move({ type: 'Confirmation', role: 'seller', isConfirmed: false }),
      move({ type: 'Vote', vote: 'yes', role: 'bank', for: 'northbank' }),
      { ...move({ type: 'Timer', timer: 'silence', senderWallet: 'timer' }), author: undefined },
    ];
    const definition = { ...place, blueprintId: 'order', version: 2, publishedBy: 'qr1owner' };
    const page = { ...of, definition, steps, page: 1, pageSize: 20, totalCount: steps.length };
    const { out } = await called(['instance', 'provenance', INSTANCE], { [`GET ${PATH}`]: page });
    const titles = out.split('\n').flatMap((line) => /Z +(.+?) {2,}/.exec(line)?.[1] ?? []);
    expect(titles).to.deep.equal([
      ...['Handover', 'Delivery', 'Order (Objection)', 'Order (Rejection)', 'Order (not confirmed by seller)'],
      ...['Order (Vote yes as bank, by a deputy of northbank)', 'Order (Timer)'],
    ]);
    expect(out).to.match(/Order \(Timer\) +timer silence +abab/);
    expect(out).to.contain('by qr1owner, sent by the system wallet of its node, qr1sender');
  });

  it('shows who stated a member, and what was not taken', async () => {
    const statement = { ...place, actionId: '0', actionTitle: null, value: { net: 5 }, calculatedFrom: ['amount'] };
    const suspect = { ...statement, value: undefined, suspicion: 'calculation' };
    const answers = {
      [`GET ${PATH}/fields?member=%2Ftotal`]: { ...of, member: '/total', statements: [statement, suspect] },
    };
    const { out, err } = await called(['instance', 'provenance', INSTANCE, '--member', '/total'], answers);
    expect(out).to.contain('{ "net": 5 }').and.contain('not taken: calculation').and.contain('qr1sender');
    expect(err).to.contain('--open /total');
  });

  it('ends with 1 for a docket that fails a check', async () => {
    const sound = await called(['docket', 'check', REGISTER, '4'], { [DOCKET]: { checks: [check] } });
    expect([sound.exit, sound.out.includes('All is there.')]).to.deep.equal([0, true]);
    const failed = { ...check, status: 'failed', reason: 'The TxIds give another root.' };
    const broken = await called(['docket', 'check', REGISTER, '4'], { [DOCKET]: { checks: [failed] } });
    expect([broken.exit, broken.out.includes('another root')]).to.deep.equal([1, true]);
    expect((await called(['docket', 'check', REGISTER, 'x'], {})).exit).to.equal(2);
  });
});
