// The node at the other end: a typed client, and a node's refusal as an error for people. The client is loaded
// when a command first needs it, so that help and suggestions are quick.
import type { Client, ClientError, ClientOptions, requester, streamer } from '../../api/client/client.js';
import { mayPass, PROXY_ANSWERED } from '../../api/client/passing.js';
import { CommandError, EXIT } from '../command/command.js';
import { findUnreached } from './unreached.js';

/** A person waits so long for one answer; a call that waits for a seal adds its own time. */
const ANSWER_SECONDS = 30;
const CHECK_ADDRESS = 'Check the address and the port: QUORATE_URL, or quorate login --url.';

let through: typeof fetch | undefined;
let answerSeconds = ANSWER_SECONDS;

/** How calls are sent from now on; without it the fetch of the platform sends them. */
export function sendThrough(send: typeof fetch | undefined): void {
  through = send;
}

/** How a request goes to another server than the node. */
export function sender(): typeof fetch {
  return through ?? fetch;
}

/** How long calls wait for an answer from now on; half a minute without it. */
export function waitForAnswers(seconds: number = ANSWER_SECONDS): void {
  answerSeconds = seconds;
}

/** A client of the node at `url`, speaking with this token or, without one, as an anonymous caller. */
export async function clientOf(url: string, speaks: Speaks = undefined): Promise<Client> {
  const { createClient } = await import('../../api/client/client.js');
  return createClient(url, optionsOf(speaks));
}

export type Send = ReturnType<typeof requester>;

/** Like `clientOf`, for the headers of answers too. */
export async function senderTo(url: string, speaks: Speaks = undefined): Promise<Send> {
  const { requester } = await import('../../api/client/client.js');
  return requester(url, optionsOf(speaks));
}

/** Like `senderTo`, for an answer that is too large to be held: its bytes as they come. */
export async function streamFrom(url: string, speaks: Speaks = undefined): Promise<ReturnType<typeof streamer>> {
  const { streamer } = await import('../../api/client/client.js');
  return streamer(url, optionsOf(speaks));
}

/** A token, or a token and what else goes with every call. */
type Speaks = string | undefined | (Pick<ClientOptions, 'headers' | 'stepUp'> & { readonly token: string | undefined });

function optionsOf(speaks: Speaks): ClientOptions {
  const { token, headers, stepUp } = typeof speaks === 'object' ? speaks : { token: speaks };
  return {
    ...(token !== undefined && { token }),
    ...(headers && { headers }),
    ...(stepUp && { stepUp }),
    ...(through && { fetch: through }),
    timeoutMs: answerSeconds * 1000,
  };
}

/** Told by its name: importing the class would load the client into every command. */
export function isClientError(error: unknown): error is ClientError {
  return error instanceof Error && error.name === 'ClientError';
}

/** The error that a person sees for a call that the node refused, or that reached no node. */
export function refusal(error: ClientError): CommandError {
  const message = error.message.replace(/\.$/, '');
  if (error.code === PROXY_ANSWERED) {
    const hint = 'The node may be starting, or be stopped. Try again, or ask its operator.';
    return new CommandError(message, { exit: EXIT.unreachable, code: error.code, hint, cause: error });
  }
  if (error.status === 0) {
    const cause = findUnreached(error.cause, answerSeconds);
    const hint = cause?.hint ?? (mayPass(error) ? 'Try again.' : CHECK_ADDRESS);
    const text = cause === undefined ? message : `${message}: ${cause.reason}`;
    return new CommandError(text, { exit: EXIT.unreachable, hint, cause: error });
  }
  if (isOfAnother(error))
    return new CommandError(`a server answered ${error.status}, and not as a Quorate node does`, {
      hint: CHECK_ADDRESS,
      cause: error,
    });
  const at = error.details.path === '' ? '' : ` at ${error.details.path}`;
  // A refusal with several places at fault names them all: they are usually corrected together.
  const also = error.details.issues
    .slice(1)
    .map(({ message: text, path }) => `Also: ${text.replace(/\.$/, '')}${path === '' ? '' : ` at ${path}`}.`);
  const hint = [...also, hintFor(error) ?? ''].filter((line) => line !== '').join('\n  ');
  return new CommandError(`${message}${at}`, {
    code: error.code,
    cause: error,
    ...(hint === '' ? {} : { hint }),
  });
}

/** Every refusal of a node says a code, of OAuth an error, and of its health a status. */
function isOfAnother({ code, details: { problem } }: ClientError): boolean {
  return code === 'INTERNAL' && !['code', 'error', 'status'].some((member) => member in problem);
}

/** Advice about a refusal of credentials or certificates. */
const CREDENTIAL_HINTS: Readonly<Record<string, string>> = {
  CERTIFICATE_MISSING:
    'Have the authority of the node issue one: quorate certificate enrol WALLET. For another authority: quorate certificate csr WALLET.',
  CERT_EXTERNAL_ANCHOR_UNAVAILABLE:
    'Compare the SHA-256 with what the authority itself says, then state it: --confirm-anchor SHA256',
  CERT_KEY_NOT_ELIGIBLE:
    'Have a key of P-256 derived beside that of the wallet: quorate certificate enrol WALLET --co-key',
  CREDENTIAL_TYPE_IN_USE: 'Wait for their end, or cancel each: quorate credential offered OFFER --cancel',
};

function hintFor({ status, code, details, message }: ClientError): string | undefined {
  if (code === 'LOGIN_FAILED') return 'Check the email and the password.';
  if (code === 'SIGN_IN_NOT_RECENT')
    return 'At a terminal it asks for your password; elsewhere set QUORATE_PASSWORD. Or run: quorate login';
  if (status === 401) return 'Run: quorate login';
  // About what is shown and about the wallet, and not about the account.
  if (code === 'CREDENTIAL_REFUSED' && details.path === '/rawPresentation')
    return 'The ground stands in brackets. Show another credential, or ask the issuer of this one.';
  if (code === 'CREDENTIAL_REFUSED')
    return 'Show a credential for the action: quorate action submit ... --present, or --credential ID of a wallet here.';
  if (code === 'VAL_BP_002') return 'Act with the wallet that holds the role: --wallet.';
  if (code === 'VAL_ROUTING_001')
    return 'State where it leads: quorate tx prepare --next IDS, or --route ID; docs/hashes.md, section 12, has the form of metadata.routing.';
  // A transaction that was made elsewhere says itself which one it follows: of an action the node finds it.
  if (code === 'VAL_BP_003' && !details.path.startsWith('/header'))
    return 'To see the actions that may be done now: quorate action pending. Where each branch stands: quorate instance show INSTANCE';
  if (code === 'VAL_BP_003')
    return 'The transaction to follow is that of its branch ("action N follows", or else "last"): quorate instance show INSTANCE';
  if (code === 'VAL_READ_001')
    return 'Others acted meanwhile. Act again: it is calculated anew. Prepare anew a transaction that was signed before: quorate tx prepare';
  if (code === 'VAL_FLOW_005')
    return 'Act with the wallet of another party: "quorate instance show" lists the roles. A wallet without a record is of no organisation: quorate participant publish REGISTER --wallet WALLET --name NAME --of ORGANISATION';
  if (code === 'VAL_FLOW_010') return 'Do it after that time: "quorate action pending" shows it until then.';
  // It is judged by what is sealed, which another node does not judge otherwise for long.
  if (details.definitive === false && code.startsWith('VAL_') && !code.startsWith('VAL_TIME_'))
    return 'The sealed state refuses it now, and a later docket may allow it: correct it, or submit it again then.';
  if (details.definitive === false && status !== 429 && status !== 503)
    return 'This is not final: another node may have accepted it, and a later docket may allow it. Ask for its receipt: quorate tx receipt REGISTER TXID';
  if (code === 'PASSWORD_CHANGE_REQUIRED') return 'Run: quorate password';
  // The rules of a register say why, and judge no account.
  if (status === 403 && code.startsWith('VAL_')) return undefined;
  if (status === 403 && message.includes('RequireSystemAdmin'))
    return 'It is for the platform administrator, who acts for the System administration: quorate org use system-admin';
  if (status === 403) return 'The account lacks the right for this; ask an administrator of the organisation.';
  if (Object.hasOwn(CREDENTIAL_HINTS, code)) return CREDENTIAL_HINTS[code];
  if (status !== 429 && status !== 503) return undefined;
  return details.retryAfterSeconds === undefined
    ? 'Try again later.'
    : `Try again in ${details.retryAfterSeconds} ${details.retryAfterSeconds === 1 ? 'second' : 'seconds'}.`;
}
