// Mail against a real SMTP server (smtp-server, which others keep), and as files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import type { Issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import { loadConfig } from '../../../node/config/load.js';
import { type MailOptions, NodeMailer } from '../../../node/outgoing/mail.js';
import { folderOfEach } from '../../support/base/folders.js';
import { VirtualClock } from '../../support/base/virtual-clock.js';
import { SILENT } from '../world/world.js';

const MAIL = { kind: 'test', to: 'ada@example.org', subject: 'A subject: ä', text: 'A text.\nhttps://x.example/?a=b' };

function settings(flags: Record<string, string> = {}): MailOptions['settings'] {
  const config = loadConfig({
    env: flags.user === undefined ? {} : { QUORATE_MAIL__PASSWORD: 'a password' },
    flags: Object.fromEntries(Object.entries(flags).map(([name, value]) => [`mail.${name}`, value])),
  });
  if (isFailure(config)) throw new Error(JSON.stringify(config));
  return (config as { readonly mail: MailOptions['settings'] }).mail;
}

describe('node/outgoing: mail', () => {
  const folder = folderOfEach();

  const mailer = (flags: Record<string, string>, more: Partial<MailOptions> = {}) =>
    new NodeMailer({
      settings: settings(flags),
      folder: join(folder, 'mail'),
      clock: new VirtualClock(),
      log: SILENT,
      ...more,
    });

  async function withServer(
    options: ConstructorParameters<typeof SMTPServer>[0],
    work: (flags: Record<string, string>, taken: string[]) => Promise<void>,
  ): Promise<void> {
    const taken: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData(stream, _, done) {
        let text = '';
        stream.on('data', (chunk) => (text += chunk));
        stream.on('end', () => done(taken.push(text) === 0 ? new Error() : null));
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.server.address() as AddressInfo).port);
    try {
      await work({ host: '127.0.0.1', port, security: 'none' }, taken);
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  }

  it('is taken by a mail server', () =>
    withServer({}, async (flags, taken) => {
      expect(await mailer(flags).send(MAIL)).to.equal(undefined);
      expect(taken[0]).to.contain('To: ada@example.org').and.contain('From: quorate@localhost');
      expect(taken[0]).to.contain('Auto-Submitted: auto-generated').and.contain('https://x.example/?a=b');
    }));

  it('signs in where the settings have an account', () =>
    withServer(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _, done) =>
          password === 'a password' ? done(null, { user: username }) : done(new Error('no')),
      },
      async (flags, taken) => {
        expect(await mailer({ ...flags, user: 'node' }).send(MAIL)).to.equal(undefined);
        expect(taken).to.have.length(1);
        expect((await mailer(flags).send(MAIL))?.code).to.equal('MAIL_FAILED');
      },
    ));

  it('sends nothing to a server that does not encrypt where that is asked for', () =>
    withServer({}, async ({ host = '', port = '' }, taken) => {
      const problem = await mailer({ host, port, from: 'node@example.org' }).send(MAIL);
      expect(problem?.code).to.equal('MAIL_FAILED');
      expect(taken).to.have.length(0);
    }));

  it('says what the server said when it refuses, without the password', () =>
    withServer(
      { onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) },
      async (flags) => {
        const problem = (await mailer({ ...flags }).send(MAIL)) as Issue;
        expect(problem.message).to.contain('550').and.not.contain('a password');
      },
    ));

  it('is a file that only the node reads where no server is set', async () => {
    const here = mailer({});
    expect(await here.send(MAIL)).to.equal(undefined);
    const [file = ''] = readdirSync(join(folder, 'mail'));
    expect(file).to.match(/^2026-01-01T.*-test\.eml$/);
    expect(statSync(join(folder, 'mail', file)).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(folder, 'mail', file), 'utf8')).to.contain('To: ada@example.org');
  });

  it('is a file whose links can be copied, however long they are', async () => {
    const link = `https://x.example/?a=${'b'.repeat(200)}`;
    await mailer({}).send({ ...MAIL, text: `Grüße.\n${link}` });
    const [file = ''] = readdirSync(join(folder, 'mail'));
    const written = readFileSync(join(folder, 'mail', file), 'utf8');
    expect(written).to.contain(`\n\nGrüße.\n${link}\n`).and.contain('Content-Transfer-Encoding: 8bit');
    expect(written).to.contain('charset=utf-8').and.not.contain('quoted-printable\n');
  });

  it('keeps the newest 200 files', async () => {
    const here = mailer({});
    for (let i = 0; i < 203; i++) await here.send(MAIL);
    const files = readdirSync(join(folder, 'mail')).sort();
    expect(files).to.have.length(200);
    expect(files[0]).to.contain('-0003-test');
  });

  it('refuses addresses and subjects that would be headers', async () => {
    expect((await mailer({}).send({ ...MAIL, to: 'a@b.example\nBcc: c@d.example' }))?.code).to.equal('MAIL_REFUSED');
    expect(mailer({}).post({ ...MAIL, subject: 'a\nb' })?.code).to.equal('MAIL_REFUSED');
  });
});
