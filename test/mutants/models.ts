// Broken versions that the models of instances have to find: one at least for each of their properties.
import type { Mutant } from './mutant.js';

const DISPUTES = { test: 'model/instance/disputes', caught: 'the model of disputes' } as const;
const DEPUTIES = { test: 'model/instance/deputies', caught: 'the model of deputies' } as const;
const READS = { test: 'model/instance/reads', caught: 'the model of reads' } as const;
const ROWS = 'core/blueprint/instance/run-rows';
const PEOPLE = { test: 'model/instance/people', caught: 'the model of people' } as const;

export const MODELS: readonly Mutant[] = [
  // ---- In every model.
  {
    name: 'an instance whose run is kept waits for no party, and goes on',
    edits: [
      {
        file: 'core/blueprint/disputes/resolutions',
        from: 'keptFlow(went.flow, { objection, gone })',
        to: 'keptFlow(went.flow, { objection, gone: {} })',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a timer fires before it is due',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'if (!found || atMs > found.dueMs)',
        to: 'if (!found || isTimer(tx.header))',
      },
      {
        file: 'core/validate/timing',
        from: 'createdMs > atMs + CLOCK_SKEW_MS',
        to: 'createdMs > atMs + CLOCK_SKEW_MS && !isTimer(tx.header)',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a row has its members in the order in which roles spoke',
    edits: [
      {
        file: 'core/blueprint/disputes/resolutions',
        from: 'consents: inOrder({ ...consents, [role]: consent })',
        to: 'consents: { ...consents, [role]: consent }',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'which of two who agree comes first tells whether an instance is cancelled',
    edits: [
      {
        file: 'core/blueprint/instance/cancelling',
        from: 'const asked = words.asked ?? (asking',
        to: 'const asked = (asking',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a validator that judged a vote before takes it although its party has voted since',
    edits: [
      {
        file: 'core/validate/steps',
        from: "'again', ballot,",
        to: "'ever', ballot,",
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a client is told for good what is refused while an instance is stopped',
    edits: [{ file: 'core/validate/finality', from: "['VAL_BP_017', 'VAL_OBJ_009',", to: "['VAL_OBJ_009'," }],
    ...DISPUTES,
  },
  // ---- Disputes.
  {
    name: 'a party that objects in private is named at fault when it is proven',
    edits: [
      {
        file: 'core/moves/resolution/fold',
        from: 'const { by: senderWallet, run: previousTransactionId, accused: wallet, accusedRole, role } = unproven;',
        to: 'const { accused: senderWallet, run: previousTransactionId, by: wallet, accusedRole, role } = unproven;',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a run that is kept stays void, and what came of it stands',
    edits: [
      {
        file: 'core/moves/resolution/runs',
        from: 'keeps: { objection, undoes: [fault.txId], undoesAfter }',
        to: 'keeps: { objection, undoes: [], undoesAfter }',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'an honest party builds on what it can disprove',
    edits: [
      {
        file: 'core/reading/cells/findings',
        from: 'const inForce = runs.filter((run) => run.isInForce);',
        to: 'const inForce = [];',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'after one pause nothing can be objected to any more',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'if (!row || !run || !isRun || row.undone ||',
        to: 'if (!row || !run || !isRun || row.undone || instance.pausedMs !== undefined ||',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a stop whose resolver is silent lasts without end',
    edits: [
      {
        file: 'core/blueprint/disputes/disputes',
        from: 'sinceMs + disputeTermsOf(definition).redoWithinMs : undefined',
        to: 'Number.MAX_SAFE_INTEGER : undefined',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'timers rest until somebody moves after a pause',
    edits: [
      {
        file: 'core/blueprint/instance/open-timers',
        from: "['Active', 'Disputed'].includes(state)",
        to: "state === 'Active'",
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a role that may help later acts at once',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'const role = isTimer(tx.header) ? undefined : standingIn(subject);',
        to: 'const role = undefined;',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a reminder is repeated without end',
    edits: [{ file: 'core/blueprint/instance/open-timers', from: 'Math.min(times, ', to: 'Math.min(1e9, ' }],
    ...DISPUTES,
  },
  {
    name: 'a friend who got a role between the false run and its objection has a word',
    edits: [
      {
        file: 'core/disputes/parties',
        from: 'before, faults.find(({ objectionTxId }) => objectionTxId === objection)?.txId]',
        to: ']',
      },
    ],
    ...DISPUTES,
  },
  // ---- People.
  {
    name: 'a holder of two roles has two voices',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'spentIn(view, one).some((name) => parties.includes(name))',
        to: 'false',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'votes wait for a second one of who holds two roles',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'Math.max(open.get(voter) ?? 0, weight)',
        to: '(open.get(voter) ?? 0) + weight',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a role is taken although another candidate has reserved it',
    edits: [
      {
        file: 'core/instance/people/claims',
        from: 'if (!claim || atMs > claim.untilMs || claim.wallet === wallet)',
        to: 'if (true)',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a refusal confirms',
    edits: [
      { file: 'core/blueprint/instance/confirmation', from: 'if (!answer.accept)', to: 'if (answer.role === "")' },
    ],
    ...PEOPLE,
  },
  {
    name: 'one party cancels what two have to agree to',
    edits: [
      {
        file: 'core/blueprint/instance/cancelling',
        from: 'counted.length >= consent.need',
        to: 'consents.length >= 1',
      },
    ],
    ...PEOPLE,
  },
  {
    name: 'a run waits without end for a silent party to confirm it',
    edits: [
      {
        file: 'core/blueprint/instance/open-timers',
        from: "kind === 'waits' ? plan.actions.get(String(action))?.confirm : undefined",
        to: 'undefined',
      },
    ],
    ...PEOPLE,
  },
  // ---- In that of deputies.
  {
    name: 'a deputy acts after its delegation has ended',
    edits: [{ file: 'core/register/people/delegations', from: 'of.atMs > Date.parse(until)', to: 'false' }],
    ...DEPUTIES,
  },
  {
    name: 'a deputy does readable actions above its amount',
    edits: [
      {
        file: 'core/instance/people/deputies',
        from: 'return isCommitting(header) ? knownProblem(',
        to: 'return isCommitting(header) && false ? knownProblem(',
      },
    ],
    ...DEPUTIES,
  },
  {
    name: 'four eyes let the holder of the other role do an action as a deputy',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: '|| !isSameParty(party, people.partyOf(holder), byOrganisation)',
        to: '|| party',
      },
    ],
    ...DEPUTIES,
  },
  {
    name: 'four eyes forget what a deputy did itself',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: 'const wallets = [header.senderWallet, ...(other === undefined ? [] : [other])];',
        to: 'const wallets = [other ?? header.senderWallet];',
      },
    ],
    ...DEPUTIES,
  },
  {
    name: 'any wallet that acts in place of a holder is let to',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: 'if (deputies.length > 0) {\n        const beyond',
        to: 'if (deputies.length >= 0) {\n        const beyond',
      },
    ],
    ...DEPUTIES,
  },
  // ---- Reads.
  {
    name: 'a draw is sealed beside another one that it did not see',
    edits: [{ file: ROWS, from: 'count(rows, runs, { txId, n });', to: 'count(rows, runs, { txId, n: 0 });' }],
    ...READS,
  },
  {
    name: 'a draw counts what was sent back or proven false meanwhile',
    edits: [{ file: ROWS, from: 'changed(runs[row.action], -1, n)', to: 'changed(runs[row.action], -1, 0)' }],
    ...READS,
  },
  {
    name: 'a draw leaves out what was kept meanwhile',
    edits: [{ file: ROWS, from: 'changed(runs[row.action], 1, n)', to: 'changed(runs[row.action], 1, 0)' }],
    ...READS,
  },
  {
    name: 'a draw leaves out what was confirmed meanwhile',
    edits: [
      {
        file: ROWS,
        from: 'count(rows, runs, { txId: confirms, n })',
        to: 'count(rows, runs, { txId: confirms, n: 0 })',
      },
    ],
    ...READS,
  },
  {
    name: 'a draw does not see what stands before it in its docket',
    edits: [
      {
        file: 'core/validate/data/reads',
        from: 'place && changeSince(',
        to: 'subject.ctx.docketMs === undefined && place && changeSince(',
      },
    ],
    ...READS,
  },
];
