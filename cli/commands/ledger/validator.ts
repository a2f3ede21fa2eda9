// The validator of this node: the state of its seats, orders to them, pools and settings. The meaning of an order is
// the node's business.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import { type Command, CommandError, type Context } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated, type Stated } from '../../command/input.js';
import { fields, type Paint, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';
import { transactionTable } from './tx.js';

type Seat = Awaited<ReturnType<Client['getValidatorStatus']>>;
type Settings = Awaited<ReturnType<Client['getValidatorConfig']>>;

/** Seats looked through for fenced ones, in pages. */
const SEATS_PAGE = 100;

const list: Command = {
  name: 'validator list',
  summary: 'list the registers that this node validates',
  canWatch: true,
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const { validators, count } = await client.getValidationStatus({ query: page });
    out.show(validators, () => {
      const rows = validators.map((seat) => [
        seat.state,
        seat.transactionsInMemPool,
        seat.docketsConfirmed,
        seat.lastDocketBuildAt,
        seat.registerId,
        seat.validatorId,
        seat.reason ?? '',
      ]);
      return (
        table(['STATE', 'WAITING', 'SEALED', 'LAST DOCKET', 'REGISTER', 'VALIDATOR', 'REASON'], rows) +
        pageNote(page, count)
      );
    });
  },
};

const status: Command = {
  name: 'validator status',
  summary: 'show the state of the validator of a register',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const seat = await client.getValidatorStatus({ params: { registerId: context.input.arg('register') } });
    context.out.show(seat, () => seatText(seat, context.out.paint));
  },
};

type Order = 'startValidation' | 'stopValidation' | 'pauseValidation' | 'resumeValidation';

function order(name: string, summary: string, operation: Order): Command {
  return {
    name: `validator ${name}`,
    summary,
    args: [REGISTER_ARGUMENT],
    async run(context) {
      const { client } = await connect(context);
      const seat = await client[operation]({ params: { registerId: context.input.arg('register') } });
      context.out.show(seat, () => seatText(seat, context.out.paint));
    },
  };
}

const processNow: Command = {
  name: 'validator process',
  summary: 'build a docket now of what waits',
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const done = await client.processPool({ params: { registerId: context.input.arg('register') } });
    context.out.show(done, () =>
      done.writtenToRegister
        ? `Docket ${done.docketNumber} with ${countNoun(done.transactionCount, 'transaction')} is sealed.`
        : (done.errorMessage ?? done.message ?? 'Nothing waited.'),
    );
    if (done.errorMessage !== undefined) throw new CommandError('no docket was sealed');
  },
};

const pool: Command = {
  name: 'validator pool',
  summary: 'show how full the pool of a register is, and what waits in it',
  args: [REGISTER_ARGUMENT],
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { registerId: input.arg('register') };
    const page = pageIn(input);
    const [figures, pending] = await Promise.all([
      client.getMemPool({ params }),
      client.listPending({ params, query: page }),
    ]);
    out.show({ ...figures, pendingCount: pending.total, pending: pending.transactions }, () => {
      const head = fields({
        // While the validator is paused or stopped, what is accepted is kept outside the pool.
        waiting: pending.total,
        'in the pool': `${figures.totalTransactions} of at most ${figures.maxSize}`,
        'high, normal, low': `${figures.highPriorityCount}, ${figures.normalPriorityCount}, ${figures.lowPriorityCount}`,
        expired: figures.totalExpired,
        evicted: figures.totalEvictions,
        oldest: figures.oldestTransactionTime,
      });
      return `${head}\n\n${transactionTable(pending.transactions)}${pageNote(page, pending.total)}`;
    });
  },
};

const acceptAmnesia: Command = {
  name: 'validator accept-amnesia',
  summary: 'let a fenced validator vote again after a restore',
  examples: ['quorate validator accept-amnesia', 'quorate validator accept-amnesia 0d3c… --yes'],
  args: [{ name: '[register]', description: 'id of the register (default: all that are fenced)' }],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const named = input.optionalArg('register');
    const fenced = named === undefined ? await fencedRegisters(client) : [named];
    if (fenced.length === 0) {
      out.show([], 'No validator of yours is fenced.');
      return;
    }
    await confirm(
      context,
      `The validator of ${countNoun(fenced.length, 'register')} may have forgotten votes. If another copy of this node runs, or its old disk ` +
        'may come back, two dockets could be sealed at one height. Is this the only copy? The answer holds for the whole node.',
    );
    const seats: Seat[] = [];
    for (const registerId of fenced) seats.push(await client.acceptAmnesia({ params: { registerId } }));
    out.show(seats, () =>
      table(
        ['STATE', 'REGISTER'],
        seats.map((seat) => [seat.state, seat.registerId]),
      ),
    );
  },
};

const count = (max: number, min = 1) => ({ integer: { min, max } });

const config: Command = {
  name: 'validator config',
  summary: 'show or change the settings of the validators of this node',
  examples: ['quorate validator config', 'quorate validator config --docket-max 500 --build-window 20'],
  options: [
    { flags: '--pool-max <number>', description: 'transactions that wait in one register', ...count(1_000_000) },
    { flags: '--pool-minutes <number>', description: 'how long one may wait', ...count(1440) },
    { flags: '--docket-max <number>', description: 'transactions in a docket', ...count(100_000) },
    { flags: '--build-window <ms>', description: 'how long a docket waits for company', ...count(60_000, 0) },
  ],
  async run(context) {
    const { input, out } = context;
    const memPool = pickStated({
      maxSize: input.integer('pool-max'),
      defaultTtlMinutes: input.integer('pool-minutes'),
    });
    const docketBuild = pickStated({
      maxTransactionsPerDocket: input.integer('docket-max'),
      buildWindowMs: input.integer('build-window'),
    });
    const body = pickStated({ memPool: unlessEmpty(memPool), docketBuild: unlessEmpty(docketBuild) });
    const { client } = await connect(context);
    const settings =
      Object.keys(body).length === 0 ? await client.getValidatorConfig() : await client.updateValidatorConfig({ body });
    out.show(settings, () => settingsText(settings));
  },
};

export const validatorCommands: readonly Command[] = [
  list,
  status,
  order('start', 'start the validator of a register', 'startValidation'),
  order('stop', 'stop the validator of a register: it votes on nothing', 'stopValidation'),
  order('pause', 'pause the validator: it builds no docket, and still votes', 'pauseValidation'),
  order('resume', 'resume a paused validator', 'resumeValidation'),
  processNow,
  pool,
  acceptAmnesia,
  config,
];

async function fencedRegisters(client: Client): Promise<readonly string[]> {
  const fenced: string[] = [];
  for (let page = 1, seen = 0; ; page++) {
    const { validators, count: total } = await client.getValidationStatus({ query: { page, pageSize: SEATS_PAGE } });
    fenced.push(...validators.filter(({ state }) => state === 'Fenced').map(({ registerId }) => registerId));
    seen += validators.length;
    if (validators.length === 0 || seen >= total) return fenced;
  }
}

function unlessEmpty<T extends object>(part: Stated<T>): Stated<T> | undefined {
  return Object.keys(part).length === 0 ? undefined : part;
}

function colourState(state: string, paint: Paint): string {
  if (state === 'Running') return paint.green(state);
  return state === 'Fenced' || state === 'Faulted' ? paint.red(state) : paint.yellow(state);
}

function seatText(seat: Seat, paint: Context['out']['paint']): string {
  // Colour stays outside the fields, which make every control character visible.
  const text = fields({
    register: seat.registerId,
    validator: seat.validatorId,
    reason: seat.reason,
    waiting: seat.transactionsInMemPool,
    'dockets proposed': seat.docketsProposed,
    'dockets sealed': seat.docketsConfirmed,
    'dockets refused': seat.docketsRejected,
    started: seat.startedAt,
    'last docket': seat.lastDocketBuildAt,
  });
  return `${colourState(seat.state, paint)}\n${text}`;
}

function settingsText({ memPool, docketBuild }: Settings): string {
  return fields({
    'transactions in a pool': memPool.maxSize,
    'minutes in a pool': memPool.defaultTtlMinutes,
    'transactions in a docket': docketBuild.maxTransactionsPerDocket,
    'build window ms': docketBuild.buildWindowMs,
  });
}
