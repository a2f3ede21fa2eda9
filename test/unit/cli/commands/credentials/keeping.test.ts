// Credentials that a person brings, and notes of the owner, at the command line.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { withWholeIds } from '../../../../../cli/remote/ids.js';
import { runShell } from '../../../../../cli/shell/shell.js';
import { called, whole } from '../../../../support/program/command.js';
import { COMMANDS, NOUNS } from '../../../../support/program/commands.js';
import { fakeTerminal, withFetch } from '../../../../support/program/terminal.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const WALLET = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const TIME = '2026-11-21T10:00:00.000Z';
const BASE = `/api/v1/wallets/${WALLET}/credentials`;
const HELD = {
  ...{ credentialId: ID, walletAddress: WALLET, type: 'urn:x', format: 'dc+sd-jwt', issuer: 'https://i.example' },
  ...{ issuerVerdict: 'AuthenticUntrusted', status: 'Active', copies: 1, uses: 0, canPresent: true },
  ...{ receivedAt: TIME, changedAt: TIME },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['credential', ...words, '--wallet', WALLET], answers);

describe('cli/commands/credentials/keeping', () => {
  const fileOf = (text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'member.sd-jwt');
    writeFileSync(file, text);
    return file;
  };

  it('stores the text of a file, and says where the node cannot present it', async () => {
    const file = fileOf('eyJ.e30.c2ln~\n');
    const { exit, out, err, bodies } = await run(['store', file], { [`POST ${BASE}/store`]: whole(201, HELD) });
    expect([exit, bodies], err).to.deep.equal([0, [{ rawToken: 'eyJ.e30.c2ln~' }]]);
    expect(out).to.match(new RegExp(`^credential +${ID}$`, 'm'));
    expect(err).to.equal('');
    const foreign = await run(['store', file], { [`POST ${BASE}/store`]: whole(201, { ...HELD, canPresent: false }) });
    expect(foreign.err).to.contain('cannot present it');
  });

  it('asks nobody for an empty file', async () => {
    const { exit, requests } = await run(['store', fileOf('\n')]);
    expect([exit, requests.length]).to.deep.equal([2, 0]);
  });

  it('takes a status for no name of a wallet, where names are made whole', async () => {
    const sent: string[] = [];
    const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
    await withFetch(
      ({ url, body }) => {
        sent.push(`${new URL(url).pathname} ${body}`);
        return { status: 200, body: { ...HELD, status: 'Suspended' } };
      },
      async () => {
        const shell = { commands: COMMANDS, nouns: NOUNS, version: '0', terminal, withWholeIds };
        await runShell(shell, ['credential', 'mark', ID, '--as', 'Suspended', '--wallet', WALLET]);
      },
    );
    expect(sent, terminal.err()).to.deep.equal([`${BASE}/${ID}/status {"status":"Suspended"}`]);
  });

  it('notes a status of those that there are', async () => {
    const path = `PATCH ${BASE}/${ID}/status`;
    const answers = { [path]: whole(200, { ...HELD, status: 'Suspended' }) };
    const { exit, out, bodies } = await run(['mark', ID, '--as', 'Suspended'], answers);
    expect([exit, bodies]).to.deep.equal([0, [{ status: 'Suspended' }]]);
    expect(out).to.match(/^status +Suspended$/m);
    expect((await run(['mark', ID, '--as', 'Lost'])).exit).to.equal(2);
    expect((await run(['mark', ID])).exit).to.equal(2);
  });
});
