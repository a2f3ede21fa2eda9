// Servers of others that a wallet meets, by their origin. The node itself is met as in a node: through its own public
// listener.
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { OutgoingAnswer, OutgoingCall } from '../../../core/outgoing/ports.js';
import { OwnSurface } from '../../../node/outgoing/own-surface.js';

export interface HostAnswer {
  readonly status?: number;
  readonly headers?: OutgoingAnswer['headers'];
  readonly json?: unknown;
  readonly text?: string;
}

export interface RemoteHosts {
  readonly remote: OwnSurface;
  readonly hosts: Map<string, (call: OutgoingCall) => Promise<HostAnswer> | HostAnswer>;
}

export function remoteHosts(publicUrl: string): RemoteHosts {
  const hosts: RemoteHosts['hosts'] = new Map();
  const outgoing = {
    async request(call: OutgoingCall) {
      const answer = URL.canParse(call.url) ? await hosts.get(new URL(call.url).origin)?.(call) : undefined;
      if (answer === undefined) return fail(issue('OUTGOING_FAILED', '', 'No such host.'));
      const { status = 200, headers = {}, json, text = JSON.stringify(json) ?? '' } = answer;
      return { status, headers, body: new TextEncoder().encode(text), url: call.url, address: '93.184.216.34' };
    },
  };
  return { remote: new OwnSurface(outgoing, publicUrl), hosts };
}
