// DIDs of registers and wallets, and the DID URLs of what is sealed: resolved by a node, without a login where they are
// public.
import type { Command, Context } from '../../command/command.js';
import { fields, jsonText, table } from '../../command/output.js';
import { FORMAT_OPTION, showLinked } from '../../remote/linked-form.js';
import { isClientError, type Send } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';

interface Resolution {
  readonly didDocument?: {
    readonly id: string;
    readonly controller?: readonly string[];
    readonly verificationMethod?: readonly {
      readonly id: string;
      readonly publicKeyJwk?: Readonly<Record<string, string>>;
    }[];
    readonly authentication?: readonly string[];
    readonly service?: readonly { readonly type: string; readonly serviceEndpoint: string }[];
  };
  readonly didDocumentMetadata?: {
    readonly created?: string;
    readonly updated?: string;
    readonly deactivated?: boolean;
  };
}

const resolve: Command = {
  name: 'did resolve',
  summary: 'show who and what a DID of a register or wallet is, or what a DID URL names',
  examples: [
    'quorate did resolve did:quorate:register:0d3c…',
    'quorate did resolve did:quorate:register:0d3c…/tx/a1b2… --format ld',
  ],
  args: [{ name: '<did>', description: 'did:quorate:register:ID[/tx/TXID] or did:quorate:w:ADDRESS' }],
  options: [FORMAT_OPTION],
  async run(context: Context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const params = { did: input.arg('did') };
    if (await showLinked(context, { id: 'resolveDid', params, send })) return;
    const resolved = await resolution(send, params);
    out.show(resolved, () => (resolved.didDocument === undefined ? jsonText(resolved) : resolutionText(resolved)));
  },
};

/** A DID that has ended is answered with its document all the same. */
async function resolution(send: Send, params: { readonly did: string }): Promise<Resolution> {
  try {
    return (await send('resolveDid', { params }, { headers: { accept: 'application/json' } })).body as Resolution;
  } catch (error) {
    if (isClientError(error) && error.status === 410) return error.details.problem;
    throw error;
  }
}

function resolutionText({ didDocument: document, didDocumentMetadata: metadata = {} }: Resolution): string {
  if (document === undefined) return '';
  const { id, controller = [], verificationMethod = [], authentication, service = [] } = document;
  const isOver = metadata.deactivated === true;
  const about = fields({
    did: id,
    'governed by': controller.join(', ') || undefined,
    since: metadata.created,
    changed: metadata.updated,
    ended: isOver ? 'yes: its keys verify what was signed, and sign nothing any more' : undefined,
  });
  const keys = verificationMethod.map(({ id: key, publicKeyJwk: jwk = {} }) => [
    key.slice(id.length),
    jwk.crv ?? jwk.alg ?? jwk.kty ?? '',
    authentication?.includes(key) === true ? 'signs in' : '',
    jwk.x ?? `${(jwk.n ?? jwk.pub ?? '').slice(0, 32)}…`,
  ]);
  const doors = service.map(({ type, serviceEndpoint }) => [type, serviceEndpoint]);
  const parts = [about, ...(keys.length > 0 ? [table(['KEY', 'TYPE', 'USE', 'PUBLIC KEY'], keys)] : [])];
  return [...parts, ...(doors.length > 0 ? [table(['SERVICE', 'AT'], doors)] : [])].join('\n\n');
}

export const didCommands: readonly Command[] = [resolve];
