// What `instance show` says of an instance that cannot go on, and of a branch that waits for another one.
import { expect } from 'chai';
import { withWholeIds } from '../../../../../cli/remote/ids.js';
import { runShell } from '../../../../../cli/shell/shell.js';
import { COMMANDS, NOUNS } from '../../../../support/program/commands.js';
import { fakeTerminal, withFetch } from '../../../../support/program/terminal.js';

const TX = 'ab'.repeat(32);
const WALLET = 'qr1qrpjutk9xyqzu75sdksd25vjrz5f4ehp5rsx04huakrgyjs3ceq06k65tmy';
const REGISTER = '11111111-2222-4333-8444-555555555555';
const INSTANCE = {
  ...{ id: 'case', registerId: REGISTER, blueprintId: 'hearing', publicationTxId: TX, blueprintVersion: 1 },
  ...{ pinState: 'pinned', state: 'Active', participantWallets: { mayor: 'qr1mayor' }, completedActionCount: 2 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};
const DEFINITION = {
  blueprint: {
    participants: [{ id: 'mayor', name: 'Mayor' }],
    actions: [
      { id: 2, title: 'Hear', sender: 'mayor' },
      { id: 3, title: 'Decide', sender: 'mayor' },
    ],
  },
};

const FORBIDDEN: { readonly status: number; readonly body: object } = {
  status: 403,
  body: { code: 'FORBIDDEN', detail: 'no', path: '' },
};

async function shown(instance: object, history = FORBIDDEN, records: object = {}): Promise<string> {
  const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
  await withFetch(
    ({ url }) => {
      if (url.includes(`/${TX}`)) return { status: 200, body: DEFINITION };
      if (url.includes('/api/query/')) return history;
      const record = (records as Record<string, object>)[url.split('/by-address/')[1] ?? ''];
      if (record) return { status: 200, body: record };
      if (url.endsWith('/instances/case')) return { status: 200, body: { ...INSTANCE, ...instance } };
      return FORBIDDEN;
    },
    async () => {
      await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, ['instance', 'show', 'case']);
    },
  );
  return terminal.out() + terminal.err();
}

/** The output of the command where the node answers so, or with the instance, or refuses. */
async function answered(
  line: readonly string[],
  answer: (url: string, body: string) => { readonly status: number; readonly body: object } | undefined,
): Promise<string> {
  const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
  await withFetch(
    ({ url, body }) => {
      const found = answer(url, body);
      if (found) return found;
      return url.endsWith(`/instances/${REGISTER}`) ? { status: 200, body: { ...INSTANCE } } : FORBIDDEN;
    },
    async () => {
      const shell = { commands: COMMANDS, nouns: NOUNS, version: '0', terminal, withWholeIds };
      await runShell(shell, [...line]);
    },
  );
  return terminal.out() + terminal.err();
}

const branch = (currentActionId: number, more: object) => ({
  ...{ id: `${TX}:${currentActionId}`, currentActionId, state: 'Active', lastTransactionId: TX, ...more },
});

describe('instance show', () => {
  it('names what a branch waits for', async () => {
    const mayAct = [{ walletAddress: 'qr1mayor', why: 'holder' }];
    const activeBranches = [branch(2, { mayAct }), branch(3, { waitsFor: [2] })];
    const out = await shown({ currentActionIds: [2], activeBranches });
    expect(out).to.match(/^2 +Hear +mayor +qr1mayor +- +-$/m);
    expect(out).to.match(/^3 +Decide +mayor +qr1mayor +- +action 2 "Hear" of mayor$/m);
    expect(out).to.contain('Action 2 "Hear" of mayor can be done: quorate action submit case 2\n');
    expect(out).to.contain('Action 3 "Decide" of mayor waits for action 2 "Hear" of mayor.\n');
    expect(out).to.not.contain('No action can be done');
  });

  it('says that an instance is stuck, why, and what helps', async () => {
    const late = branch(2, { state: 'TimedOut', deadline: '2026-01-01T02:00:00.000Z' });
    const out = await shown({
      currentActionIds: [],
      isStuck: true,
      activeBranches: [late, branch(3, { waitsFor: [2] })],
    });
    expect(out).to.match(/^2 +Hear +mayor +qr1mayor +2026-01-01T02:00:00.000Z \(missed\) +-$/m);
    expect(out)
      .to.contain('No action can be done any more')
      .and.to.contain('It can be cancelled, by the wallet that opened the instance: quorate instance cancel case');
    expect(out).to.not.contain('Waiting\n(none)');
  });

  it('tells which timer ends an action, and what follows', async () => {
    const deadline = '2026-01-02T00:00:00.000Z';
    const timer = { id: 'silence', dueAt: deadline, nextActionIds: [3] };
    const activeBranches = [
      branch(2, { deadline, timer }),
      branch(3, { deadline, timer: { ...timer, nextActionIds: [] } }),
    ];
    const out = await shown({ currentActionIds: [2, 3], activeBranches });
    expect(out).to.match(/^ACTION +TITLE +ROLE +WALLET +UNTIL +THEN +AFTER$/m);
    expect(out).to.match(/^2 +Hear +mayor +qr1mayor +2026-01-02T00:00:00.000Z +action 3 by timer silence +-$/m);
    expect(out).to.match(/^3 .* ends by timer silence +-$/m);
  });

  it('tells from when on an action can be done', async () => {
    const notBefore = '2026-01-02T00:00:00.000Z';
    const out = await shown({ currentActionIds: [], activeBranches: [branch(2, { notBefore })] });
    expect(out).to.match(/^ACTION +TITLE +ROLE +WALLET +UNTIL +THEN +AFTER$/m);
    expect(out).to.match(/^2 +Hear +mayor +qr1mayor +- +opens after 2026-01-02T00:00:00.000Z +-$/m);
    expect(out).to.contain(`Action 2 "Hear" of mayor can be done after ${notBefore}: quorate action submit case 2\n`);
  });

  it('tells what waits for whose confirmation, until when, and what then', async () => {
    const waiting = { transactionId: TX, actionId: 2, missing: ['mayor', 'clerk'], until: '2026-01-02T00:00:00.000Z' };
    const out = await shown({
      currentActionIds: [],
      activeBranches: [],
      confirmations: [{ ...waiting, otherwise: 'redo' }],
    });
    expect(out).to.match(/^2 +Hear +mayor, clerk +2026-01-02T00:00:00.000Z +it is done again +ab/m);
    const none = await shown({ currentActionIds: [], activeBranches: [] });
    expect(none).to.not.contain('To confirm');
  });

  it('tells that a timer ended an action, and not a wallet', async () => {
    const fired = {
      ...{ txId: TX, senderWallet: 'timer', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index: 0 },
      metaData: { actionId: '2', trackingData: { type: 'Timer', timer: 'silence' } },
    };
    const body = { items: [fired], totalCount: 1 };
    const out = await shown({ currentActionIds: [], activeBranches: [] }, { status: 200, body });
    expect(out).to.match(/^2 +Hear \(Timer\) +2026-01-02T00:00:00.001Z +timer silence +4 /m);
  });

  it('tells of a move that is about no action what it was, and of an instance that has not begun nothing', async () => {
    const cancelled = {
      ...{ txId: TX, senderWallet: 'qr1mayor', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index: 0 },
      metaData: { actionId: '2', trackingData: { type: 'Cancellation' } },
    };
    const body = { items: [cancelled], totalCount: 1 };
    const out = await shown({ currentActionIds: [], activeBranches: [] }, { status: 200, body });
    expect(out).to.match(/^- +Cancellation +2026-01-02T00:00:00.001Z +mayor +4 /m);
    const begun = { currentActionIds: [2], activeBranches: [], completedActionCount: 0 };
    const first = await shown(begun, { status: 200, body: { items: [], totalCount: 0 } });
    expect(first).to.match(/^2 +Hear +mayor +qr1mayor +- +-$/m);
    expect(first).to.contain('once its first action is sealed: quorate action submit case').and.not.contain('(none)');
  });

  it('tells a refused hand-over from one, and what a branch follows that is not the last', async () => {
    const item = {
      ...{ txId: TX, senderWallet: 'qr1mayor', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index: 0 },
      metaData: { actionId: '2', trackingData: { type: 'Handover' } },
      payloads: [{ data: { type: 'handover', v: 1, role: 'mayor', refuse: true } }],
    };
    const before = { ...{ id: 'b', currentActionId: 2, state: 'Active' }, lastTransactionId: 'cd'.repeat(32) };
    const history = { status: 200, body: { items: [item], totalCount: 1 } };
    const out = await shown(
      { completedActionCount: 1, currentActionIds: [2], activeBranches: [before], lastTransactionId: TX },
      history,
    );
    expect(out, out.slice(0, 600)).to.contain('Handover (refused by the holder)');
    expect(out).to.match(/^action 2 follows +(cd){32}$/m);
  });

  it('names who did what by role, one that holds none now by its address, and where the reason of a rejection is read', async () => {
    const moves = ['qr1old', 'qr1mayor'].map((senderWallet, index) => ({
      ...{ txId: TX, senderWallet, timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index },
      metaData: { actionId: '2', trackingData: { type: index === 0 ? 'Action' : 'Rejection' } },
    }));
    const told = (items: readonly object[]) =>
      shown({ currentActionIds: [], activeBranches: [] }, { status: 200, body: { items, totalCount: items.length } });
    const out = await told(moves);
    expect(out).to.match(/^2 +Hear +2026-01-02T00:00:00.001Z +qr1old +4 /m);
    expect(out).to.match(/^2 +Hear \(Rejection\) +2026-01-02T00:00:00.001Z +mayor +4 /m);
    expect(out).to.contain(`quorate action show ${INSTANCE.registerId} ${TX} --wallet`);
    expect(await told(moves.slice(0, 1))).to.not.contain('quorate action show');
  });

  it('names parties and deputies by their participant records, where the node has them', async () => {
    const move = {
      ...{ txId: TX, senderWallet: 'qr1deputy', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index: 0 },
      metaData: { actionId: '2', trackingData: { type: 'Vote', role: 'mayor', vote: 'yes', for: 'town' } },
    };
    const history = { status: 200, body: { items: [move], totalCount: 1 } };
    const records = {
      qr1mayor: { participantName: 'Ada', organizationName: 'Town' },
      qr1deputy: { participantName: 'Dora', organizationName: 'Town' },
    };
    const out = await shown({ currentActionIds: [], activeBranches: [] }, history, records);
    // The definition names the role itself.
    expect(out).to.match(/^mayor +Mayor +Town +qr1mayor$/m);
    expect(out).to.match(/^2 +Hear \(Vote yes as mayor, by a deputy of town\) .* Dora \(Town\) +4 /m);
    expect(await shown({ currentActionIds: [], activeBranches: [] }, history)).to.match(/ qr1deputy +4 /);
  });

  it('tells who confirmed a run, who did not, and where the reason of that is read', async () => {
    const answered = (index: number, accept: boolean) => ({
      ...{ txId: TX, senderWallet: 'qr1mayor', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index },
      metaData: { actionId: '2', trackingData: { type: 'Confirmation', answer: { accept, role: 'mayor' } } },
    });
    const body = { items: [answered(0, true), answered(1, false)], totalCount: 2 };
    const out = await shown({ currentActionIds: [], activeBranches: [] }, { status: 200, body });
    expect(out).to.match(/^2 +Hear \(confirmed by mayor\) /m);
    expect(out).to.match(/^2 +Hear \(not confirmed by mayor\) /m);
    const read = `Why it was not confirmed, for who may read it: quorate action show ${INSTANCE.registerId} ${TX} --wallet`;
    expect(out).to.contain(read);
    const agreed = { items: [answered(0, false), answered(1, true)], totalCount: 2 };
    const after = await shown({ currentActionIds: [], activeBranches: [] }, { status: 200, body: agreed });
    expect(after, 'something was done since').to.not.contain('Why it was');
  });
});

describe('instance data', () => {
  it('shows what several actions state under one name, by action', async () => {
    const run = (actionId: string, isInForce: boolean, value: string) => ({
      source: { actionId, transactionHash: TX, senderWallet: 'qr1mayor' },
      ...{ isInForce, isDelivered: true },
      members: [
        { member: '/folio', verdict: 'stated', value },
        { member: '/house', verdict: 'stated', value: 'Lime Street' },
      ],
    });
    const facts = [
      { actionId: '2', runs: [run('2', true, 'F-1')] },
      { actionId: '3', runs: [run('3', true, 'F-2'), run('3', false, 'F-3')] },
    ];
    const body = { instanceId: 'case', actionCount: 3, data: { house: 'Lime Street' }, facts, suspect: [] };
    const out = await answered(['instance', 'data', REGISTER, '--wallet', `qr1${'m'.repeat(50)}`], (url) =>
      url.includes('/state') ? { status: 200, body } : undefined,
    );
    expect(out).to.match(/^2 +\/folio +"F-1"$/m);
    expect(out).to.match(/^3 +\/folio +"F-2"$/m);
    expect(out).to.not.match(/^3 +\/folio +"F-3"$|\/house +"/m);
  });
});

describe('instance data of a party that sees something wrong', () => {
  const wallet = `qr1${'m'.repeat(50)}`;
  const told = (suspect: readonly object[]) =>
    answered(['instance', 'data', REGISTER, '--wallet', wallet], (url) =>
      url.includes('/state')
        ? { status: 200, body: { instanceId: 'case', actionCount: 3, data: {}, facts: [], suspect } }
        : undefined,
    );
  const wrong = { actionId: '2', member: '/quote', senderWallet: 'qr1x', transactionHash: TX, isUndone: false };

  it('says how that is proven, or delivered, and nothing of what was taken back', async () => {
    const of = `${INSTANCE.id} --tx ${TX} --wallet ${wallet}`;
    expect(await told([{ ...wrong, reason: 'calculation' }])).to.contain(`Prove it: quorate instance object ${of}`);
    expect(await told([{ ...wrong, reason: 'undelivered' }])).to.contain(`quorate instance challenge ${of}`);
    expect(await told([{ ...wrong, reason: 'calculation', isUndone: true }])).to.not.contain('Prove it');
  });
});

describe('transactions of an instance', () => {
  it('are named by their beginning: their register is that of the instance', async () => {
    const asked: string[] = [];
    const line = ['instance', 'object', REGISTER, '--tx', TX.slice(0, 6), '--wallet', `qr1${'m'.repeat(50)}`];
    await answered(line, (url) => {
      asked.push(url);
      return url.includes('/transaction-summaries')
        ? { status: 200, body: { transactions: [{ txId: TX }] } }
        : undefined;
    });
    const listed = asked.findIndex((url) => url.includes(`/registers/${REGISTER}/transaction-summaries`));
    expect(listed, asked.join('\n')).to.be.greaterThan(0);
    expect(asked.at(-1)).to.contain('/objections');
  });
});

describe('a challenge by command', () => {
  it('names the gate whose kept evidence was not given', async () => {
    const bodies: unknown[] = [];
    const line = [
      'instance',
      'challenge',
      REGISTER,
      '--tx',
      TX,
      '--gate',
      'licence',
      '--wallet',
      `qr1${'m'.repeat(50)}`,
    ];
    await answered(line, (url, body) => {
      if (url.includes('/challenges')) bodies.push(JSON.parse(body));
      return undefined;
    });
    expect(bodies[0]).to.deep.include({ txId: TX, gate: 'licence' });
  });
});

describe('votes by command', () => {
  const voting = {
    ...{ need: 3, settle: 'early', yes: 2, no: 1, abstain: 0, open: 1, openRoles: ['lawyer'] },
    votes: [{ role: 'chair', vote: 'yes', weight: 2, transactionId: TX }],
  };

  it('are shown with what is needed, and who can still vote', async () => {
    const cast = {
      ...{ txId: TX, senderWallet: 'qr1chair', timeStamp: '2026-01-02T00:00:00.001Z', docketNumber: 4, index: 0 },
      metaData: { actionId: '2', trackingData: { type: 'Vote', role: 'chair', vote: 'yes' } },
    };
    const history = { status: 200, body: { items: [cast], totalCount: 1 } };
    const out = await shown({ currentActionIds: [2], activeBranches: [branch(2, { voting })] }, history);
    expect(out).to.match(/^2 +Hear +- +2 of 3, 1 against; open: lawyer +- +-$/m);
    expect(out).to.match(/^2 +Hear \(Vote yes as chair\) +2026-01-02T00:00:00.001Z +qr1chair +4 /m);
  });

  it('are listed for who is asked', async () => {
    const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
    const row = {
      ...{
        blueprintTitle: 'Award',
        actionId: '2',
        title: 'Decide',
        participantId: 'lawyer',
        walletAddress: 'qr1mayor',
      },
      ...{ since: '2026-01-01T00:00:00.000Z', voting, instanceId: 'case' },
    };
    await withFetch(
      () => ({ status: 200, body: { items: [row], hasMore: false } }),
      async () => {
        const wallet = ['--wallet', 'qr1qrpjutk9xyqzu75sdksd25vjrz5f4ehp5rsx04huakrgyjs3ceq06k65tmy'];
        const call = ['action', 'pending', ...wallet, '--register', REGISTER];
        await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, call);
      },
    );
    const out = terminal.out() + terminal.err();
    expect(out)
      .to.match(/VOTES +INSTANCE$/m)
      .and.match(/2 of 3, 1 against; open: lawyer +case$/m);
    expect(out).to.contain('quorate action submit case 2 --vote yes');
  });
});

/** Of what waits, as the node counts it. */
const COUNTS = { total: 1, dueWithinDay: 0, byKind: { action: 1 } };

describe('action pending', () => {
  it('tells what ends an action that is not done', async () => {
    const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
    const timer = { id: 'silence', dueAt: '2026-01-02T00:00:00.000Z', nextActionIds: [3] };
    const row = {
      ...{ blueprintTitle: 'Hearing', actionId: '2', title: 'Hear', participantId: 'mayor', walletAddress: 'qr1mayor' },
      ...{ since: '2026-01-01T00:00:00.000Z', deadline: timer.dueAt, timer, instanceId: 'case' },
    };
    await withFetch(
      () => ({ status: 200, body: { items: [row], counts: COUNTS, hasMore: false } }),
      async () => {
        const call = ['action', 'pending', '--wallet', WALLET];
        await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, [...call, '--register', REGISTER]);
      },
    );
    expect(terminal.out() + terminal.err()).to.match(/2026-01-02T00:00:00.000Z +action 3 by timer silence +case$/m);
  });

  it('asks once for all wallets and registers, and says what to do first', async () => {
    const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: '/nonexistent', QUORATE_URL: 'http://node:1' } });
    const row = {
      ...{ kind: 'action', blueprintTitle: 'Tender', actionId: '4', title: 'Claim', participantId: 'auditor' },
      ...{ walletAddress: WALLET, since: '2026-01-01T00:00:00.000Z', instanceId: 'tender', isSentBack: true },
    };
    const asked: string[] = [];
    await withFetch(
      ({ url }) => {
        asked.push(new URL(url).pathname + new URL(url).search);
        return { status: 200, body: { items: [row], counts: COUNTS, hasMore: true } };
      },
      async () => {
        const shell = { commands: COMMANDS, nouns: NOUNS, version: '0', terminal };
        await runShell(shell, ['action', 'pending', '--wallet', WALLET, '--newest']);
      },
    );
    expect(terminal.out() + terminal.err())
      .to.match(/Tender +4 +Claim \(sent back\) +auditor/)
      .and.contain('There are more: --page 2.')
      .and.contain('Do the first: quorate action submit tender 4');
    expect(asked.filter((path) => path.startsWith('/api/me/work'))).to.have.length(1);
    expect(asked.join()).to.contain(`wallet=${WALLET}`).and.contain('order=newest');
  });
});
