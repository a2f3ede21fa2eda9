// The certificate and the key of an HTTP listener, and the authorities of its clients. They are read and checked before
// anything listens, and again when the files change: certificates are renewed every few weeks, and a node is not
// restarted for that.

import { constants, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { ListenerTls } from '../../api/server/server.js';
import { assert } from '../../core/base/assert.js';
import { countNoun } from '../../core/base/counted.js';
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import { pemParts } from '../../core/crypto/keys/pem.js';
import { allOf, type CertificateHealth, certificateHealth, type Validity } from './certificate-health.js';

/** The files of a listener, and the section of the settings that names them. */
export interface TlsFiles {
  readonly section: 'http' | 'internal' | 'workload';
  readonly tlsCertFile?: string | undefined;
  readonly tlsKeyFile?: string | undefined;
  readonly clientCaFile?: string | undefined;
}

/** Undefined for a listener without TLS. Throws an Error with a sentence for the operator. */
export function httpTls({ section, tlsCertFile, tlsKeyFile, clientCaFile }: TlsFiles): ListenerTls | undefined {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  const tls = {
    cert: readPem(`${section}.tlsCertFile`, tlsCertFile),
    key: readPem(`${section}.tlsKeyFile`, tlsKeyFile),
    ...(clientCaFile !== undefined && clientsOf(`${section}.clientCaFile`, clientCaFile)),
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new Error(
      `The certificate in ${tlsCertFile} (${section}.tlsCertFile) and the key in ${tlsKeyFile} (${section}.tlsKeyFile) cannot be used together: ${(error as Error).message}. Both have to be PEM, and the key that of the first certificate.`,
      { cause: error },
    );
  }
  return tls;
}

/**
 * The options by which a handshake fails for a client without a good certificate. A session is not taken up again: it
 * would bring back a certificate that was good when the session began, by authorities that were trusted then.
 */
function clientsOf(setting: string, file: string): Partial<ListenerTls> {
  const ca = readPem(setting, file);
  const authorities = pemParts(ca.toString('latin1'), 'CERTIFICATE');
  if (authorities.length === 0 || !authorities.every(isAuthority))
    throw new Error(`${setting}: the file ${file} has to hold certificates of authorities in PEM, and nothing else.`);
  return { ca, requestCert: true, rejectUnauthorized: true, secureOptions: constants.SSL_OP_NO_TICKET };
}

function isAuthority(der: Uint8Array): boolean {
  try {
    return new X509Certificate(der).ca;
  } catch {
    return false;
  }
}

/** Of the first certificate of a file, which is the one of the listener. */
function validityOf(pem: Buffer): Validity {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { notBeforeMs: Date.parse(validFrom), notAfterMs: Date.parse(validTo) };
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${setting}: the file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}

/** How often the files are looked at. */
const LOOK_MS = 60_000;

export interface TlsPorts {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly log: Log;
}

/**
 * All servers of an application: for `localhost` Fastify opens another for each further address of that name, and keeps
 * them under a symbol of its own.
 */
export function serversOf(app: { readonly server: Server }): readonly Server[] {
  const name = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  assert(name !== undefined, 'Fastify keeps its further servers elsewhere');
  return [app.server, ...(app as unknown as Record<symbol, Server[]>)[name]!];
}

/**
 * Sockets of the listener: for `localhost` Fastify opens another one, with a server of its own, for each further
 * address of that name.
 */
export type TlsServers = () => readonly Server[];

/**
 * Gives a listener what the files hold when they change. Connections that are open stay; a pair that cannot be used
 * leaves the listener as it is, and the log tells.
 */
export class TlsRenewal {
  private stamp: string;
  private timer: Timer | undefined;
  private validity: Validity | undefined;
  /** The files hold what cannot be used: the listener goes on with what it had. */
  private isStale = false;
  /** The reason that the log has last. */
  private told: string | undefined;

  /** Of a listener without TLS it does nothing. */
  constructor(
    private readonly listeners: TlsServers,
    private readonly files: TlsFiles,
    private readonly ports: TlsPorts,
  ) {
    this.stamp = this.stampOf();
    if (files.tlsCertFile === undefined) return;
    this.validity = validityOf(readPem(`${files.section}.tlsCertFile`, files.tlsCertFile));
    this.wait();
    this.tell();
  }

  /** The use and the time of the certificate that is shown; undefined without TLS. */
  get inUse(): { readonly use: TlsFiles['section']; readonly validity: Validity } | undefined {
    return this.validity && { use: this.files.section, validity: this.validity };
  }

  health(): CertificateHealth {
    if (this.validity === undefined) return { status: 'healthy' };
    const { section } = this.files;
    const stale: CertificateHealth = {
      status: 'degraded',
      reason: `The files of ${section}.tlsCertFile and ${section}.tlsKeyFile cannot be used: the listener keeps the certificate that it had, and the log says why.`,
    };
    const words = {
      notValid: `The certificate of ${section}.tlsCertFile is not valid now: clients refuse it. Check the clock, then put a newer one in its place.`,
      expires: (days: number) =>
        `The certificate of ${section}.tlsCertFile expires within ${countNoun(days, 'day')}: put a newer one in its place.`,
    };
    return allOf([certificateHealth(this.validity, this.ports.clock.now(), words), ...(this.isStale ? [stale] : [])]);
  }

  /** Reads the files, whether they seem changed or not. */
  reload(): void {
    this.stamp = this.stampOf();
    try {
      const tls = httpTls(this.files);
      const servers = this.listeners().filter((server) => server instanceof TlsServer);
      if (!tls || servers.length === 0) return;
      for (const server of servers) server.setSecureContext(tls);
      this.validity = validityOf(tls.cert);
      this.isStale = false;
      this.told = undefined;
      this.ports.log.info(
        { listener: this.files.section },
        'The HTTP listener uses the certificate that its file holds now.',
      );
    } catch (error) {
      this.isStale = true;
      this.told = this.health().reason;
      this.ports.log.warn(
        { err: error as Error, listener: this.files.section },
        'The HTTP listener keeps its certificate: the new one cannot be used.',
      );
    }
  }

  stop(): void {
    this.timer?.cancel();
  }

  private wait(): void {
    this.timer = this.ports.clock.setTimer(() => {
      // Files are replaced one after the other: a pair that does not fit yet is read again at the next look.
      if (this.stampOf() !== this.stamp) this.reload();
      this.tell();
      this.wait();
    }, LOOK_MS);
  }

  /** Once, and again when there is something else to say: a day less, say. */
  private tell(): void {
    const { status, reason } = this.health();
    if (reason === this.told) return;
    this.told = reason;
    if (reason === undefined) return;
    if (status === 'unhealthy') this.ports.log.error({ listener: this.files.section }, reason);
    else this.ports.log.warn({ listener: this.files.section }, reason);
  }

  private stampOf(): string {
    const { tlsCertFile, tlsKeyFile, clientCaFile } = this.files;
    return [tlsCertFile, tlsKeyFile, clientCaFile]
      .map((file) => {
        const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
        return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : '';
      })
      .join(', ');
  }
}
