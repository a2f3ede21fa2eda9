// The proxies whose files ship with the program, run from those files as they are. A test states other ports, folders
// and names in place of texts that each have to stand in the file. Nothing else of it changes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where things are in a test. */
export interface Places {
  /** Of a run; holds cert.pem, key.pem and both.pem, and the logs. */
  readonly folder: string;
  readonly name: string;
  readonly httpsPort: number;
  readonly meshPort: number;
  readonly nodePort: number;
  readonly nodeMeshPort: number;
  /** For a listener that is of no interest here. */
  readonly sparePort: number;
}

export interface ShippedProxy {
  readonly program: string;
  readonly file: string;
  readonly passesMesh: boolean;
  /** Text of the file to text of a test. */
  readonly inPlaceOf: (at: Places) => Readonly<Record<string, string>>;
  readonly words: (file: string) => readonly string[];
  readonly log: string;
  /** Why it cannot run its file here although it is installed. */
  readonly lacks: () => string | undefined;
}

const shared = ({ name, nodePort, nodeMeshPort }: Places) => ({
  'ledger.example': name,
  '127.0.0.1:8080': `127.0.0.1:${nodePort}`,
  '127.0.0.1:17443': `127.0.0.1:${nodeMeshPort}`,
});

export const SHIPPED: readonly ShippedProxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    passesMesh: true,
    lacks: () => {
      if (process.getuid?.() !== 0) return 'nginx is started by root';
      const { stderr } = spawnSync('nginx', ['-V'], { encoding: 'utf8' });
      const isThere =
        !stderr.includes('--with-stream=dynamic') || existsSync('/usr/lib/nginx/modules/ngx_stream_module.so');
      return isThere ? undefined : 'nginx has no module for streams (libnginx-mod-stream)';
    },
    inPlaceOf: (at) => ({
      '/etc/ssl/quorate/ledger.example.crt': join(at.folder, 'cert.pem'),
      '/etc/ssl/quorate/ledger.example.key': join(at.folder, 'key.pem'),
      '/run/nginx.pid': join(at.folder, 'nginx.pid'),
      '/var/log/nginx/access.log': join(at.folder, 'nginx.log'),
      '/var/log/nginx/error.log': join(at.folder, 'nginx-errors.log'),
      'listen 443 ': `listen 127.0.0.1:${at.httpsPort} `,
      'listen 7443;': `listen 127.0.0.1:${at.meshPort};`,
      ...shared(at),
    }),
    words: (file) => ['-c', file, '-g', 'daemon off;'],
    log: 'nginx.log',
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    passesMesh: true,
    lacks: () => undefined,
    inPlaceOf: (at) => ({
      '/etc/ssl/quorate/ledger.example.pem': join(at.folder, 'both.pem'),
      'log /dev/log local0': 'log stdout format raw local0',
      'bind :443 ': `bind 127.0.0.1:${at.httpsPort} `,
      'bind :7443': `bind 127.0.0.1:${at.meshPort}`,
      ...shared(at),
    }),
    words: (file) => ['-db', '-f', file],
    log: 'haproxy.out',
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    passesMesh: false,
    lacks: () => undefined,
    inPlaceOf: (at) => {
      const { '127.0.0.1:17443': _mesh, ...others } = shared(at);
      return {
        '/etc/ssl/quorate/ledger.example.crt': join(at.folder, 'cert.pem'),
        '/etc/ssl/quorate/ledger.example.key': join(at.folder, 'key.pem'),
        '/var/log/caddy/quorate.log': join(at.folder, 'caddy.log'),
        'http_port 80': `http_port ${at.sparePort}`,
        'https_port 443': `https_port ${at.httpsPort}`,
        'admin localhost:2019': 'admin off',
        ...others,
      };
    },
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    log: 'caddy.log',
  },
];

export const shipped = ({ file }: ShippedProxy): string => readFileSync(join('deploy', 'proxies', file), 'utf8');

/** Why it cannot be run here; undefined where it can. */
export function missing({ program, lacks }: ShippedProxy): string | undefined {
  return spawnSync(program, ['-v']).error === undefined ? lacks() : `there is no ${program}`;
}

export class RunningProxy {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
  ) {
    const note = (bytes: Buffer): void => {
      this.output += bytes.toString('utf8');
    };
    child.stdout?.on('data', note);
    child.stderr?.on('data', note);
  }

  static start(proxy: ShippedProxy, at: Places): RunningProxy {
    let text = shipped(proxy);
    for (const [theirs, ours] of Object.entries(proxy.inPlaceOf(at))) {
      if (!text.includes(theirs)) throw new Error(`${proxy.file} does not hold "${theirs}"`);
      text = text.replaceAll(theirs, ours);
    }
    const file = join(at.folder, proxy.file);
    writeFileSync(file, text);
    const env = { PATH: process.env.PATH, HOME: at.folder };
    const child = spawn(proxy.program, proxy.words(file), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new RunningProxy(child, join(at.folder, proxy.log));
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** What it printed. */
  get printed(): string {
    return this.output;
  }

  /** Ends it, and gives what it logged. */
  async stop(): Promise<string> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    if (!this.hasEnded) {
      this.child.kill('SIGTERM');
      await ended;
    }
    try {
      return this.output + readFileSync(this.logFile, 'utf8');
    } catch {
      return this.output;
    }
  }
}
