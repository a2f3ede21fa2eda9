// The engine in its thread: the same results as without it, hostile blueprints that end with an issue, and a thread
// that is replaced.
import { expect } from 'chai';
import { isIssue } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Clock } from '../../../../core/base/ports.js';
import { isFailure } from '../../../../core/base/result.js';
import { type EngineTask, runTask } from '../../../../core/design/task.js';
import { TEMPLATES } from '../../../../core/design/templates/shipped.js';
import { systemClock } from '../../../../node/platform/clock.js';
import { ENGINE_LIMITS, EngineWorker } from '../../../../node/threads/engine-worker.js';
import type { TaskLimits, TaskThread } from '../../../../node/threads/task-worker.js';
import { startThread } from '../../../../storage/engine/thread.js';
import { codesOf, placesOf } from '../../../support/base/results.js';
import { CONSTRUCTION_PERMIT } from '../../../support/definitions/construction-permit.js';

const check = (blueprint: JsonObject) => ({ kind: 'check', blueprint }) as const;
const here = <T extends EngineTask>(task: T) => JSON.parse(JSON.stringify(runTask(task, () => undefined)));

/** A blueprint whose one action has this schema, calculation and route condition. */
function hostile(schema: Json, logic: Json = 1): JsonObject {
  return {
    id: 'hostile',
    title: 'Hostile',
    description: 'Wants to take all there is.',
    participants: [{ id: 'a' }, { id: 'b' }],
    actions: [
      {
        id: 0,
        sender: 'a',
        isStartingAction: true,
        dataSchemas: [schema],
        calculations: { total: logic },
        routes: [{ nextActionIds: [1], condition: logic === 1 ? true : logic }],
      },
      { id: 1, sender: 'b' },
    ],
  };
}

const step = (definition: JsonObject, data: JsonObject, kind: 'validate' | 'route' = 'route') =>
  ({ kind, definition, draft: true, actionId: '0', data }) as const;

/** `levels` levels of ten references each: the last expands to 10^levels nodes. */
function bomb(levels: number): JsonObject {
  const $defs: Record<string, Json> = { l0: { type: 'string' } };
  for (let i = 1; i <= levels; i++)
    $defs[`l${i}`] = { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/l${i - 1}` })) };
  return { $defs, $ref: `#/$defs/l${levels}` };
}

/** As many patterns as the bound on nodes allows in each schema: together they take a second or more to compile. */
function heavy(): JsonObject {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`field${i}`, { type: 'string', pattern: `^[a-z]{1,20}${i}$` }]),
  );
  const actions = Array.from({ length: 8 }, (_, i) => ({
    id: i,
    sender: 'a',
    dataSchemas: [{ type: 'object', title: `schema ${i}`, properties }],
    ...(i === 0 ? {} : { target: 'b' }),
  }));
  return {
    id: 'heavy',
    title: 'Heavy',
    description: 'Large and honest.',
    participants: [{ id: 'a' }, { id: 'b' }],
    actions,
  };
}

describe('node/threads/engine-worker', () => {
  const engines: EngineWorker[] = [];
  function engine(
    limits: Partial<TaskLimits> = {},
    ...[clock = systemClock, thread, cpuMs]: [clock?: Clock, thread?: () => TaskThread, cpuMs?: () => number]
  ): EngineWorker {
    const made = new EngineWorker(
      clock,
      { ...ENGINE_LIMITS, ...limits },
      {
        ...(thread && { startThread: thread }),
        ...(cpuMs && { cpuMs }),
      },
    );
    engines.push(made);
    return made;
  }
  afterEach(async () => {
    for (const made of engines.splice(0)) await made.close();
  });

  it('gives what the engine gives, in the order of the questions', async () => {
    const shared = engine();
    const definition = CONSTRUCTION_PERMIT;
    const data = {
      project: 'Bridge',
      buildingUse: 'industrial',
      storeys: 2,
      floorArea: 10,
      projectValue: 5,
      bankReference: 'x',
    };
    const tasks: EngineTask[] = [
      check(definition),
      ...(['validate', 'calculate', 'route', 'disclose', 'execute'] as const).map(
        (kind) => ({ kind, definition, draft: false, actionId: '1', data }) as const,
      ),
      { kind: 'validate', definition, draft: true, actionId: '1', data: { storeys: 'many' } },
      { kind: 'route', definition, draft: true, actionId: '77', data },
    ];
    const found = await Promise.all(tasks.map((task) => shared.run(task, 'a')));
    expect(found).to.deep.equal(tasks.map(here));
    expect(found.slice(0, 6).every((result) => !isFailure(result))).to.equal(true);
  });

  it('gives what templates make, and what is wrong with them', async () => {
    const shared = engine();
    const template = TEMPLATES[0] as (typeof TEMPLATES)[number];
    const tasks: EngineTask[] = [
      { kind: 'check-template', template: template as unknown as Json },
      { kind: 'check-template', template: { ...template, body: { $param: 'nothing' } } as unknown as Json },
      { kind: 'check-template', template: 'no template' },
      { kind: 'instantiate', template, parameters: {} },
      { kind: 'instantiate', template, parameters: { colour: 'red' } },
    ];
    const found = await Promise.all(tasks.map((task) => shared.run(task, 'a')));
    expect(found).to.deep.equal(tasks.map(here));
    expect(found.map((result) => Object.keys(result).join())).to.deep.equal([
      'errors',
      'errors',
      'errors',
      'blueprint,findings',
      'errors',
    ]);
    expect(found[0]).to.deep.equal({ errors: [] });
  });

  it('ends a template whose parameters take too long, and says that it was they', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`field${i}`, { type: 'string', pattern: `^[a-z]{1,20}${i}$` }]),
    );
    const parameterSchema = { type: 'object', properties: { all: { type: 'object', properties } } };
    const template = { ...(TEMPLATES[0] as object), parameterSchema } as unknown as Json;
    let giveUp: (() => void) | undefined;
    // Time runs out once the thread is at the parameters, however late it came to them.
    const clock: Clock = {
      ...systemClock,
      setTimer(run) {
        giveUp = run;
        return { cancel: () => undefined };
      },
    };
    const thread = () => {
      const real = startThread(new URL('../../../../node/threads/engine-thread.js', import.meta.url), { env: {} });
      real.on('message', ({ at }) => at === '/parameterSchema' && setImmediate(() => giveUp?.()));
      return real;
    };
    let cpuMs = 0;
    const spent = () => {
      cpuMs += ENGINE_LIMITS.taskMs;
      return cpuMs;
    };
    const result = await engine({}, clock, thread, spent).run({ kind: 'check-template', template }, 'a');
    expect(placesOf(result)).to.deep.equal(['BLUEPRINT_TOO_COSTLY /parameterSchema']);
  });

  it('refuses what could never end before it begins', async () => {
    const shared = engine();
    const reduce = { reduce: [{ var: 'list' }, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'xx'] };
    const findings = async (blueprint: JsonObject) => {
      const result = await shared.run(check(blueprint), 'a');
      return !isFailure(result) ? result.findings.map(({ code, location }) => `${code} ${location}`) : result;
    };
    const at = '/actions/0/dataSchemas/0';
    expect(await findings(hostile(bomb(9)))).to.include(`BP_SCHEMA ${at}`);
    expect(await findings(hostile({ $ref: '#' }))).to.include(`BP_SCHEMA ${at}`);
    expect(await findings(hostile({ $ref: 'http://127.0.0.1:1/schema' }))).to.include(`BP_SCHEMA ${at}`);
    expect(await findings(hostile({ type: 'string', pattern: '(?=a)b' }))).to.include(`BP_SCHEMA ${at}`);
    expect(await findings(hostile(true, { constructor: [1] }))).to.include(
      'BP_LOGIC /actions/0/calculations/total/constructor',
    );
    expect(await findings(hostile(true, { log: 'x' }))).to.include('BP_LOGIC /actions/0/calculations/total/log');
    const lists = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } };
    const given = step({ ...hostile(lists, reduce), language: 2 }, { list: Array.from({ length: 40 }, () => 1) });
    const doubled = await shared.run({ ...given, draft: false }, 'a');
    expect(placesOf(doubled)).to.deep.equal(['LOGIC_LIMIT /actions/0/calculations/total']);
  });

  it('runs a pattern that backtracks without end in linear time', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
    const result = await engine().run(step(hostile(schema), { text: `${'a'.repeat(50_000)}!` }, 'validate'), 'a');
    expect('errors' in result && result.errors.map(({ path, keyword }) => `${keyword} ${path}`)).to.deep.equal([
      'pattern /text',
    ]);
  });

  it('ends a task that takes too long where it was, and runs the next one in a new thread', async () => {
    const short = engine({ taskMs: 300 });
    const slow = heavy();
    const [result, next] = await Promise.all([short.run(check(slow), 'a'), short.run(check({ title: 'x' }), 'a')]);
    const told = placesOf(result);
    expect(told).to.have.length(1);
    expect(told[0]).to.match(/^BLUEPRINT_TOO_COSTLY \/actions\/\d\/dataSchemas\/0$/);
    expect(next).to.deep.equal(here(check({ title: 'x' })));
  });

  describe('on a machine that is busy with other things', () => {
    /** A thread that answers nothing, a clock that is put on by hand, and a process that had so much CPU. */
    function starved() {
      const state = { nowMs: 0, cpuMs: 0, ended: 0, delays: [] as number[], fire: () => {} };
      const clock: Clock = {
        now: () => state.nowMs,
        steady: () => state.nowMs,
        setTimer(run, delayMs) {
          state.delays.push(delayMs);
          state.fire = () => {
            state.nowMs += delayMs;
            run();
          };
          return { cancel: () => undefined };
        },
      };
      const listeners: Record<string, (message: object) => void> = {};
      const thread = {
        unref: () => undefined,
        on: (name: string, hear: (message: object) => void) => {
          listeners[name] = hear;
        },
        postMessage: () => undefined,
        terminate: async () => {
          state.ended++;
          return 0;
        },
      } as unknown as TaskThread;
      const worker = engine(
        { taskMs: 1000 },
        clock,
        () => thread,
        () => state.cpuMs,
      );
      const result = worker.run(check({ title: 'x' }), 'a');
      listeners.message?.({ ready: true });
      return { state, result };
    }

    it('gives a task the CPU that it did not get yet, and ends it when it had all', async () => {
      const { state, result } = starved();
      state.cpuMs = 400;
      state.fire();
      state.cpuMs = 990;
      state.fire();
      expect(state.ended).to.equal(0);
      expect(state.delays.slice(-3)).to.deep.equal([1000, 600, 50]);
      state.cpuMs = 1000;
      state.fire();
      expect(state.ended).to.equal(1);
      expect(codesOf(await result)).to.deep.equal(['BLUEPRINT_TOO_COSTLY']);
    });

    it('ends a task that waits without end', async () => {
      const { state, result } = starved();
      let fired = 0;
      while (state.ended === 0 && fired < 100) {
        state.fire();
        fired++;
      }
      expect(fired).to.equal(10);
      expect(codesOf(await result)).to.deep.equal(['BLUEPRINT_TOO_COSTLY']);
    });
  });

  it('outlives a thread that ran out of memory', async () => {
    const small = engine({ heapMib: 32, taskMs: 20_000 });
    const list = Array.from({ length: 400_000 }, (_, i) => ({ i, text: 'x'.repeat(20) }));
    const result = await small.run(step(hostile(true), { list }, 'validate'), 'a');
    expect(codesOf(result)).to.deep.equal(['BLUEPRINT_TOO_COSTLY']);
    expect(await small.run(check({ title: 'x' }), 'a')).to.deep.equal(here(check({ title: 'x' })));
  });

  it('has room for so many and no more, and none once it is closed', async () => {
    const narrow = engine({ waitingMax: 2 });
    const answers = Promise.all([1, 2, 3].map(() => narrow.run(check({ title: 'x' }), 'a')));
    const codes = (await answers).map((result) => (isFailure(result) ? result.issue.code : 'checked'));
    expect(codes).to.deep.equal(['checked', 'checked', 'ENGINE_BUSY']);
    const late = narrow.run(check(heavy()), 'a');
    await narrow.close();
    for (const result of [await late, await narrow.run(check({}), 'a')])
      expect(isFailure(result) && result.issues.every(isIssue) && result.issue.code).to.equal('ENGINE_BUSY');
  });
});
