// The servers of a node at their ports: the public one, and those of internal routes, of services with a certificate
// and of metrics where the settings open them. It starts and stops them; what each answers is the table of operations.
import { LISTENERS, type ListenerName } from '../../api/define.js';
import type { buildServers } from '../../api/server/server.js';
import type { Config } from '../config/schema.js';
import { allOf, type CertificateHealth, type Validity } from './certificate-health.js';
import { serversOf, type TlsPorts, TlsRenewal } from './http-tls.js';

export type Servers = Readonly<Awaited<ReturnType<typeof buildServers>>>;

const SECTIONS = { public: 'http', internal: 'internal', workload: 'workload', metrics: 'metrics' } as const;

export class Listeners {
  private readonly found = new Map<ListenerName, string>();
  private readonly renewals: TlsRenewal[] = [];

  constructor(
    private readonly servers: Servers,
    private readonly config: Config,
    private readonly ports: TlsPorts,
  ) {}

  /** The others first: a client of the public one may count on them. Rejects where a port is taken. */
  async start(): Promise<void> {
    for (const name of [...LISTENERS].reverse()) await this.open(name);
  }

  /** Where it listens; undefined where there is none. */
  address(name: ListenerName): string | undefined {
    return this.found.get(name);
  }

  /** Reads again the certificates that they show and ask for. */
  reload(): void {
    for (const renewal of this.renewals) renewal.reload();
  }

  /** Of the certificates that they show. */
  health(): CertificateHealth {
    return allOf(this.renewals.map((renewal) => renewal.health()));
  }

  /** The certificates that they show, by what for. */
  certificates(): Readonly<Record<string, Validity>> {
    const rows = this.renewals.flatMap(({ inUse }) => (inUse ? [[inUse.use, inUse.validity] as const] : []));
    return Object.fromEntries(rows);
  }

  async stop(): Promise<void> {
    for (const renewal of this.renewals) renewal.stop();
    await Promise.all(LISTENERS.map((name) => this.servers[name]?.close()));
  }

  private async open(name: ListenerName): Promise<void> {
    const server = this.servers[name];
    if (server === undefined) return;
    const section = SECTIONS[name];
    const { host, port } = this.config[section];
    if (section !== 'metrics') {
      const files = { section, ...this.config[section] };
      this.renewals.push(new TlsRenewal(() => serversOf(server), files, this.ports));
    }
    const address = await server.listen({ host, port });
    this.found.set(name, address);
    if (name === 'metrics')
      this.ports.log.info({ address: `${address}/metrics` }, 'Metrics are served without a token.');
    else if (name !== 'public') this.ports.log.info({ listener: name, address }, 'A listener of its own answers.');
  }
}
