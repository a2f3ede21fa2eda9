// Reads of the pages of requests: what waits for the person, and one request with what answers it.
import { ClientError } from '../../api/client/client-error.js';
import { REQUEST_MS } from '../../core/base/limits/node/wallets.js';
import { type HeldRow, readHeldOf } from '../credentials/read-credentials.js';
import { type CredentialEntry, readCredentialEntries } from '../credentials/read-entries.js';
import { faultOf, type GateProblem } from '../gates/use-prepared.js';
import { nodeNow } from '../node-time.js';
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';
import { type OwnWallet, readHoldingWallets } from '../wallets/read-wallets.js';

export type AskedPresentation = Awaited<ReturnType<typeof node.presentations.getWaitingPresentation>>;
export type AskingVerifier = AskedPresentation['verifier'];

/** A request that waits for the person. Of one that was not looked at the host is not known yet. */
export interface WaitingAsk {
  readonly presentationId: string;
  readonly host?: string;
  readonly since?: string;
}

/** The ones that were pasted, and those of organisations of this node, of which the inbox tells. */
export async function readWaitingAsks(
  { may }: Person,
  credentialEntries: readonly CredentialEntry[],
): Promise<readonly WaitingAsk[]> {
  if (!may.has('listWaitingPresentations')) return [];
  const { presentations } = await node.presentations.listWaitingPresentations();
  const entries = askEntriesIn(credentialEntries);
  const met = presentations.map(({ presentationId, verifier: { host } }) => ({ presentationId, host }));
  const known = new Set(met.map(({ presentationId }) => presentationId));
  return [...met, ...entries.filter(({ presentationId }) => !known.has(presentationId))];
}

interface AskEntry extends WaitingAsk {
  readonly entryId: string;
}

/** That of an answered request is read. */
function askEntriesIn(entries: readonly CredentialEntry[]): readonly AskEntry[] {
  const fromMs = nodeNow() - REQUEST_MS;
  return entries
    .filter(({ type, occurredAt }) => type === 'presentation-asked' && Date.parse(occurredAt) > fromMs)
    .flatMap(({ entryId, occurredAt: since, details: { presentationId } }) =>
      presentationId === undefined ? [] : [{ entryId, presentationId, since }],
    );
}

/** The request was answered: it waits in the inbox no more. */
export async function settleEntry(presentationId: string): Promise<void> {
  const entries = askEntriesIn(await readCredentialEntries(await person()));
  const entry = entries.find((each) => each.presentationId === presentationId);
  if (entry !== undefined) await node.personalInbox.markEntryRead({ params: { entryId: entry.entryId } });
}

export async function readPresenting() {
  const who = await person();
  const [holding, entries] = await Promise.all([readHoldingWallets(who), readCredentialEntries(who)]);
  const waiting = await readWaitingAsks(who, entries);
  return { holding, waiting };
}

export type PresentingRead = Awaited<ReturnType<typeof readPresenting>>;

export type AskedRead =
  | { readonly fault: GateProblem }
  | {
      readonly asked: AskedPresentation;
      readonly wallet: OwnWallet | undefined;
      readonly held: readonly HeldRow[];
      readonly fault?: undefined;
    };

interface AskedPlace {
  readonly params: { readonly presentationId: string };
}

/** A request that cannot be read is a page of its own: it says why. */
export async function readAsked({ params }: AskedPlace): Promise<AskedRead> {
  try {
    const asked = await node.presentations.getWaitingPresentation({ params });
    const { walletAddress: address } = asked;
    const [wallets, held] = await Promise.all([readHoldingWallets(await person()), readHeldOf({ address })]);
    return { asked, held, wallet: wallets.find((each) => each.address === address) };
  } catch (error) {
    if (error instanceof ClientError && error.status < 500) return { fault: faultOf(error) };
    throw error;
  }
}
