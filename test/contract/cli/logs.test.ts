// `quorate logs` against a real server: what it shows, to whom, and how it follows.
import { expect } from 'chai';
import type { ApiDeps } from '../../../api/deps/deps.js';
import type { Log } from '../../../core/base/ports.js';
import { createLog } from '../../../node/observe/log.js';
import { LogLines } from '../../../node/observe/log-lines.js';
import { operatorOfAll } from './operator.js';

describe('quorate logs', () => {
  const operator = operatorOfAll('systemAdmin');
  let log: Log;

  before(async () => {
    const logLines = new LogLines(Date.now());
    log = createLog({ level: 'debug', format: 'json' }, { write: () => undefined }, logLines);
    (operator.world.deps as { logLines?: ApiDeps['logLines'] }).logLines = logLines;
    log.info({ accessToken: 'do-not-show-me' }, 'The node serves.');
    log.warn({ text: 'one\u001b[2Jtwo' }, 'A peer is gone.');
  });

  it('shows a line each, of a level, without secrets and without control characters', async () => {
    const { exit, out } = await operator.call(['logs']);
    expect(exit).to.equal(0);
    expect(out).to.contain('info  The node serves. accessToken="[hidden]"').and.not.contain('do-not-show-me');
    expect(out).to.not.contain('\u001b');
    const warnings = await operator.call(['logs', '--level', 'warn', '-o', 'json']);
    expect(JSON.parse(warnings.out)).to.include({ level: 'warn', message: 'A peer is gone.' });
  });

  it('follows: each line once, and ends with 0 on Ctrl-C', async () => {
    const following = operator.call(['logs', '--lines', '1', '--follow', '-o', 'json'], { pausesMax: 30 });
    log.error({}, 'A later one.');
    const { exit, out } = await following;
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message);
    expect(exit).to.equal(0);
    expect(messages.filter((message) => message === 'A later one.')).to.have.length(1);
    expect(messages).to.not.include('The node serves.');
  });

  it('is for the operator of the node alone, and takes no other level', async () => {
    const token = await operator.world.token('administrator');
    const other = await operator.call(['logs', '--json'], { env: { QUORATE_TOKEN: token } });
    expect([other.exit, other.out]).to.deep.equal([1, '']);
    expect(JSON.parse(other.err).code).to.equal('FORBIDDEN');
    expect((await operator.refused(['logs', '--level', 'loud'])).exit).to.equal(2);
    expect((await operator.refused(['logs', '--lines', '0'])).exit).to.equal(2);
  });
});
