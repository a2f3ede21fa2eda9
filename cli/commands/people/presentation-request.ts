// Credentials that the organisation asks wallets for: a request, and what came of it.
import encode from 'qr';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';

/** SD-JWT VC where nothing is stated. */
function formatOf({ input }: Context): 'mso_mdoc' | 'jwt_vc_json' | undefined {
  if (input.flag('mdoc') && input.flag('jwt'))
    throw new CommandError('--mdoc and --jwt are two formats: state one', { exit: EXIT.usage });
  if (input.flag('mdoc')) return 'mso_mdoc';
  return input.flag('jwt') ? 'jwt_vc_json' : undefined;
}

const request: Command = {
  name: 'credential request',
  summary: 'ask a wallet for a credential: by its type, or by a query of yours',
  examples: [
    'quorate credential request urn:northwind:member:1 --claim given_name --qr',
    'quorate credential request org.iso.18013.5.1.mDL --mdoc --claim \'["org.iso.18013.5.1","age_over_18"]=true\' --policy trust.json',
    'quorate credential request --query dcql.json --policy trust.json --haip',
    'quorate credential request urn:northwind:member:1 --claim given_name --to qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a',
  ],
  args: [{ name: '[type]', description: 'type of the credential (vct or doctype)' }],
  options: [
    { flags: '--mdoc', description: 'the type is that of an mdoc' },
    { flags: '--jwt', description: 'the type is that of a W3C credential in JWT (data model 2.0)' },
    {
      flags: '--claim <name>',
      description: 'claim to be shown: a name or a path as JSON, with =VALUE where it must have one (repeat)',
      repeat: true,
    },
    {
      flags: '--issuer <name>',
      description: 'issuer that is accepted (repeat; default: the own organisation)',
      repeat: true,
    },
    { flags: '--policy <file>', description: 'trust policy in place of issuers: a JSON or YAML file' },
    { flags: '--query <file>', description: 'DCQL query in place of a type: a JSON or YAML file' },
    {
      flags: '--redirect <url>',
      description: 'the wallet is on the device of the browser, which goes on to this page',
    },
    { flags: '--haip', description: 'by the profile HAIP: named by the certificate, with an encrypted answer' },
    { flags: '--keep', description: 'keep what the wallet shows, as it came' },
    {
      flags: '--to <wallet>',
      description: 'address of a wallet of this node: its person finds the request in the inbox',
    },
    { flags: '--qr', description: 'draw the request for the camera of a phone' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const objectOf = async (option: string) => {
      const file = input.text(option);
      return file === undefined ? undefined : objectIn(await readDocument(context, file));
    };
    const claims = input.list('claim').map(claimOf);
    const issuers = [...input.list('issuer')];
    const redirectUri = input.text('redirect');
    const asked = {
      format: formatOf(context),
      requiredClaims: claims.length === 0 ? undefined : claims,
      acceptedIssuers: issuers.length === 0 ? undefined : issuers,
    };
    const to = input.text('to');
    if (to !== undefined) {
      const credentialType = input.optionalArg('type') ?? '';
      const sent = await client.requestPresentation({
        body: { credentialType, targetWalletAddress: to, ...pickStated(asked) },
      });
      out.show(sent, () => fields({ request: sent.requestId, uri: sent.qrCodeUrl, 'expires at': sent.expiresAt }));
      out.note(`See what came of it: quorate credential result ${sent.requestId}`);
      return;
    }
    const made = await client.createPresentationRequest({
      body: pickStated({
        credentialType: input.optionalArg('type'),
        ...asked,
        trustPolicy: await objectOf('policy'),
        dcqlQuery: await objectOf('query'),
        ...{ flow: redirectUri === undefined ? undefined : ('same-device' as const), redirectUri },
        profile: input.flag('haip') ? ('haip' as const) : undefined,
        keepPresentation: input.flag('keep') || undefined,
      }),
    });
    out.show(made, () =>
      [
        fields({ request: made.requestId, uri: made.authorizationRequestUri, 'expires at': made.expiresAt }),
        ...(input.flag('qr') ? ['', encode(made.authorizationRequestUri, 'ascii', { ecc: 'low' })] : []),
      ].join('\n'),
    );
    out.note(`See what came of it: quorate credential result ${made.requestId}`);
  },
};

/** `name`, or `name=value`: true, false and numbers are themselves, all else is a text. */
function claimOf(stated: string) {
  const at = stated.indexOf('=');
  if (at < 0) return { claimName: stated };
  const [claimName, value] = [stated.slice(0, at), stated.slice(at + 1)];
  if (value === 'true' || value === 'false') return { claimName, expectedValue: value === 'true' };
  const number = Number(value);
  return { claimName, expectedValue: value !== '' && String(number) === value ? number : value };
}

const result: Command = {
  name: 'credential result',
  summary: 'show what came of a request for a credential',
  args: [{ name: '<request>', description: 'id of the request' }],
  options: [
    { flags: '--code <code>', description: 'the code with which the browser came back, of the session that asked' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const params = { requestId: input.arg('request') };
    const code = input.text('code');
    const shown =
      code === undefined
        ? await client.getPresentationResult({ params })
        : await client.redeemResponseCode({ params, body: { code } });
    showResult(context, shown);
  },
};

type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['client']['getPresentationResult']>>;

function showResult({ out }: Context, shown: Shown): void {
  const claims = Object.entries(shown.result?.verifiedClaims ?? {});
  const faults = shown.result?.errors ?? [];
  out.show(shown, () =>
    fields(
      pickStated({
        ...{ request: shown.requestId, state: shown.state, 'expires at': shown.expiresAt, denied: shown.denied },
        ...{ issuer: shown.result?.issuer, status: shown.result?.statusCheckResult },
        ...Object.fromEntries(
          claims.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
        ),
        ...(faults.length > 0 && { refused: faults.map(({ code, message }) => `${code}: ${message}`).join('\n') }),
      }),
    ),
  );
}

export const presentationRequestCommands: readonly Command[] = [request, result];
