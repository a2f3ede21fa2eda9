// Programs at the command line: what is sent, and that a secret is shown once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';

const AT = '/api/programs';
const ROW = {
  ...{ clientId: 'planner', name: 'Planner', redirectUris: ['https://p.example/cb'], scopes: ['ledger:read'] },
  ...{ isForAll: false, hasSecret: true, createdAt: '2026-11-30T00:00:00.000Z', createdBy: 'a' },
};

describe('cli/commands/people/program', () => {
  const folder = folderOfAll();

  it('registers a program, and shows its secret on standard output alone', async () => {
    const answers = { [`POST ${AT}`]: whole(201, { ...ROW, clientSecret: 's3cret' }) };
    const words = ['program', 'add', 'Planner', '--redirect', 'https://p.example/cb', '--scope', 'ledger:read'];
    const { exit, out, err, bodies } = await called([...words, '--client-id', 'planner', '--secret'], answers);
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        ...{ name: 'Planner', redirectUris: ['https://p.example/cb'], hasSecret: true, isForAll: false },
        ...{ clientId: 'planner', scopes: ['ledger:read'] },
      },
    ]);
    expect(out).to.match(/^secret +s3cret$/m);
    expect(err).to.contain('not shown again').and.not.contain('s3cret');
  });

  it('registers keys of a program: a set of them, or one', async () => {
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const file = join(folder, 'keys.json');
    const words = ['program', 'add', 'Planner', '--redirect', 'https://p.example/cb', '--keys', file];
    const answers = { [`POST ${AT}`]: whole(201, ROW) };
    for (const document of [{ keys: [key] }, key]) {
      writeFileSync(file, JSON.stringify(document));
      const { exit, err, bodies } = await called(words, answers);
      expect(exit, err).to.equal(0);
      expect(bodies[0]).to.deep.include({ keys: [key], hasSecret: false });
    }
    writeFileSync(file, '[]');
    expect((await called(words, answers)).exit).to.equal(2);
  });

  it('asks where answers go, and for scopes that there are', async () => {
    const bare = await called(['program', 'add', 'Planner'], {});
    expect([bare.exit, bare.requests.length]).to.deep.equal([2, 0]);
    const wrong = ['program', 'add', 'Planner', '--redirect', 'https://p.example/cb', '--scope', 'account:manage'];
    expect((await called(wrong, {})).exit).to.equal(2);
  });

  it('lists programs, and removes one', async () => {
    const { out } = await called(['program', 'list'], { [`GET ${AT}`]: { programs: [ROW] } });
    expect(out).to.match(/^planner +Planner +your organisation +a secret +ledger:read +https:\/\/p\.example\/cb$/m);
    const answers = { [`DELETE ${AT}/planner`]: whole(204) };
    const { exit, requests } = await called(['program', 'remove', 'planner', '--yes'], answers);
    expect([exit, requests.at(-1)?.method]).to.deep.equal([0, 'DELETE']);
  });

  it('lists the programs that the account let in, and takes a word back', async () => {
    const consent = {
      ...{ id: 'q83vEjRWeJq83u8SNFZ4mg', clientId: 'planner', name: 'Planner', organizationName: 'Northwind' },
      ...{ scopes: [{ scope: 'ledger:read', does: 'read' }], isForMcp: false, grantedAt: ROW.createdAt },
      standingGrants: [],
    };
    const at = '/api/auth/program-consents';
    const { out } = await called(['session', 'programs'], { [`GET ${at}`]: { consents: [consent] } });
    expect(out).to.match(/Planner +planner +\S+ +Northwind +ledger:read/);
    const ended = await called(['session', 'programs', '--end', consent.id], {
      [`DELETE ${at}/${consent.id}`]: whole(204),
    });
    expect([ended.exit, ended.requests.at(-1)?.url.endsWith(consent.id)]).to.deep.equal([0, true]);
  });

  it('states a standing grant, shows it with its program, and ends it', async () => {
    const file = join(folder, 'rule.json');
    const rule = { '<=': [{ var: 'in.amount' }, '1000.00'] };
    writeFileSync(file, JSON.stringify(rule));
    const id = 'q83vEjRWeJq83u8SNFZ4mg';
    const at = '/api/auth/program-consents';
    const stated = { id: 'Zm9yIG9uZSBhY3Rpb24gYQ', says: '"Pay" (2) of the workflow "Orders"', leftToday: 5 };
    const words = ['program', 'grant', id, '--register', 'r', '--blueprint', 'b', '--action', '2', '--wallet', 'w'];
    const limits = ['--per-day', '5', '--until', '2026-12-20T00:00:00Z', '--rule', file];
    const { exit, out, err, bodies } = await called([...words, ...limits], {
      [`POST ${at}/${id}/grants`]: whole(201, stated),
    });
    expect(exit, err).to.equal(0);
    expect(bodies[0]).to.deep.equal({
      ...{ registerId: 'r', blueprintId: 'b', walletAddress: 'w', perDay: 5, until: '2026-12-20T00:00:00Z' },
      ...{ actions: [2], rule },
    });
    expect(out).to.contain(stated.says);
    const consent = {
      ...{ id, clientId: 'planner', name: 'Planner', organizationName: 'Northwind', scopes: [], isForMcp: true },
      ...{ grantedAt: ROW.createdAt, standingGrants: [stated] },
    };
    const shown = await called(['session', 'programs'], { [`GET ${at}`]: { consents: [consent] } });
    expect(shown.out).to.match(/Zm9yIG9uZSBhY3Rpb24gYQ +Planner +5 +"Pay" \(2\)/);
    const ended = await called(['program', 'grant', id, '--end', stated.id], {
      [`DELETE ${at}/${id}/grants/${stated.id}`]: whole(204),
    });
    expect([ended.exit, ended.requests.at(-1)?.method]).to.deep.equal([0, 'DELETE']);
    const bare = await called(['program', 'grant', id, '--register', 'r'], {});
    expect([bare.exit, bare.requests.length]).to.deep.equal([2, 0]);
    expect(bare.err).to.contain('--blueprint').and.to.contain('--until');
  });
});
