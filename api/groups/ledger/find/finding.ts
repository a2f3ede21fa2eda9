// The things of one register under a beginning: rows of its sealed state and of its transactions, in the order of their
// keys.
// Nothing of a split chain above its last common docket is found.
import type { Static } from 'typebox';
import { FIND_EACH_MAX, TITLE_SHOWN_MAX } from '../../../../core/base/limits/node/requests.js';
import { isAddress } from '../../../../core/crypto/keys/address.js';
import {
  addressAt,
  type ParticipantRecord,
  participantAt,
  recordNow,
} from '../../../../core/register/people/participants.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { splitIssue } from '../../../access/split.js';
import type { FoundThing } from '../../../schemas/registers/summaries.js';
import type { LedgerDeps } from '../deps.js';
import type { Wanted } from './wanted.js';

type Thing = Static<typeof FoundThing>;
type Deps = Pick<LedgerDeps, 'chain' | 'ledger'>;

export async function findIn(deps: Deps, record: RegisterRecord, wanted: Wanted): Promise<Thing[]> {
  if (wanted.registerId !== undefined && wanted.registerId !== record.id) return [];
  const own = { registerId: record.id, registerName: record.name };
  const things: Thing[] = isNamed(record, wanted)
    ? [{ kind: 'register', id: record.id, title: record.name, ...own }]
    : [];
  things.push(...docketsIn(deps, record, wanted).map((thing) => ({ ...thing, ...own })));
  for (const find of [transactionsIn, instancesIn, blueprintsIn, participantsIn, walletsIn])
    things.push(...(await find(deps, record, wanted)).map((thing) => ({ ...thing, ...own })));
  return things;
}

type Found = Omit<Thing, 'registerId' | 'registerName'>;
type Find = (deps: Deps, record: RegisterRecord, wanted: Wanted) => Promise<readonly Found[]>;

/** By the beginning of its id, or of a word of its name. */
function isNamed({ id, name }: RegisterRecord, { text }: Wanted): boolean {
  const from = text.toLowerCase();
  const whole = name.toLowerCase();
  return from !== '' && [id, whole, ...whole.split(/\s+/)].some((each) => each.startsWith(from));
}

function docketsIn(deps: Deps, record: RegisterRecord, { docket: wanted }: Wanted): readonly Found[] {
  if (wanted === undefined || splitIssue(deps, record, { height: wanted.number, path: '' })) return [];
  const docket = deps.chain.docket(record.reg, wanted.number);
  if (docket === undefined || (wanted.hash !== undefined && docket.hash !== wanted.hash)) return [];
  return [{ kind: 'docket', id: String(wanted.number), title: docket.hash, docketNumber: wanted.number }];
}

const transactionsIn: Find = async (deps, record, { txId: digits }) => {
  if (digits === undefined) return [];
  const names = await deps.chain.keysFrom(record.reg, { of: 'transaction', from: digits, limit: FIND_EACH_MAX });
  return names.flatMap((txId) => {
    const sealed = deps.chain.transaction(record.reg, txId);
    if (sealed === undefined || splitIssue(deps, record, { height: sealed.height, path: '' })) return [];
    return [{ kind: 'transaction' as const, id: txId, txId, docketNumber: sealed.height }];
  });
};

const instancesIn: Find = async (deps, record, { text }) =>
  (await namesOf(deps, record, { prefix: 'inst/', text })).map((id) => ({ kind: 'instance', id }));

const blueprintsIn: Find = async (deps, record, { text }) =>
  (await namesOf(deps, record, { prefix: 'bp/', text })).map((id) => ({ kind: 'blueprint', id }));

/** By the id of a record, or by the name of an organisation for which governance vouches. */
const participantsIn: Find = async (deps, record, { text }) => {
  const byId = await namesOf(deps, record, { prefix: 'part/', text });
  const organisations = await namesOf(deps, record, { prefix: 'org/', text: text.toLowerCase() });
  const view = deps.chain.view(record.reg);
  const byName = organisations.flatMap((name) => (view.state(`org/${name}`)?.['records'] ?? []) as readonly string[]);
  return [...new Set([...byId, ...byName])].slice(0, FIND_EACH_MAX).flatMap((id) => {
    const participant = participantOf(deps, record, id);
    if (participant === undefined) return [];
    const { organizationName, participantName, addresses } = participant;
    const title = `${participantName}, ${organizationName}`.slice(0, TITLE_SHOWN_MAX);
    const address = addresses[0]?.walletAddress;
    return [{ kind: 'participant' as const, id, title, ...(address === undefined ? {} : { address }) }];
  });
};

/** Wallets of participants by a beginning; any other one by its whole address. */
const walletsIn: Find = async (deps, record, { address }) => {
  if (address === undefined) return [];
  const named = await namesOf(deps, record, { prefix: 'addr/', text: address });
  const page = { skip: 0, top: 0 };
  const isSeen =
    !named.includes(address) && isAddress(address) && (await deps.chain.byWallet(record.reg, address, page)).total > 0;
  return [...named, ...(isSeen ? [address] : [])].map((id) => {
    const row = addressAt(deps.chain.view(record.reg), id);
    const title = row && participantOf(deps, record, row.participantId)?.participantName.slice(0, TITLE_SHOWN_MAX);
    return { kind: 'wallet' as const, id, ...(title === undefined ? {} : { title }) };
  });
};

/** The newest version of a record. */
function participantOf({ chain }: Deps, { reg }: RegisterRecord, participantId: string): ParticipantRecord | undefined {
  const row = participantAt(chain.view(reg), participantId);
  const sealed = row && chain.transaction(reg, row.latest);
  return row && sealed && recordNow(row, sealed.transaction.payload as unknown as ParticipantRecord);
}

/** Names of sealed state behind a prefix of its keys. A split chain has names of one of its branches. */
async function namesOf(
  { chain, ledger }: Deps,
  { reg, id }: RegisterRecord,
  { prefix, text }: { readonly prefix: string; readonly text: string },
): Promise<readonly string[]> {
  if (text === '' || ledger.forks.forkHeight(id) !== undefined) return [];
  const names = await chain.keysFrom(reg, { of: 'state', from: prefix + text, limit: FIND_EACH_MAX });
  return names.map((name) => name.slice(prefix.length));
}
