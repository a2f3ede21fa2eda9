// The link into the console at the command line.
import { expect } from 'chai';
import { called, problem } from '../../../../support/program/command.js';

const LINKS = 'POST /api/auth/console/links';
const URL_OF_LINK = `http://localhost:8080/console#start=${'s'.repeat(43)}`;

describe('cli/commands/node/console', () => {
  it('prints the link and nothing else where a script reads', async () => {
    const { exit, out, err } = await called(['console'], { [LINKS]: { url: URL_OF_LINK, expiresAt: 't' } });
    expect([exit, out.trim()]).to.deep.equal([0, URL_OF_LINK]);
    expect(err).to.contain('show it to nobody');
  });

  it('prints the address where links are not for this browser, and throws what else the node refuses', async () => {
    const away = await called(['console'], { [LINKS]: problem(403, 'CONSOLE_NOT_LOCAL', 'no') });
    expect([away.exit, away.out.trim()]).to.deep.equal([0, 'http://node:1/console']);
    expect(away.err).to.contain('Sign in there');
    const other = await called(['console'], { [LINKS]: problem(403, 'FORBIDDEN', 'no') });
    expect([other.exit, other.out]).to.deep.equal([1, '']);
  });
});
