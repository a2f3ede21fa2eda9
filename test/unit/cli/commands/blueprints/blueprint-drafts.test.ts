// Drafts and publications from the command line: what is asked of the node, and what a person is told.
import { expect } from 'chai';
import { called, problem, whole } from '../../../../support/program/command.js';
import { alice, bob } from '../../../../support/register/ledger.js';

const BLUEPRINT = { id: 'permit', title: 'Permit', actions: [] };
const PUBLISHED = {
  blueprintId: 'permit',
  version: 2,
  registerId: 'r1',
  publishedAt: '2026-01-01T00:00:00.000Z',
  overridden: false,
  publishedBlueprint: { publicationTxId: 'aa', execDefHash: 'bb' },
};

describe('cli/commands/blueprints/blueprint-drafts', () => {
  const push = (blueprint: object, answers: Record<string, unknown>) =>
    called(['blueprint', 'push', '-'], answers, { stdin: JSON.stringify(blueprint) });
  const asked = (sent: { readonly requests: readonly { method: string; url: string }[] }) =>
    sent.requests.map(({ method, url }) => `${method} ${url.replace('http://node:1', '')}`);

  it('creates a draft, and changes it the next time', async () => {
    const created = await push(BLUEPRINT, {
      'GET /api/blueprints/permit': problem(404, 'BLUEPRINT_NOT_FOUND', 'There is none.'),
      'POST /api/blueprints': whole(201, BLUEPRINT),
    });
    expect([created.exit, created.out]).to.deep.equal([0, 'Permit: draft permit created.\n']);
    expect(created.err).to.contain('Next: quorate blueprint rehearse permit');
    expect(created.bodies).to.deep.equal([BLUEPRINT]);
    expect(created.requests[1]?.headers.get('authorization')).to.equal('Bearer token');
    const updated = await push(BLUEPRINT, {
      'GET /api/blueprints/permit': BLUEPRINT,
      'PUT /api/blueprints/permit': BLUEPRINT,
    });
    expect(updated.out).to.equal('Permit: draft permit updated.\n');
    const { id, ...nameless } = BLUEPRINT;
    const fresh = await push(nameless, { 'POST /api/blueprints': whole(201, { ...nameless, id: 'new-id' }) });
    expect(fresh.err).to.contain('Add "id": "new-id" to the file');
  });

  it('keeps the wallets of roles that the call names, by address or by the name of a wallet', async () => {
    const participants = [{ id: 'buyer', walletAddress: 'qr1old' }, { id: 'seller' }, { id: 'reads', name: 'Reader' }];
    const answers = {
      'GET /api/blueprints/permit': problem(404, 'BLUEPRINT_NOT_FOUND', 'There is none.'),
      'POST /api/blueprints': whole(201, BLUEPRINT),
      'GET /api/v1/wallets': [{ address: bob.address, id: 'w', name: 'Bob', status: 'Active' }],
    };
    const call = (...parties: readonly string[]) =>
      called(['blueprint', 'push', '-', ...parties.flatMap((one) => ['--party', one])], answers, {
        stdin: JSON.stringify({ ...BLUEPRINT, participants }),
      });
    const kept = await call(`buyer=${alice.address}`, 'seller=Bob');
    expect(kept.bodies, kept.err).to.deep.equal([
      {
        ...BLUEPRINT,
        participants: [
          { id: 'buyer', walletAddress: alice.address },
          { id: 'seller', walletAddress: bob.address },
          { id: 'reads', name: 'Reader' },
        ],
      },
    ]);
    const mistyped = await call(`buyr=${alice.address}`);
    expect([mistyped.exit, mistyped.bodies]).to.deep.equal([2, []]);
    expect(mistyped.err).to.contain('no role buyr').and.contain('Did you mean buyer?');
    expect((await call('buyer')).err).to.contain('--party buyer is not name=value');
  });

  it('does not create what the node could not look for', async () => {
    const refused = await push(BLUEPRINT, { 'GET /api/blueprints/permit': problem(403, 'FORBIDDEN', 'No.') });
    expect([refused.exit, asked(refused)]).to.deep.equal([1, ['GET /api/blueprints/permit']]);
  });

  it('lists a page, and says what it left out', async () => {
    const item = {
      id: 'permit',
      title: 'Permit',
      status: 'Draft',
      participantCount: 5,
      actionCount: 6,
      updatedAt: 'then',
    };
    const listed = await called(['blueprint', 'list', '--search', 'per mit', '--status', 'Draft'], {
      'GET /api/blueprints': { items: [item], totalCount: 21, page: 1, pageSize: 20 },
    });
    expect(asked(listed)).to.deep.equal(['GET /api/blueprints?page=1&pageSize=20&search=per+mit&status=Draft']);
    expect(listed.out)
      .to.match(/^Permit +Draft +5 +6 +then +permit$/m)
      .and.contain('Page 1 of 2, 21 in all.');
    const shown = await called(['blueprint', 'show', 'a/b'], { 'GET /api/blueprints/a%2Fb': BLUEPRINT });
    expect(JSON.parse(shown.out)).to.deep.equal(BLUEPRINT);
  });

  it('publishes, with an override only when it is asked for', async () => {
    const words = ['blueprint', 'publish', 'permit', '--register', 'r1'];
    const plain = await called(words, { 'POST /api/blueprints/permit/publish': PUBLISHED });
    expect(plain.bodies).to.deep.equal([{ registerId: 'r1' }]);
    expect(plain.out)
      .to.match(/^publication +aa$/m)
      .and.match(/^rehearsal +passed$/m);
    const forced = await called([...words, '--override', '--reason', 'urgent'], {
      'POST /api/blueprints/permit/publish': { ...PUBLISHED, overridden: true },
    });
    expect(forced.bodies).to.deep.equal([{ registerId: 'r1', override: { confirm: true, reason: 'urgent' } }]);
    expect(forced.out).to.match(/^rehearsal +overridden$/m);
    expect((await called([...words, '--reason', 'urgent'])).exit).to.equal(2);
  });

  it('explains a missing rehearsal, and leaves other refusals as they are', async () => {
    const words = ['blueprint', 'publish', 'permit', '--register', 'r1'];
    const refused = (status: number, code: string) =>
      called(words, {
        'POST /api/blueprints/permit/publish': whole(
          status,
          { code, detail: 'No.', execDefHash: 'bb' },
          { 'content-type': 'application/problem+json', 'retry-after': '5' },
        ),
      });
    const missing = await refused(409, 'REHEARSAL_REQUIRED');
    expect([missing.exit, missing.out]).to.deep.equal([1, '']);
    expect(missing.err)
      .to.contain('nobody has rehearsed this definition (behaviour bb) (REHEARSAL_REQUIRED)')
      .and.contain('quorate blueprint publish permit --register <id> --override --reason');
    const invalid = await called(words, {
      'POST /api/blueprints/permit/publish': whole(422, {
        code: 'BLUEPRINT_INVALID',
        detail: 'No.',
        errors: ['/actions/0/sender', '/actions/1/routes'].map((path) => ({ code: 'BP_X', path, message: 'No.' })),
      }),
    });
    expect(invalid.err)
      .to.contain('  /actions/0/sender: No.\n  /actions/1/routes: No. (BLUEPRINT_INVALID)')
      .and.contain('blueprint validate');
    const unsealed = await refused(503, 'GOVERNANCE_ROSTER_NOT_SEALED');
    expect(unsealed.err).to.contain('GOVERNANCE_ROSTER_NOT_SEALED').and.contain('Try again in 5 seconds.');
  });
});
