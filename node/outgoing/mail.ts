// Mail of the node: through the mail server of the settings, or as files in a folder where there is none. So a first
// installation shows what it would send.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { mailProblem } from '../../core/outgoing/mail.js';
import type { Mail, Mailer } from '../../core/outgoing/ports.js';
import type { Config } from '../config/schema.js';
import { MailQueue } from './mail-queue.js';

/** Times of one try: to connect and be greeted, and for each answer of the server. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** Files of mails that are kept: the newest, because somebody who looks for one has just asked for it. */
const FILES_MAX = 200;

export interface MailOptions {
  readonly settings: Config['mail'];
  /** Where mails go without a server. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onSent?: (mail: { readonly kind: string; readonly outcome: string }) => void;
}

interface Delivery {
  readonly problem?: Issue;
  readonly final?: boolean;
}

export class NodeMailer implements Mailer {
  private readonly queue: MailQueue;
  private transport: Promise<Transporter<SMTPTransport.SentMessageInfo>> | undefined;
  private files = 0;

  get through(): Mailer['through'] {
    return this.options.settings.host === undefined ? 'folder' : 'server';
  }

  constructor(private readonly options: MailOptions) {
    const { clock, log } = options;
    this.queue = new MailQueue({ deliver: (mail) => this.deliver(mail), clock, log });
  }

  async send(mail: Mail): Promise<Issue | undefined> {
    const problem = mailProblem(mail);
    return problem ?? (await this.deliver(mail)).problem;
  }

  post(mail: Mail): Issue | undefined {
    return mailProblem(mail) ?? this.queue.post(mail);
  }

  async stop(): Promise<void> {
    this.queue.stop();
    (await this.transport)?.close();
  }

  private async deliver(mail: Mail): Promise<Delivery> {
    const { log, onSent: sent } = this.options;
    const delivery = await (this.through === 'folder' ? this.write(mail) : this.hand(mail));
    sent?.({ kind: mail.kind, outcome: delivery.problem === undefined ? 'sent' : 'failed' });
    if (delivery.problem !== undefined)
      log.warn({ kind: mail.kind, reason: delivery.problem.message }, 'A mail could not be sent.');
    return delivery;
  }

  private async hand(mail: Mail): Promise<Delivery> {
    this.transport ??= smtpOf(this.options.settings);
    try {
      await (await this.transport).sendMail(this.messageOf(mail));
      return {};
    } catch (error) {
      const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
      // RFC 5321 4.2.1: 5xx is a refusal that another try meets again. The operator corrects a wrong password.
      const final = responseCode !== undefined && responseCode >= 500;
      const reason = responseCode === undefined ? (code ?? 'no answer') : `${code ?? 'answer'} ${responseCode}`;
      return {
        problem: failureOf(`The mail server ${this.options.settings.host} did not take the mail (${reason}).`),
        final,
      };
    }
  }

  /** The whole message as a file of its own. Readable by the account of the node only: it holds links that sign in. */
  private async write(mail: Mail): Promise<Delivery> {
    const { folder, clock, log } = this.options;
    const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const file = join(folder, `${stamp}-${String(this.files++).padStart(4, '0')}-${mail.kind}.eml`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail({ ...this.messageOf(mail), text: '.' });
      await writeFile(file, withPlainText(String(message), mail.text), { mode: 0o600, flag: 'wx' });
      await removeOldest(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return { problem: failureOf(`The mail could not be written to ${folder} (${code ?? (error as Error).name}).`) };
    }
    log.info({ kind: mail.kind, file }, 'No mail server is set (mail.host): the mail was written to a file.');
    return {};
  }

  private messageOf({ to, subject, text }: Mail): SendMailOptions {
    return {
      from: this.options.settings.from,
      to,
      subject,
      text,
      // RFC 3834 5: no holiday answers to a program.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

async function smtpOf({ host, port, security, user, password }: Config['mail']) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...(host !== undefined && { host }),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
}

/**
 * The message with this text as it is: a person reads the file and copies its links, which quoted-printable would break
 * over lines. The message was composed with a text of one character.
 */
function withPlainText(message: string, text: string): string {
  const [head = ''] = message.split(/\r?\n\r?\n/, 1);
  return `${head.replace('Content-Transfer-Encoding: 7bit', 'Content-Transfer-Encoding: 8bit')}\n\n${text}\n`;
}

async function removeOldest(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of mails.slice(0, Math.max(0, mails.length - FILES_MAX)))
    await rm(join(folder, name), { force: true });
}

const failureOf = (message: string) => issue('MAIL_FAILED', '', message);
