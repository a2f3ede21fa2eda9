// Tools that explain: where an instance stands, who has to act and why no other wallet may; and what the documents say.
// Sentences are ours; titles and roles are the words of others, and stand in the data.
import Type from 'typebox';
import { isFailure } from '../../../core/base/result.js';
import type { OperationAnswer } from '../../client/published/operation-calls.js';
import { RegisterId } from '../../schemas/base/common.js';
import { Id } from '../../schemas/base/ids.js';
import { type ToolRow, tool } from './define.js';
import { readingTool, statedMembers } from './reading.js';

type Instance = OperationAnswer<'getInstance'>;
type Branch = Instance['activeBranches'][number];
type Next = OperationAnswer<'getNextActions'>['nextActions'][number];

/** Wallets of the person that are compared with those that may act. */
const WALLETS_MAX = 100;

const instanceExplain = tool({
  name: 'instance_explain',
  slice: 'participant',
  title: 'Explain what an instance waits for',
  description:
    'Tells for each action that an instance waits for who may do it, whether the person may, until when, and what helps. Use it when somebody asks why a run does not go on. It changes nothing.',
  operations: ['getInstance', 'getNextActions', 'listWallets'],
  input: Type.Object({ instanceId: Id, registerId: Type.Optional(RegisterId) }),
  members: { state: Type.String(), waitsForPerson: Type.Boolean() },
  hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
  async run({ instanceId, ...query }, { call }) {
    const place = { params: { instanceId }, query: statedMembers(query) };
    const instance = await call('getInstance', place);
    if (isFailure(instance)) return instance;
    const next = await call('getNextActions', place);
    if (isFailure(next)) return next;
    const wallets = await call('listWallets', { query: { top: WALLETS_MAX } });
    if (isFailure(wallets)) return wallets;
    const own = new Set(wallets.map(({ address }) => address));
    const waits = next.nextActions.map((action) => waitOf(action, instance, own));
    const waitsForPerson = waits.some(({ ownWallets }) => ownWallets.length > 0);
    return {
      status: 'Passed',
      message: messageOf(instance, waits.length, waitsForPerson),
      members: { state: instance.state, waitsForPerson },
      data: { waits, helps: helpsOf(instance), ...blocksOf(instance) },
    };
  },
});

const WORDS_MAX = 200;

export const explainingTools: readonly ToolRow[] = [
  instanceExplain,
  readingTool({
    name: 'docs_search',
    slice: 'participant',
    title: 'Search the documents of this program',
    description:
      'Finds passages of the documentation by words: the language of workflows, findings and their codes, commands, operations. Use it before you guess how something works here.',
    operation: 'searchDocuments',
    input: Type.Object({ words: Type.String({ minLength: 1, maxLength: WORDS_MAX }) }),
    message: 'data has the passages, the best first.',
    ask: (query) => ({ query }),
  }),
];

function messageOf({ state, isStuck }: Instance, count: number, waitsForPerson: boolean): string {
  if (state !== 'Active' && state !== 'Disputed') return `The instance is ${state}: it waits for nothing more.`;
  if (isStuck === true) return 'No action of the instance can run any more: it can only be cancelled.';
  const person = waitsForPerson ? 'The person may do at least one of them.' : 'The person may do none of them.';
  return `The instance waits for ${count} actions. ${person}`;
}

function waitOf(action: Next, { activeBranches, participantWallets }: Instance, own: ReadonlySet<string>) {
  const branch = activeBranches.find(({ id }) => id === action.branchId);
  const { actionId, title, participantId: role, deadline, timer, also } = action;
  const { waitsFor, notBefore, voting, sentBack } = branch ?? ({} as Partial<Branch>);
  const mayAct = branch === undefined ? holderIn(participantWallets[role]) : branch.mayAct;
  // Voters are in `voting`: an action of several roles has no wallet in mayAct.
  const isOpen = mayAct === undefined && voting === undefined;
  const named = (mayAct ?? []).map(({ walletAddress }) => walletAddress);
  const ownWallets = isOpen ? [...own] : named.filter((address) => own.has(address));
  return {
    ...{ actionId, title, role, ownWallets },
    ...statedMembers({ mayAct, waitsFor, notBefore, deadline, timer, also, voting, sentBack }),
    helps: [
      ...(waitsFor === undefined ? [] : ['The actions in waitsFor come first.']),
      ...(notBefore === undefined ? [] : ['It opens at notBefore, and not earlier.']),
      ...(isOpen ? ['The role has no holder: any wallet takes it with action_submit.'] : []),
      ...(ownWallets.length > 0
        ? ['The person does it: action_validate, then action_submit with a wallet of ownWallets.']
        : []),
      ...(!isOpen && ownWallets.length === 0
        ? ['A wallet of mayAct has to do it: the person can only remind them.']
        : []),
      ...(voting === undefined ? [] : ['Votes decide it: voting says who has voted.']),
      ...(also === undefined ? [] : ['After a time others may do it too: also says who and when.']),
      ...(sentBack === undefined ? [] : ['It was given back: sentBack says by which transaction.']),
      ...(timer === undefined ? [] : ['When the timer is due, the workflow goes on by itself.']),
      ...(deadline === undefined ? [] : ['It has to be sealed before the deadline.']),
    ],
  };
}

/** Before the first action no branch is there yet: then the definition says who holds the role, if a wallet does. */
function holderIn(wallet: string | undefined): Branch['mayAct'] {
  return wallet === undefined ? undefined : [{ walletAddress: wallet, why: 'holder' }];
}

/** Of the whole instance. */
function helpsOf({ isStuck, confirmations, state, owed, pinState }: Instance): readonly string[] {
  return [
    ...(isStuck === true ? ['instance_cancel ends it.'] : []),
    ...(confirmations === undefined
      ? []
      : ['Others have to confirm what was done: confirmations says which roles, and until when.']),
    ...(state === 'Disputed' ? ['It is disputed until disputedUntil: until then nothing follows.'] : []),
    ...(owed === undefined
      ? []
      : ['Holders of roles were not given earlier data: owed says which; their parties deliver it.']),
    ...(pinState === 'pinned' ? [] : ['This node does not hold the definition that the instance follows.']),
  ];
}

function blocksOf({ confirmations, disputedUntil, owed, faults }: Instance) {
  return statedMembers({ confirmations, disputedUntil, owed, faults });
}
