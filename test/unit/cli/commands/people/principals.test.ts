// Services at the command line: what is sent, that a secret is shown once and asked about before it ends.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '00000000-0000-4000-8000-00000000000a';
const AT = '/api/service-principals';
const ROW = { id: ID, serviceName: 'Courier', clientId: 'courier', scopes: ['dockets:write'], status: 'Active' };

describe('cli/commands/people/principals', () => {
  it('makes a service and shows its secret on standard output alone', async () => {
    const answers = { [`POST ${AT}`]: whole(201, { ...ROW, clientSecret: 's3cret', warning: 'w' }) };
    const words = ['service', 'create', 'Courier', '--client-id', 'courier', '--scope', 'dockets:write'];
    const { exit, out, err, bodies } = await called(words, answers);
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([{ serviceName: 'Courier', scopes: ['dockets:write'], clientId: 'courier' }]);
    expect(out).to.match(/^secret +s3cret$/m);
    expect(err).to.contain('not shown again').and.not.contain('s3cret');
  });

  it('takes the scopes that there are, and says which was meant', async () => {
    for (const words of [
      ['create', 'Courier', '--scope', 'docket:write'],
      ['scopes', ID, '--scope', 'dockets:write', '--scope', 'docket:write'],
    ]) {
      const { exit, err, requests } = await called(['service', ...words], {});
      expect([exit, requests.length], words[0]).to.deep.equal([2, 0]);
      expect(err).to.contain('Did you mean dockets:write?').and.contain('registers:read');
    }
  });

  it('shows a service without scopes as one without rights', async () => {
    const { out } = await called(['service', 'list'], {
      [`GET ${AT}`]: { servicePrincipals: [{ ...ROW, scopes: [] }], totalCount: 1 },
    });
    expect(out).to.match(/^courier +Courier +Active +none: no rights +- +all$/m);
  });

  it('lists services by status and page', async () => {
    const { out, requests } = await called(['service', 'list', '--status', 'Active', '--page', '2'], {
      [`GET ${AT}`]: { servicePrincipals: [ROW], totalCount: 21 },
    });
    expect(requests[0]?.url).to.contain('status=Active').and.contain('page=2');
    expect(out)
      .to.match(/^courier +Courier +Active +dockets:write +- +all$/m)
      .and.contain('Page 2 of 2');
  });

  it('changes the one that is named by its client id or its own', async () => {
    const answers = {
      [`GET ${AT}/by-client/courier`]: ROW,
      [`POST ${AT}/${ID}/suspend`]: whole(204),
      [`POST ${AT}/${ID}/reactivate`]: whole(204),
      [`DELETE ${AT}/${ID}`]: whole(204),
      [`PUT ${AT}/${ID}/scopes`]: { ...ROW, scopes: [] },
      [`POST ${AT}/${ID}/rotate-secret`]: { clientId: 'courier', clientSecret: 'n3w', warning: 'w' },
    };
    const asked = async (...words: string[]) => {
      const { exit, requests } = await called(['service', ...words], answers);
      return [exit, requests.at(-1)?.method, requests.at(-1)?.url.slice('http://node:1'.length)];
    };
    expect(await asked('suspend', 'courier')).to.deep.equal([0, 'POST', `${AT}/${ID}/suspend`]);
    expect(await asked('reactivate', ID)).to.deep.equal([0, 'POST', `${AT}/${ID}/reactivate`]);
    expect(await asked('scopes', ID, '--yes')).to.deep.equal([0, 'PUT', `${AT}/${ID}/scopes`]);
    expect(await asked('rotate', ID, '--yes')).to.deep.equal([0, 'POST', `${AT}/${ID}/rotate-secret`]);
    expect(await asked('delete', ID, '--yes')).to.deep.equal([0, 'DELETE', `${AT}/${ID}`]);
    for (const word of ['rotate', 'delete', 'scopes']) {
      const { exit, requests } = await called(['service', word, ID], answers);
      expect([exit, requests.length], word).to.deep.equal([2, 0]);
    }
  });
});
