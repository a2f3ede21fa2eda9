// The command line as a known device: a computer where the owner logged in once comes in while strangers guess at the
// account from everywhere, also after the node was started anew; one without its profile waits.
import { join } from 'node:path';
import { expect } from 'chai';
import { Attempts } from '../../../api/auth/attempts.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { folderOfAll } from '../../support/base/folders.js';
import { withTotp } from '../factors/fixtures.js';
import { operatorOfAll } from './operator.js';

describe('the command line as a known device', () => {
  const folder = folderOfAll();
  const operator = operatorOfAll();
  before(async () => {
    await withTotp(operator.world, 'none');
  });

  const login = async (profiles: string) => {
    const env = { QUORATE_TOKEN: '', QUORATE_PASSWORD: EXAMPLE.password, XDG_CONFIG_HOME: join(folder, profiles) };
    const { exit, err } = await operator.call(['login', '--email', EXAMPLE.userEmail], { env });
    return { exit, err };
  };

  it('keeps what it is known by in its profile, and shows it at the next login', async () => {
    expect(await login('owner')).to.deep.equal({ exit: 0, err: '' });
    // As after a restart: all failures and addresses are forgotten. Then strangers fill the queue of the account.
    const { deps } = operator.world;
    const attempts = new Attempts(deps.clock);
    attempts.turn = async ({ device }) => (device === undefined ? 30 : 0);
    Object.assign(deps, { attempts });
    const stranger = await login('stranger');
    expect(stranger.exit).to.not.equal(0);
    expect(stranger.err).to.contain('Too many logins');
    for (let i = 0; i < 2; i++) expect(await login('owner')).to.deep.equal({ exit: 0, err: '' });
  });
});
