// One way to a node: a proxy that runs, and calls through it as a client makes them, by TLS and by the command line.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { type CallOptions, quorate, type Ran } from '../operator.js';
import { type Places, RunningProxy, type ShippedProxy } from './proxy.js';

const READY_MS = 20_000;
const LOOK_MS = 50;

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** An address of this machine that the client has. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export interface HubListener {
  /** What it printed so far. */
  lines(): readonly string[];
  stop(): void;
}

export class Way {
  readonly url: string;
  readonly folder: string;
  private readonly running: RunningProxy;
  private readonly children: ChildProcess[] = [];

  constructor(
    proxy: ShippedProxy,
    private readonly at: Places,
    private readonly authorityFile: string,
  ) {
    this.url = `https://localhost:${at.httpsPort}`;
    this.folder = join(at.folder, proxy.program);
    mkdirSync(this.folder, { recursive: true });
    this.running = RunningProxy.start(proxy, at);
  }

  /** Resolves when it leads to the node. */
  async ready(): Promise<void> {
    for (const late = Date.now() + READY_MS; ; await new Promise((next) => setTimeout(next, LOOK_MS))) {
      const answer = await this.asked('/ready').catch(() => undefined);
      if (answer?.status === 200) return;
      if (this.running.hasEnded || Date.now() > late)
        throw new Error(`The proxy does not lead to the node: ${this.running.printed}`);
    }
  }

  /** Ends the proxy, and gives what it logged. */
  async stop(): Promise<string> {
    for (const child of this.children) child.kill('SIGKILL');
    return this.running.stop();
  }

  asked(path: string, { method = 'GET', headers = {}, body, from }: Asked = {}): Promise<Answer> {
    const options = { method, headers, ca: readFileSync(this.authorityFile), agent: false as const };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}${path}`, { ...options, ...(from && { localAddress: from }) }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** One call of the command line, which knows the authority. */
  told(words: readonly string[], options: CallOptions = {}): Promise<Ran> {
    const env = { NODE_EXTRA_CA_CERTS: this.authorityFile, XDG_CONFIG_HOME: this.folder, ...options.env };
    return quorate(words, { ...options, env });
  }

  /** A call that has to succeed; its data. */
  async data<T>(words: readonly string[]): Promise<T> {
    const { code, out, err } = await this.told([...words, '--json']);
    expect(code, `${words.join(' ')}: ${err}`).to.equal(0);
    return JSON.parse(out) as T;
  }

  /** A program that listens to the register over all transports of the hubs. */
  async listener(token: string, registerId: string): Promise<HubListener> {
    const program = join(import.meta.dirname, 'hub-listener.js');
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: this.authorityFile };
    const child = spawn(process.execPath, [program, this.url, token, registerId], { env });
    this.children.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        printed += bytes.toString('utf8');
      });
    const lines = (): readonly string[] => printed.split('\n').filter((line) => line !== '');
    const late = Date.now() + READY_MS;
    for (; !lines().includes('ready'); await new Promise((next) => setTimeout(next, LOOK_MS)))
      if (Date.now() > late || child.exitCode !== null) throw new Error(`No hub is heard: ${printed}`);
    return { lines, stop: () => void child.kill('SIGKILL') };
  }

  /** Whether a connection to the port of the mesh under this name is let through to a node. */
  reachesNode(name: string): Promise<boolean> {
    const options = { host: '127.0.0.1', port: this.at.meshPort, servername: name, rejectUnauthorized: false };
    return new Promise((resolve) => {
      const socket = connect(options, () => {
        resolve(String(socket.getPeerCertificate().subjectaltname).includes('spiffe://'));
        socket.destroy();
      });
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
    });
  }
}
