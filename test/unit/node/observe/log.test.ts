// The contents that a log line may show, and those that it never shows, in both forms.
import { expect } from 'chai';
import type { Log } from '../../../../core/base/ports.js';
import { createLog } from '../../../../node/observe/log.js';

function recorder(format: 'json' | 'text' = 'json', level: 'debug' | 'info' | 'silent' = 'debug') {
  const lines: string[] = [];
  const log: Log = createLog({ level, format }, { write: (line) => lines.push(line) });
  return { log, lines, record: () => JSON.parse(lines[lines.length - 1] as string) as Record<string, unknown> };
}

describe('node/observe/log', () => {
  it('writes one JSON line with level, time, fields and sentence', () => {
    const { log, lines, record } = recorder();
    log.child({ module: 'journal' }).info({ height: 3 }, 'Sealed.');
    expect(lines).to.have.length(1);
    expect(record()).to.include({ level: 'info', module: 'journal', height: 3, message: 'Sealed.' });
    expect(record().time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('hides secrets at any depth and in any spelling', () => {
    const secret = 'do-not-show-me';
    const names = [
      'authorization',
      'Authorization',
      'set-cookie',
      'accessToken',
      'refresh_token',
      'mnemonic',
      'password',
      'newPassword',
    ];
    names.push(
      'clientSecret',
      'masterSecret',
      'signingKey',
      'privateKey',
      'private_key',
      'seed',
      'code',
      'backupCodes',
      'passphrase',
    );
    for (const name of names) {
      const { log, lines } = recorder();
      log.info({ [name]: secret, deep: { list: [{ [name]: secret }] } }, 'A line.');
      log.child({ [name]: secret }).warn({}, 'A child line.');
      expect(lines, name).to.have.length(2);
      expect(lines.join(''), name).not.to.contain(secret);
      expect(lines.join(''), name).to.contain('[hidden]');
    }
  });

  it('shows codes that are known words: issue codes and those of the operating system', () => {
    const { log, record } = recorder();
    log.info({ code: 'VAL_SIG_001' }, 'Refused.');
    expect(record().code).to.equal('VAL_SIG_001');
    log.info({ code: 'ECONNREFUSED' }, 'Not reached.');
    expect(record().code).to.equal('ECONNREFUSED');
    log.info({ code: '123456' }, 'A one-time code.');
    expect(record().code).to.equal('[hidden]');
  });

  it('shows bytes by their length and errors with their cause', () => {
    const { log, record } = recorder();
    log.error({ key: new Uint8Array(32), error: new Error('no', { cause: new TypeError('why') }) }, 'Failed.');
    expect(record().key).to.equal('[32 bytes]');
    expect(record().error).to.deep.include({ type: 'Error', message: 'no' });
    expect((record().error as { cause: object }).cause).to.include({ type: 'TypeError', message: 'why' });
  });

  it('survives a value that refers to itself', () => {
    const { log, lines } = recorder();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    log.info({ loop }, 'A loop.');
    expect(lines[0]).to.contain('[deep]');
  });

  it('writes nothing below its level', () => {
    const quiet = recorder('json', 'silent');
    quiet.log.error({}, 'Unheard.');
    const info = recorder('json', 'info');
    info.log.debug({}, 'Unheard.');
    expect([...quiet.lines, ...info.lines]).to.deep.equal([]);
  });

  it('reads its level from the settings at each line, for all its children too', () => {
    const options: { level: 'debug' | 'info' | 'error'; format: 'json' } = { level: 'info', format: 'json' };
    const lines: string[] = [];
    const log = createLog(options, { write: (line) => lines.push(line) });
    const child = log.child({ module: 'journal' });
    child.debug({}, 'Unheard.');
    expect([log.isDebug?.(), child.isDebug?.()]).to.deep.equal([false, false]);
    options.level = 'debug';
    child.debug({}, 'Heard.');
    expect([log.isDebug?.(), child.isDebug?.()]).to.deep.equal([true, true]);
    options.level = 'error';
    for (const one of [log, child]) one.warn({}, 'Unheard.');
    expect(lines.map((line) => JSON.parse(line).message)).to.deep.equal(['Heard.']);
  });

  it('writes a readable line for people on request, with the same hiding', () => {
    const { log, lines } = recorder('text');
    log.warn({ register: 'r-1', reason: 'two words', password: 'x1y2z3' }, 'Busy.');
    expect(lines[0]).to.match(
      /^\d\d:\d\d:\d\d\.\d{3} WARN {2}Busy\. register=r-1 reason="two words" password="\[hidden\]"\n$/,
    );
    log.error({ error: new Error('broken') }, 'Failed.');
    expect(lines[1]).to.match(/ERROR Failed\. error="broken"\nError: broken\n {4}at /);
  });
});
