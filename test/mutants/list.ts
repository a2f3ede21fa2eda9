// One line of the compiled product changed, or two that guard the same, and the checkers that see it: the errors that
// the simulator is there for. A line that is gone makes the hunt fail instead of passing silently.

import type { Edit } from './mutant.js';

export interface SimMutant extends Edit {
  readonly name: string;
  /** Another line that has to go with it, because each of them is enough. */
  readonly and?: Edit;
  /** As `--with` takes them. */
  readonly changes?: string;
  readonly seeds?: number;
  readonly seed?: number;
  /** Any of these checkers. */
  readonly caughtBy: readonly string[];
}

/** A bft of four whose first proposer dates its dockets so, in a run with quiet minutes. */
const dated = (deceit: string) =>
  `{"mode":"bft","nodes":4,"liars":[0],"deceits":["${deceit}"],"twin":false,"governed":false,"joiners":0,"registers":1,"hidden":0,"faultMs":600000,"transactions":8}`;

/** A bft of four with a member that makes up what others signed. */
const FORGER =
  '{"mode":"bft","nodes":4,"liars":[1],"deceits":["lying-vote"],"forges":true,"twin":false,"governed":false,"joiners":0,"registers":1,"hidden":0,"transactions":16}';

const NO_FAULTS =
  '"crash":"never","powerLoss":"never","restart":"never","partition":"never","pause":"never","skew":"never","clock":"never","epoch":"never","stall":"never","ioError":"never","lostRecord":"never","seatOrder":"never","registerOrder":"never"';
/** Three honest members of one register on slow disks, with this fault alone. */
const only = (fault: string) =>
  `{"mode":"majority","nodes":3,"registers":1,"twin":false,"liars":[],"transactions":24,"disk":{"syncMs":[100,1500]},"meanMs":{${NO_FAULTS},${fault}}}`;

/** Workflows with branches, deadlines and joins. */
const FORKS = '{"forks":true,"transactions":24,"docketTransactionsMax":1000}';
/** Workflows with timers, and clocks that are minutes apart. */
const TIMED =
  '{"timed":true,"rules":3,"elder":-1,"transactions":24,"twin":false,"liars":[],"meanMs":{"crash":6000,"powerLoss":"never","restart":"never","partition":8000,"pause":"never","skew":2000,"clock":"never","epoch":"never","stall":"never","ioError":"never","lostRecord":"never","seatOrder":"never","registerOrder":"never"}}';
/** The same with disputes, votes and claims. */
const PEOPLE = TIMED.replace('{', '{"disputed":true,');
/** Reads on one register of three, and nothing that dates it ahead. */
const READ = PEOPLE.replace(
  '{',
  '{"mode":"majority","nodes":3,"registers":1,"governed":false,"joiners":0,"docketTransactionsMax":1000,',
);
/** All clocks of a few members are days ahead now and then. */
const EPOCHS =
  '{"guards":false,"rules":2,"elder":-1,"twin":false,"liars":[],"mode":"majority","nodes":3,"governed":false,"joiners":0,"registers":1,"hidden":0,"transactions":20,"meanMs":{"crash":"never","powerLoss":"never","restart":"never","partition":"never","pause":"never","skew":"never","clock":"never","epoch":5000,"stall":"never","ioError":"never","lostRecord":"never","seatOrder":"never"}}';
/** The program of one of three members knows rules 1 alone. */
const ELDER = '{"rules":2,"elder":2,"twin":false,"liars":[],"mode":"majority","nodes":3,"registers":1,"hidden":0}';

export const MUTANTS: readonly SimMutant[] = [
  ...[2, 4, 6].map((n) => ({
    name: `half of ${n} decide`,
    file: 'core/register/roster',
    from: 'Math.floor(n / 2) + 1',
    to: 'Math.ceil(n / 2)',
    changes: `{"mode":"majority","nodes":${n},"governed":false}`,
    caughtBy: ['certificates', 'chosen', 'agreement'],
  })),
  {
    name: 'two thirds of six decide in bft',
    file: 'core/register/roster',
    from: 'Math.floor((2 * n) / 3) + 1',
    to: 'Math.ceil((2 * n) / 3)',
    changes: '{"mode":"bft","nodes":6,"governed":false}',
    caughtBy: ['certificates', 'chosen', 'agreement'],
  },
  {
    name: 'a COMMIT leaves before it is written',
    file: 'core/consensus/handlers/votes',
    from: 'promise(d, { round, prepared: certificate, commitVote });\n    persist(d, docket);',
    to: 'promise(d, { round, prepared: certificate, commitVote });',
    changes: '{"mode":"bft","nodes":4}',
    caughtBy: ['write-ahead'],
  },
  {
    name: 'the hash of a vote leaves its height out, everywhere',
    file: 'core/consensus/digest',
    from: 'u64(vote.height)',
    to: 'u64(1)',
    caughtBy: ['certificates'],
  },
  {
    name: 'the hash of a docket has another tag, everywhere',
    file: 'core/register/docket',
    from: "hashHex('docket', encodeHeader(header))",
    to: "hashHex('annex', encodeHeader(header))",
    caughtBy: ['certificates'],
  },
  {
    name: 'the root of a body leaves the last transaction out, everywhere',
    file: 'core/register/body-roots',
    from: 'return toHex(merkleRootBy(transactions.length, (index) => transactions[index].bytes));',
    to: 'return toHex(merkleRootBy(Math.max(1, transactions.length - 1), (index) => transactions[index].bytes));',
    changes: '{"docketTransactionsMax":1000,"transactions":24}',
    caughtBy: ['certificates'],
  },
  {
    name: 'a proposal too far ahead to be verified decides by its parent',
    file: 'core/consensus/handlers/receive',
    from: "if (isNext && message.type === 'proposal')",
    to: "if (message.type === 'proposal')",
    changes: FORGER,
    caughtBy: ['certificates', 'agreement'],
  },
  {
    name: 'an approval with a code counts',
    file: 'core/consensus/claims',
    from: "'code' in object && ",
    to: "false && 'code' in object && ",
    and: {
      file: 'core/consensus/handlers/receive',
      from: "(!('code' in signed) || isOneAnswer(signed))",
      to: 'true',
    },
    changes: FORGER,
    caughtBy: ['certificates', 'blame'],
  },
  {
    name: 'one member carries a register to any round',
    file: 'core/consensus/handlers/on-round-change',
    from: 'n > 1 ? round :',
    to: 'true ? round :',
    changes:
      '{"guards":false,"liars":[1],"deceits":["false-round-change"],"twin":false,"mode":"majority","nodes":3,"governed":false,"meanMs":{"crash":2000,"powerLoss":"never","restart":4000,"partition":2000,"pause":2000,"skew":"never","clock":"never","stall":"never","ioError":"never","lostRecord":"never","seatOrder":"never"}}',
    seed: 7100101,
    caughtBy: ['bounds'],
  },
  {
    name: 'a docket may be dated back',
    file: 'core/register/docket-time',
    from: "rule === 'fresh' && timestampMs <",
    to: 'false && timestampMs <',
    changes: dated('back-date'),
    caughtBy: ['timestamps'],
  },
  {
    name: 'a docket may be of the future',
    file: 'core/register/docket-time',
    from: 'if (timestampMs > Math.max(',
    to: 'if (false && timestampMs > Math.max(',
    changes: dated('forward-date'),
    caughtBy: ['timestamps'],
  },
  {
    name: 'a reset of the time changes nothing',
    file: 'core/chain/state',
    from: 'timestampMs: effect.timeFloorMs ?? header.timestampMs',
    to: 'timestampMs: header.timestampMs',
    changes: EPOCHS,
    caughtBy: ['timestamps'],
  },
  {
    name: 'a time that is right is taken back',
    file: 'core/register/governance/enact',
    from: 'if (timestampMs > state.timestampMs + 1)',
    to: 'if (false)',
    changes: EPOCHS,
    caughtBy: ['timestamps'],
  },
  {
    name: 'a refusal by a time of the future is final',
    file: 'actors/validator-pool/outcomes',
    from: 'if (state.timestampMs <= nowMs + DOCKET_AHEAD_MAX_MS)',
    to: 'if (true)',
    changes: EPOCHS.replace('"transactions":20', '"transactions":20,"expiring":true'),
    seed: 420,
    seeds: 60,
    caughtBy: ['refused'],
  },
  {
    name: 'a vote of a round that is over is held against its voter',
    file: 'core/mesh/vote-memory',
    from: 'if (vote.height < record.height || vote.round < record.round)',
    to: 'if (false)',
    caughtBy: ['node'],
  },
  {
    name: 'a deadline is not judged',
    file: 'core/validate/instance/chain',
    from: 'if (taken.here.some(({ dueMs }) => dueMs !== undefined && atMs > dueMs))',
    to: 'if (false)',
    changes: FORKS,
    caughtBy: ['deadlines'],
  },
  {
    name: 'people act after their timer is due',
    file: 'core/moves/timer/judge',
    from: 'if (!due || atMs <= due.dueMs)',
    to: 'if (true)',
    changes: TIMED,
    caughtBy: ['timers'],
  },
  {
    name: 'a timer fires by the clock of each node that judges it',
    file: 'core/moves/timer/judge',
    from: 'if (!found || atMs > found.dueMs)',
    to: 'if (true)',
    changes: TIMED,
    caughtBy: ['timers'],
  },
  {
    name: 'a party cancels an instance alone',
    file: 'core/blueprint/instance/cancelling',
    from: 'counted.length >= consent.need',
    to: 'true',
    changes: TIMED,
    caughtBy: ['timers'],
  },
  {
    name: 'an instance that is cancelled goes on',
    file: 'core/moves/cancellation/row',
    from: "return ended(afterPause(before, atMs), 'Cancelled', before.participants);",
    to: 'return before;',
    changes: TIMED,
    caughtBy: ['timers'],
  },
  {
    name: 'a join asks the deadline of one branch alone',
    file: 'core/blueprint/instance/branches',
    from: 'if (!planned.isJoin)\n        return { here: [branch], count: 1 };',
    to: 'return { here: [branch], count: 1 };',
    changes: FORKS,
    caughtBy: ['deadlines'],
  },
  {
    name: 'a deadline by the clock of a node is final',
    file: 'actors/validator-pool/refusal-policy',
    from: 'return isExpired(tx, state.timestampMs);',
    to: 'return true;',
    changes: FORKS,
    caughtBy: ['deadlines', 'refused'],
  },
  {
    name: 'rules rise without the word of every validator',
    file: 'core/register/governance/enact',
    from: 'const lacking = seatWithoutSupport(state.roster, support, rules);',
    to: 'const lacking = undefined;',
    changes: ELDER.replace('"elder":2', '"elder":-1'),
    caughtBy: ['rules'],
  },
  {
    name: 'a node goes on under rules that it does not know',
    file: 'actors/ledger/health/rules-stop',
    from: '    async refusal(record) {\n        const rules = this.ports.chain.durableState(record.reg)?.rules ?? 1;',
    to: '    async refusal(record) {\n        const rules = 1;',
    changes: ELDER,
    caughtBy: ['rules', 'thrown', 'node'],
  },
  {
    name: 'a transaction is sealed after it expired',
    file: 'core/validate/timing',
    from: 'Date.parse(expiresAt) <= Math.max(atMs, createdMs)',
    to: 'false',
    changes: '{"expiring":true,"transactions":24}',
    caughtBy: ['timestamps'],
  },
  {
    name: 'a register that is given up is opened before its record says so, and found open by the order to be ONLINE',
    file: 'actors/ledger/registry',
    from: 'if (this.unmarked.has(registerId))',
    to: 'if (false)',
    and: {
      file: 'actors/ledger/host',
      from: 'await this.registry.close(registerId);\n            const opened =',
      to: 'const opened =',
    },
    changes: only('"restart":150,"partition":6000,"stall":5000'),
    caughtBy: ['online'],
  },
  {
    name: 'an opening does not end the look at a register',
    file: 'actors/ledger/registry',
    from: "if (record.status === 'CHECKING')",
    to: 'if (false)',
    changes: only('"registerOrder":2000'),
    seeds: 120,
    caughtBy: ['online'],
  },
  {
    name: 'a sealed TxId stays absent',
    file: 'storage/chain/index-memory',
    from: 'this.known.delete(keyOf(reg, txId));',
    to: ';',
    changes: '{"docketTransactionsMax":1,"transactions":24,"registers":1}',
    caughtBy: ['convergence', 'exactly-once'],
  },
  {
    name: 'the wire loses in which round a value was prepared',
    file: 'proto/codec/consensus',
    from: "preparedRound: prepared ? reader.round(prepared.round, at, 'prepared/round') : -1",
    to: 'preparedRound: prepared ? 0 : -1',
    caughtBy: ['blame', 'convergence'],
  },
  {
    name: 'a thin proposal comes back with its bodies in another order',
    file: 'proto/codec/thin',
    from: 'here[next++] ?? decode(body)',
    to: 'here[here.length - 1 - next++] ?? decode(body)',
    changes: '{"docketTransactionsMax":1000,"transactions":24,"nodes":3,"mode":"majority"}',
    caughtBy: ['blame', 'convergence'],
  },
  {
    name: 'an instance goes on while it is stopped',
    file: 'core/validate/instance/chain',
    from: 'if (dispute && !isTimer(header) && !isRedo(header, dispute))',
    to: 'if (false)',
    changes: PEOPLE,
    caughtBy: ['disputes'],
  },
  {
    name: 'a true statement is proven false',
    file: 'core/disputes/judge',
    from: "if (verdict === 'violated')",
    to: 'if (verdict)',
    changes: PEOPLE,
    caughtBy: ['disputes'],
  },
  {
    name: 'any holder of a role ends a dispute alone',
    file: 'core/moves/resolution/resolutions',
    from: 'resolverIn(view, of, dispute)?.role === role',
    to: 'held.isActing',
    changes: PEOPLE,
    caughtBy: ['disputes'],
  },
  {
    name: 'a role is taken although another candidate has reserved it',
    file: 'core/instance/people/claims',
    from: 'if (!claim || atMs > claim.untilMs || claim.wallet === wallet)',
    to: 'if (true)',
    changes: PEOPLE,
    caughtBy: ['people'],
  },
  {
    name: 'changed is not raised by a rejection, and not by an objection',
    file: 'core/blueprint/instance/run-rows',
    from: 'changed(runs[row.action], -1, n)',
    to: 'changed(runs[row.action], -1, 0)',
    changes: READ,
    caughtBy: ['reads'],
  },
  {
    name: 'changed is not raised where a run is kept',
    file: 'core/blueprint/instance/run-rows',
    from: 'changed(runs[row.action], 1, n)',
    to: 'changed(runs[row.action], 1, 0)',
    changes: READ,
    caughtBy: ['reads'],
  },
  {
    name: "sees is not checked in a docket's overlay",
    file: 'core/validate/data/reads',
    from: 'place && changeSince(',
    to: 'subject.ctx.docketMs === undefined && place && changeSince(',
    changes: READ,
    caughtBy: ['reads'],
  },
  {
    name: 'one vote decides for all',
    file: 'core/blueprint/plan/approval',
    from: 'return yes >= approval.need ?',
    to: 'return yes >= 1 ?',
    changes: PEOPLE,
    caughtBy: ['people'],
  },
];
