// Rules between settings that no single bound can state. Called once, when every setting is known to be valid by
// itself.
import { isIPv4 } from 'node:net';
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import { publicKeyOf } from '../../core/mesh/peer-id.js';
import { isMailAddress } from '../../core/outgoing/mail.js';
import { isProxy } from './proxies.js';
import type { Config } from './schema.js';

interface Rule {
  /** The setting to change, as section.key. */
  readonly at: string;
  readonly reason: string;
  readonly holds: (config: Config) => boolean;
}

/** Ports that this node listens on; 0 where it does not, or where the system picks one. */
const PORTS: readonly (readonly [at: string, portOf: (config: Config) => number])[] = [
  ['http.port', ({ http }) => http.port],
  ['network.gossipPort', ({ network }) => (network.enabled ? network.gossipPort : 0)],
  ['network.grpcPort', ({ network }) => (network.enabled ? network.grpcPort : 0)],
  ['metrics.port', ({ metrics }) => metrics.port],
  ['internal.port', ({ internal }) => internal.port],
  ['workload.port', ({ workload }) => workload.port],
];

function ownListenerRules(name: 'internal' | 'workload'): readonly Rule[] {
  return [
    {
      at: `${name}.tlsCertFile`,
      reason: `state it and ${name}.tlsKeyFile, or neither`,
      holds: (config) => (config[name].tlsCertFile === undefined) === (config[name].tlsKeyFile === undefined),
    },
    {
      at: `${name}.clientCaFile`,
      reason: `client certificates need TLS: state ${name}.tlsCertFile and ${name}.tlsKeyFile too`,
      holds: (config) => config[name].clientCaFile === undefined || config[name].tlsCertFile !== undefined,
    },
    {
      at: `${name}.host`,
      reason: `others could read secrets of services on the way to this address. State ${name}.tlsCertFile and ${name}.tlsKeyFile, or listen on 127.0.0.1`,
      holds: (config) => isLoopback(config[name].host) || config[name].tlsCertFile !== undefined,
    },
  ];
}

const RULES: readonly Rule[] = [
  {
    at: 'secrets.masterKeyFile',
    reason: 'state either a master secret or a master key file, not both',
    holds: ({ secrets }) => secrets.masterKeyFile === undefined || secrets.masterSecret === undefined,
  },
  {
    at: 'limits.poolNodeBytesMax',
    reason: 'must be at least limits.poolBytesMax',
    holds: ({ limits }) => limits.poolNodeBytesMax >= limits.poolBytesMax,
  },
  {
    at: 'consensus.roundCapMs',
    reason: 'must be at least consensus.roundMinMs',
    holds: ({ consensus }) => consensus.roundCapMs >= consensus.roundMinMs,
  },
  {
    at: 'http.tlsCertFile',
    reason: 'state it and http.tlsKeyFile, or neither',
    holds: ({ http }) => (http.tlsCertFile === undefined) === (http.tlsKeyFile === undefined),
  },
  {
    at: 'http.host',
    reason:
      'others could read passwords and tokens on the way to this address. State http.tlsCertFile and http.tlsKeyFile, or the proxy before the node in http.trustedProxies, or listen on 127.0.0.1; http.insecure=true takes the risk',
    holds: ({ http }) =>
      isLoopback(http.host) || http.tlsCertFile !== undefined || http.trustedProxies.length > 0 || http.insecure,
  },
  {
    at: 'http.publicUrl',
    reason: 'must be an origin such as https://ledger.example, without a path',
    holds: ({ http }) => http.publicUrl === undefined || isOrigin(http.publicUrl),
  },
  {
    at: 'http.corsOrigins',
    reason: 'must list origins such as https://console.example, without a path',
    holds: ({ http }) => http.corsOrigins.every(isOrigin),
  },
  {
    at: 'http.trustedProxies',
    reason:
      'must list addresses such as 10.0.0.7, or networks such as 10.0.0.0/28, with a comma between two; names are not looked up',
    holds: ({ http }) => http.trustedProxies.every(isProxy),
  },
  {
    at: 'mail.security',
    reason: 'must be starttls or tls, because mails hold links that sign in; none is for a mail server on this machine',
    holds: ({ mail }) => mail.security !== 'none' || mail.host === undefined || isLoopback(mail.host),
  },
  {
    at: 'mail.user',
    reason: 'state it and mail.password, or neither',
    holds: ({ mail }) => (mail.user === undefined) === (mail.password === undefined),
  },
  {
    at: 'designer.model',
    reason: 'name the model that designer.provider asks',
    holds: ({ designer }) => designer.provider === 'offline' || designer.model !== undefined,
  },
  {
    at: 'designer.apiKey',
    reason: 'anthropic takes no question without a key: state designer.apiKeyFile',
    holds: ({ designer }) => designer.provider !== 'anthropic' || designer.apiKey !== undefined,
  },
  {
    at: 'designer.baseUrl',
    reason: 'is the URL of the model, such as https://models.corp.example/v1, and needed with openai-compatible',
    holds: ({ designer }) =>
      designer.baseUrl === undefined ? designer.provider !== 'openai-compatible' : URL.canParse(designer.baseUrl),
  },
  {
    at: 'mail.from',
    reason: 'must be a mail address such as quorate@example.org, and not quorate@localhost with a mail server',
    holds: ({ mail }) =>
      isMailAddress(mail.from) &&
      (mail.host === undefined || isLoopback(mail.host) || mail.from !== 'quorate@localhost'),
  },
  ...(['internal', 'workload'] as const).flatMap(ownListenerRules),
  {
    at: 'workload.clientCaFile',
    reason:
      'is needed with workload.port, as are workload.tlsCertFile and workload.tlsKeyFile: without them anybody could be any service',
    holds: ({ workload }) =>
      workload.port === 0 || (workload.clientCaFile !== undefined && workload.tlsCertFile !== undefined),
  },
  ...PORTS.slice(1).map(([at, portOf], index): Rule => {
    const before = PORTS.slice(0, index + 1);
    return {
      at,
      reason: `must differ from ${before.map(([other]) => other).join(', ')}`,
      holds: (config) => portOf(config) === 0 || before.every(([, other]) => other(config) !== portOf(config)),
    };
  }),
  {
    at: 'network.announce',
    reason: 'must be host:port as others dial it, such as ledger.example:7443, and no address that stands for all',
    holds: ({ network }) => network.announce === undefined || isDialled(network.announce),
  },
  {
    at: 'network.announce',
    reason: 'is needed when network.host stands for all addresses, because no node can dial that',
    holds: ({ network }) => !network.enabled || network.announce !== undefined || !isEveryAddress(network.host),
  },
  {
    at: 'network.peers',
    reason: 'must list host:port, such as ledger.example:7443',
    holds: ({ network }) => network.peers.every(isDialled),
  },
  {
    at: 'network.allowedPeers',
    reason: 'must list peer ids, as "quorate node show" prints them',
    holds: ({ network }) => network.allowedPeers.every((peerId) => !isFailure(publicKeyOf(peerId))),
  },
  {
    at: 'network.allowedPeers',
    reason: 'must name at least one peer with admission closed, and has no meaning otherwise',
    holds: ({ network }) => (network.admission === 'closed') === network.allowedPeers.length > 0,
  },
];

/** An issue for each rule that does not hold. */
export function crossCheck(config: Config): Issue[] {
  return RULES.filter((rule) => !rule.holds(config)).map(({ at, reason }) =>
    issue('CONFIG_INVALID', `/${at.replace('.', '/')}`, `${at}: ${reason}`),
  );
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** `host:port` with a name, an IPv4 address, or an IPv6 address in brackets. */
function isDialled(text: string): boolean {
  const [, host, port] = /^([a-zA-Z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]):(\d{1,5})$/.exec(text) ?? [];
  return host !== undefined && Number(port) >= 1 && Number(port) <= 65_535 && !isEveryAddress(host);
}

/** A name other than localhost may stand for any address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

export function isEveryAddress(host: string): boolean {
  return ['0.0.0.0', '::', '[::]'].includes(host);
}
