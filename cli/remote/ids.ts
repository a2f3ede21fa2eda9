// Names and the beginnings of ids where a whole id is asked for. Only a text that is not a whole id costs a question to
// the node, and only one match is taken: it never chooses between two.
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { pickStated } from '../command/input.js';
import { organisationsOf } from './organisation.js';
import { isClientError } from './remote.js';
import { connect, type Remote } from './session.js';

/** Declared values of one call by name, as they were typed. */
export interface Values {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The thing that can be meant: its id, and its name for people. */
interface NamedThing {
  readonly id: string;
  readonly names: readonly string[];
}

interface Kind {
  readonly noun: string;
  readonly whole: RegExp;
  /** Of what several match, it shows these, and where there is none says how to list them. */
  readonly listed: string;
  /** An unknown text goes to the node as it is: it may know more than it lists. */
  readonly isOpen?: boolean;
  listKnown(remote: Remote, registerId: string): Promise<readonly NamedThing[]>;
}

/** Rows that are looked through at most; who has more states the whole id. */
const ROWS_MAX = 1000;
/** Fewer characters of an id do not name anything. */
const BEGINNING_MIN = 4;
const SHOWN_MAX = 5;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DIGEST = /^[0-9a-f]{64}$/i;
/** Addresses of all algorithms are at least this long. */
const ADDRESS = /^(qr1[0-9a-z]{50,}|did:.+)$/;

const KINDS = {
  register: {
    noun: 'register',
    whole: UUID,
    listed: 'quorate register list',
    listKnown: registersSeen,
  },
  wallet: { noun: 'wallet', whole: ADDRESS, listed: 'quorate wallet list', listKnown: walletsSeen },
  instance: {
    noun: 'instance',
    // Of one that began with its first action, the TxId.
    whole: /^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
    listed: 'quorate instance list, where it stands once its first action is sealed',
    listKnown: ({ client }) =>
      pages(async (query) => (await client.listInstances({ query })).items.map(({ id }) => ({ id, names: [] }))),
  },
  blueprint: {
    noun: 'blueprint',
    whole: UUID,
    listed: 'quorate blueprint list',
    isOpen: true,
    listKnown: ({ client }) =>
      pages(async (query) =>
        (await client.listBlueprints({ query })).items.map(({ id, title }) => ({ id, names: [title] })),
      ),
  },
  organisation: {
    noun: 'organisation',
    whole: UUID,
    listed: 'quorate org list',
    listKnown: organisationsSeen,
  },
  proposal: {
    noun: 'proposal',
    whole: DIGEST,
    listed: 'quorate governance proposals REGISTER',
    listKnown: ({ client }, registerId) =>
      pages(async (query) => {
        const { items } = await client.listProposals({ params: { registerId }, query });
        return items.map(({ proposalId }) => ({ id: proposalId, names: [] }));
      }),
  },
  transaction: {
    noun: 'transaction',
    whole: DIGEST,
    listed: 'quorate tx list REGISTER',
    listKnown: transactionsSealed,
  },
  peer: {
    noun: 'peer',
    whole: /^.{46,}$/,
    listed: 'quorate peer list',
    isOpen: true,
    listKnown: (remote) =>
      pages(async (query) => {
        const { body } = await remote.send('listPeers', { query });
        return (body as readonly { peerId: string }[]).map(({ peerId }) => ({ id: peerId, names: [] }));
      }),
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** The kinds of ids that the arguments of this name hold, and options of these names. */
const ARGUMENTS: Readonly<Record<string, keyof typeof KINDS>> = {
  register: 'register',
  wallet: 'wallet',
  instance: 'instance',
  blueprint: 'blueprint',
  proposal: 'proposal',
  txId: 'transaction',
  peer: 'peer',
  address: 'wallet',
  organisation: 'organisation',
};
const OPTIONS: Readonly<Record<string, keyof typeof KINDS>> = {
  register: 'register',
  instance: 'instance',
  blueprint: 'blueprint',
  wallet: 'wallet',
  as: 'wallet',
  sender: 'wallet',
  by: 'wallet',
  recipient: 'wallet',
  address: 'wallet',
  organisation: 'organisation',
  tenant: 'organisation',
  tx: 'transaction',
  run: 'transaction',
  previous: 'transaction',
  acceptSuspect: 'transaction',
};

/** Kinds that are found without a register, for the shell to complete. */
const LISTED = ['register', 'wallet', 'instance', 'blueprint', 'organisation', 'peer'] as const;
/** A name that no shell reads otherwise than it is written. */
const PLAIN_NAME = /^[\w.@-]+$/;

/** The kind of an argument or option of this name, where its values can be listed. */
export function listedKind(part: 'argument' | 'option', name: string): string | undefined {
  const kind = (part === 'argument' ? ARGUMENTS : OPTIONS)[name];
  return LISTED.find((entry) => entry === kind);
}

/** All of a kind, by names that a shell takes as they are, and else by id; undefined for another kind. */
export async function namesOfKind(context: Context, kind: string): Promise<readonly string[] | undefined> {
  const listed = LISTED.find((name) => name === kind);
  if (listed === undefined) return undefined;
  const known = await (KINDS[listed] as Kind).listKnown(await connect(context), '');
  return known.map(({ id, names }) => names.find((name) => PLAIN_NAME.test(name)) ?? id);
}

/** The call with whole ids. */
export async function withWholeIds(context: Context, { args, options }: Values): Promise<Values> {
  // A call that needs no node asks none.
  if (options.offline === true) return { args, options };
  let remote: Promise<Remote> | undefined;
  let registerId = '';
  const whole = async (kind: Kind, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((item) => whole(kind, item)));
    if (typeof value !== 'string' || kind.whole.test(value)) return value;
    remote ??= connect(context);
    const asked = await remote;
    const known = await kind.listKnown(asked, registerId).catch((error: unknown) => {
      // A caller that may not list them states the id, as it is.
      if (kind.isOpen && isClientError(error) && error.status === 403) return [];
      throw error;
    });
    return pickNamed(kind, value, known);
  };
  const made = { args: { ...args }, options: { ...options } };
  const ofInstance = async (): Promise<string> => {
    const instanceId = made.args.instance;
    if (typeof instanceId !== 'string') return '';
    remote ??= connect(context);
    return (await (await remote).client.getInstance({ params: { instanceId }, query: {} })).registerId;
  };
  // The register first: what it holds is looked for there.
  for (const [part, kinds] of [
    ['options', { register: 'register' }],
    ['args', { register: 'register' }],
    ['args', ARGUMENTS],
    ['options', OPTIONS],
  ] as const) {
    for (const [name, kind] of Object.entries(kinds) as [string, keyof typeof KINDS][]) {
      if (made[part][name] === undefined) continue;
      const isOfRegister = kind === 'proposal' || kind === 'transaction';
      // The ones of an instance are on its register, which the node knows.
      if (isOfRegister && registerId === '' && !isWhole(KINDS[kind], made[part][name])) registerId = await ofInstance();
      if (isOfRegister && registerId === '') continue;
      made[part][name] = await whole(KINDS[kind], made[part][name]);
      if (kind === 'register') registerId = String(made[part][name]);
    }
  }
  return made;
}

function isWhole(kind: Kind, value: unknown): boolean {
  return [value].flat().every((item) => typeof item !== 'string' || kind.whole.test(item));
}

/** The one that is called so, else the one whose id begins so. */
function pickNamed(kind: Kind, text: string, known: readonly NamedThing[]): string {
  const called = known.filter(({ id, names }) => id === text || names.includes(text));
  const begun = text.length < BEGINNING_MIN ? [] : known.filter(({ id }) => id.startsWith(text.toLowerCase()));
  const things = called.length > 0 ? called : begun;
  const [first, ...others] = things;
  if (first && others.length === 0) return first.id;
  if (first) {
    const shown = things.slice(0, SHOWN_MAX).map(({ id, names }) => [...names, id].join(' '));
    const more = things.length > SHOWN_MAX ? ', …' : '';
    throw new CommandError(`"${text}" is ${things.length} ${kind.noun}s`, {
      exit: EXIT.usage,
      hint: `State more of one of: ${shown.join(', ')}${more}.`,
    });
  }
  if (kind.isOpen) return text;
  throw new CommandError(`there is no ${kind.noun} "${text}" that you may see`, {
    exit: EXIT.usage,
    hint: `Name one, or state its id or at least ${BEGINNING_MIN} characters of it: ${kind.listed}`,
  });
}

interface PageQuery {
  readonly page: number;
  readonly pageSize: number;
}

/** The newest ones. By short rows: no payload is sent for an id alone. */
async function transactionsSealed({ client }: Remote, registerId: string): Promise<readonly NamedThing[]> {
  const things: NamedThing[] = [];
  let cursor: string | undefined;
  do {
    const query = { pageSize: PAGE_SIZE_MAX, ...(cursor !== undefined && { cursor }) };
    const { transactions, nextCursor } = await client.listTransactionSummaries({ params: { registerId }, query });
    things.push(...transactions.map(({ txId }) => ({ id: txId, names: [] })));
    cursor = nextCursor;
  } while (cursor !== undefined && things.length < ROWS_MAX);
  return things;
}

async function pages(read: (query: PageQuery) => Promise<readonly NamedThing[]>): Promise<readonly NamedThing[]> {
  const things: NamedThing[] = [];
  for (let page = 1; things.length < ROWS_MAX; page++) {
    const some = await read({ page, pageSize: PAGE_SIZE_MAX });
    things.push(...some);
    if (some.length < PAGE_SIZE_MAX) break;
  }
  return things;
}

/** Registers that the caller may see. */
export function registersSeen({ send }: Remote): Promise<readonly NamedThing[]> {
  return pages(async (query) => {
    const { body } = await send('listRegisters', { query });
    return (body as readonly { id: string; name: string }[]).map(({ id, name }) => ({ id, names: [name] }));
  });
}

async function organisationsSeen({ client }: Remote): Promise<readonly NamedThing[]> {
  const rows = await organisationsOf(client);
  return rows.map(({ id, name, subdomain }) => ({ id, names: [name, subdomain] }));
}

/** All wallets that the caller may see, in use or not. */
export async function walletsSeen({ send }: Remote): Promise<readonly NamedThing[]> {
  const things: NamedThing[] = [];
  let after: string | undefined;
  do {
    const { body, headers } = await send('listWallets', { query: pickStated({ top: PAGE_SIZE_MAX, after }) });
    const some = body as readonly { address: string; id: string; name: string }[];
    things.push(...some.map(({ address, id, name }) => ({ id: address, names: [name, id] })));
    after = /[?&]after=([^>&]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  } while (after !== undefined && things.length < ROWS_MAX);
  return things;
}
