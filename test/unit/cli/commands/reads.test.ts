// Commands that read a register and are told the height that they have to be answered from.
import { expect } from 'chai';
import { runShell } from '../../../../cli/shell/shell.js';
import { COMMANDS, NOUNS } from '../../../support/commands.js';
import { fakeTerminal, withFetch } from '../../../support/terminal.js';

const REGISTER = '11111111-2222-4333-8444-555555555555';
const TX = 'ab'.repeat(32);

async function run(words: string) {
  const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
  const exit = await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, words.split(' '));
  return { exit, out: terminal.out(), err: terminal.err() };
}

const behind = { code: 'REGISTER_BEHIND', detail: 'This node has the register up to height 4.', path: '' };

describe('--at-least', () => {
  const READS = [
    `docket latest ${REGISTER}`,
    `docket show ${REGISTER} 3`,
    `docket list ${REGISTER}`,
    `docket transactions ${REGISTER} 3`,
    `tx show ${REGISTER} ${TX}`,
    `tx receipt ${REGISTER} ${TX}`,
    `tx evidence ${REGISTER} ${TX}`,
    `tx list ${REGISTER}`,
    `register show ${REGISTER}`,
    `query next ${TX} --register ${REGISTER}`,
    `instance list --register ${REGISTER}`,
    `participant list ${REGISTER}`,
  ];

  it('goes with every read of a register, and its refusal is shown', async () => {
    for (const words of READS) {
      const requests = await withFetch(
        () => ({ status: 503, body: behind }),
        async () => {
          const { exit, err } = await run(`${words} --at-least 5`);
          expect([exit, err], words).to.satisfy(() => exit === 1 && err.includes('REGISTER_BEHIND'));
        },
      );
      const headers = requests[0]?.headers;
      expect(headers?.get('if-register-height'), words).to.equal('5');
    }
  });

  it('is left out where it is not given, and takes whole numbers only', async () => {
    const requests = await withFetch(
      () => ({ status: 503, body: behind }),
      async () => {
        await run(READS[0]!);
        expect((await run(`${READS[0]} --at-least latest`)).exit).to.equal(2);
        expect((await run(`${READS[0]} --at-least -1`)).exit).to.equal(2);
      },
    );
    expect(requests.length).to.equal(1);
    expect(requests[0]?.headers.get('if-register-height')).to.equal(null);
  });
});
