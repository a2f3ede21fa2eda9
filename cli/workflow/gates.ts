// An action that takes credentials: prepared, shown a credential at each gate, and submitted. A credential comes of a
// wallet on the node, or of a phone that takes a picture of the terminal.
import encode from 'qr';
import type { Client } from '../../api/client/client.js';
import { toBase64 } from '../../core/base/bytes.js';
import { CommandError, type Context, type Option } from '../command/command.js';
import { confirm } from '../command/confirm.js';
import { pickStated } from '../command/input.js';
import { certificatesIn } from '../disk/certificates.js';
import { connect } from '../remote/session.js';
import { again } from '../remote/watching.js';
import { addressOfName, isAddress, ownWallets } from './acting.js';
import { waiting } from './sending.js';

type Preparing = Parameters<Client['prepareInstanceAction']>[0];
type Prepared = Awaited<ReturnType<Client['getPreparedAction']>>;
type Gate = Prepared['requirements'][number];

export const GATE_OPTIONS: readonly Option[] = [
  { flags: '--present', description: 'show the credentials that the action takes, with a phone' },
  {
    flags: '--credential <id>',
    description: 'show this one, which a wallet on the node holds (repeat, in the order of the gates)',
    repeat: true,
  },
  { flags: '--holder <wallet>', description: 'wallet that holds it, by address or name (default: the one that acts)' },
  {
    flags: '--anchor <file>',
    description: 'PEM of the anchor of its issuer, where the node does not know it: the register pins its hash',
  },
];

export function isPresenting({ input }: Pick<Context, 'input'>): boolean {
  return input.flag('present') || input.list('credential').length > 0;
}

export async function submitAtGates(
  context: Context,
  client: Client,
  action: Preparing,
): Promise<Awaited<ReturnType<Client['submitPreparedAction']>>> {
  const credentials = [...context.input.list('credential')];
  let prepared = await client.prepareInstanceAction(action);
  for (const { id } of prepared.requirements) {
    const gate = prepared.requirements.find((each) => each.id === id);
    if (gate === undefined || isSettled(prepared, gate)) continue;
    const credentialId = credentials.shift();
    prepared =
      credentialId === undefined
        ? await showByPhone(context, client, { prepared, gate })
        : await showHeld(context, client, { prepared, gate, credentialId });
  }
  const params = { gateId: prepared.gateId };
  const background = { idempotencyKey: true as const, headers: { prefer: 'respond-async' } };
  return client.submitPreparedAction({ params }, context.input.flag('async') ? background : waiting(context.input));
}

async function holderIn(context: Context): Promise<string | undefined> {
  const named = context.input.text('holder');
  return named === undefined || isAddress(named)
    ? named
    : addressOfName(await ownWallets(await connect(context)), named);
}

/** DER as base64. */
async function anchorIn({ input }: Context): Promise<string | undefined> {
  const file = input.text('anchor');
  if (file === undefined) return undefined;
  const [der = new Uint8Array()] = await certificatesIn(file);
  return toBase64(der);
}

/** It was met, or one of its alternatives was. */
function isSettled({ requirements }: Prepared, { id, anyOfGroup }: Gate): boolean {
  const isOther = (gate: Gate) => anyOfGroup !== undefined && gate.anyOfGroup === anyOfGroup;
  return requirements.some((gate) => (gate.id === id || isOther(gate)) && gate.state === 'Admitted');
}

interface AtGate {
  readonly prepared: Prepared;
  readonly gate: Gate;
}

async function showHeld(
  context: Context,
  client: Client,
  { prepared, gate, credentialId }: AtGate & { readonly credentialId: string },
): Promise<Prepared> {
  await confirm(context, `Show ${claimsText(gate)} of the credential ${credentialId} at the gate ${gate.id}?`);
  return client.presentAtGate({
    params: { gateId: prepared.gateId },
    body: pickStated({
      ...{ requirement: gate.id, credentialId, consent: true },
      walletAddress: await holderIn(context),
      anchor: await anchorIn(context),
    }),
  });
}

async function showByPhone(context: Context, client: Client, { prepared, gate }: AtGate): Promise<Prepared> {
  const { out } = context;
  const params = { gateId: prepared.gateId };
  const made = await client.requestAtGate({ params, body: { requirement: gate.id } });
  out.warn(encode(made.authorizationRequestUri, 'ascii', { ecc: 'low' }));
  out.warn(made.authorizationRequestUri);
  out.warn(`Show ${claimsText(gate)} at the gate ${gate.id} with the wallet on your phone, until ${made.expiresAt}.`);
  let seen: Gate | undefined;
  let now = prepared;
  await again(
    context,
    async (node) => {
      now = await node.getPreparedAction({ params });
      seen = now.requirements.find(({ id }) => id === gate.id);
      return seen?.requestId === made.requestId ? 'end' : 'nothing';
    },
    secondsUntil(context, made.expiresAt),
  );
  if (seen?.state === 'Admitted') return now;
  const why = seen?.problem ? `: ${seen.problem.message}` : '';
  const said = seen?.state === 'Declined' ? 'the holder showed nothing' : `the credential was refused${why}`;
  throw new CommandError(`${said} at the gate ${gate.id}`, { code: 'CREDENTIAL_REFUSED' });
}

function secondsUntil({ terminal }: Context, time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - terminal.now()) / 1000));
}

/** Names of the claims that a gate asks for. */
function claimsText({ dcqlQuery }: Gate): string {
  const { credentials = [] } = dcqlQuery as { readonly credentials?: readonly AskedCredential[] };
  const paths = credentials.flatMap(({ claims = [] }) => claims.map(({ path }) => path.join('.')));
  return paths.length === 0 ? 'the type alone' : [...new Set(paths)].join(', ');
}

interface AskedCredential {
  readonly claims?: readonly { readonly path: readonly unknown[] }[];
}
