// Acts of governance on whom a register trusts, and on credentials that actions issued. Hashes are made here of the
// certificates that the caller names.
import type { JsonObject } from '../../../core/base/json.js';
import { pemParts } from '../../../core/crypto/keys/pem.js';
import type { GovernanceOperation } from '../../../core/register/governance/operation.js';
import { sortedEntries } from '../../../core/register/trust/pin.js';
import { anchorEntries, keyEntries } from '../../../core/register/trust/pin-entries.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { pemText } from '../../disk/mesh-folder.js';
import {
  ASSURANCE_OPTION,
  JUSTIFICATION_OPTION,
  proposeAct,
  SIGNER_OPTIONS,
  showOutcome,
} from '../../signing/governing.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';

const LIST = { name: '<list>', description: 'id of the list' };

const setTrust: Command = {
  name: 'governance set-trust',
  summary: 'propose that a register trusts a list of anchors, or of keys of issuers',
  examples: [
    'quorate governance set-trust 0d9c… partners --sequence 1 --anchor root.pem --wallet main',
    'quorate governance set-trust 0d9c… devices --sequence 1 --issuer https://acme.example/credentials/acme --keys jwks.json --wallet main',
    'quorate governance set-trust 0d9c… works --sequence 2 --file works.json --wallet main',
  ],
  args: [REGISTER_ARGUMENT, LIST],
  options: [
    {
      flags: '--sequence <number>',
      description: 'above the number that the list was pinned with before',
      required: true,
    },
    { flags: '--anchor <file>', description: 'PEM of anchors (repeat)', repeat: true },
    { flags: '--issuer <name>', description: 'issuer without certificates: its address or did:web; with --keys' },
    { flags: '--keys <file>', description: 'keys of the issuer: a JWK, or the set that it publishes (jwks)' },
    {
      flags: '--file <file>',
      description: 'kind, entries and source as JSON, in place of anchors; - is standard input',
    },
    ASSURANCE_OPTION,
    JUSTIFICATION_OPTION,
    ...SIGNER_OPTIONS,
  ],
  async run(context) {
    const { input } = context;
    const stated = await statedList(context);
    const act = pickStated({
      ...{ operationType: 'set-trust', listId: input.arg('list'), sequence: Number(input.requiredText('sequence')) },
      ...stated,
      assurance: input.text('assurance') ?? stated['assurance'],
    });
    showOutcome(context, await proposeAct(context, input.arg('register'), act as Partial<GovernanceOperation>));
  },
};

const removeTrust: Command = {
  name: 'governance remove-trust',
  summary: 'propose that a register trusts a list no more',
  examples: ['quorate governance remove-trust 0d9c… partners --wallet main'],
  args: [REGISTER_ARGUMENT, LIST],
  options: [JUSTIFICATION_OPTION, ...SIGNER_OPTIONS],
  async run(context) {
    const { input } = context;
    const act = { operationType: 'remove-trust', listId: input.arg('list') } as const;
    showOutcome(context, await proposeAct(context, input.arg('register'), act));
  },
};

const distrust: Command = {
  name: 'governance distrust',
  summary: 'propose that an anchor or key counts no more on a register, in whatever list',
  examples: ['quorate governance distrust 0d9c… fd36c8… --wallet main'],
  args: [REGISTER_ARGUMENT, { name: '<hash...>', description: 'SHA-256 of the DER of an anchor, or of a key' }],
  options: [JUSTIFICATION_OPTION, ...SIGNER_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const act = { operationType: 'distrust', hashes: sortedEntries(input.rest('hash')) } as const;
    const register = input.arg('register');
    showOutcome(context, await proposeAct(context, register, act as Partial<GovernanceOperation>));
    out.note(`Actions that rest on it stand. To see them: quorate trust runs ${register} HASH`);
  },
};

const revokeCredential: Command = {
  name: 'governance revoke-credential',
  summary: 'propose that a credential that an action issued is revoked for good',
  examples: ['quorate governance revoke-credential 0d9c… 9f86… --wallet main'],
  args: [REGISTER_ARGUMENT, { name: '<issuance>', description: 'TxId of its Issuance' }],
  options: [JUSTIFICATION_OPTION, ...SIGNER_OPTIONS],
  async run(context) {
    const { input } = context;
    const act = { operationType: 'revoke-credential', issuance: input.arg('issuance') } as const;
    showOutcome(context, await proposeAct(context, input.arg('register'), act));
  },
};

export const governanceTrustCommands: readonly Command[] = [setTrust, removeTrust, distrust, revokeCredential];

/** Kind and entries, and what else a file states. */
async function statedList(context: Context): Promise<JsonObject> {
  const { input } = context;
  const [files, file] = [input.list('anchor'), input.text('file')];
  const [issuer, keys] = [input.text('issuer'), input.text('keys')];
  if ([files[0], issuer, file].filter((way) => way !== undefined).length !== 1)
    throw new CommandError('a list is stated by --anchor, by --issuer or by --file', { exit: EXIT.usage });
  if ((issuer === undefined) !== (keys === undefined))
    throw new CommandError('--issuer and --keys go together', { exit: EXIT.usage });
  if (file !== undefined) return objectIn(await readDocument(context, file));
  if (issuer === undefined || keys === undefined) return { kind: 'x509', entries: await anchorsIn(files) };
  return { kind: 'keys', entries: keyEntriesOf(issuer, objectIn(await readDocument(context, keys))) };
}

function keyEntriesOf(issuer: string, document: JsonObject): readonly JsonObject[] {
  const entries = keyEntries(issuer, document);
  if (entries === undefined)
    throw new CommandError('a key of --keys is not a public one of P-256', {
      hint: 'Issuers sign credentials with ES256. Leave other keys out of the file.',
    });
  return entries as unknown as readonly JsonObject[];
}

async function anchorsIn(files: readonly string[]): Promise<readonly string[]> {
  return anchorEntries((await Promise.all(files.map(pemText))).flatMap((text) => pemParts(text, 'CERTIFICATE')));
}
