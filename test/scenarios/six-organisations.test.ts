// A house purchase and a letter of credit in language 2, which somebody wrote from docs/ alone, over the nodes of six
// organisations: each plays one role through its own node. Their scenarios run in memory too
// (test/unit/core/scenario/workflows.test.ts); here they are sealed, and each node opens what its role reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { clientOf, introduce, newPlayer, type Player, vouchFor } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { publishDraft } from '../../cli/harness/publishing.js';
import { foundShared, type SharedRegister } from '../../cli/harness/shared-register.js';
import { isClientError } from '../../cli/remote/remote.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { folderOfAll } from '../support/base/folders.js';
import { Lies, SALE } from './lies.js';

interface Expected {
  readonly next?: readonly number[];
  readonly enabled?: readonly number[];
  readonly state?: string;
  readonly refused?: string | { readonly code: string; readonly at: string };
  readonly fields?: JsonObject;
  readonly sees?: Readonly<Record<string, JsonObject>>;
  readonly hidden?: Readonly<Record<string, readonly string[]>>;
}

interface Step {
  readonly action?: number;
  readonly payload?: JsonObject;
  readonly reject?: number;
  readonly reason?: string;
  readonly at?: string;
  readonly expect?: Expected;
}

interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

const ORGANISATIONS = 6;
const DAY_MS = 24 * 60 * 60 * 1000;
const FOLDER = join(process.cwd(), 'test/vectors/workflows');
/** Moves the clock of a node by what a file says. */
const CLOCK = pathToFileURL(join(import.meta.dirname, '../support/base/skewed-clock.js')).href;
/** A node looks at the file each tenth of a second. */
const LOOKED_MS = 250;

describe('workflows of language 2 over six organisations', function () {
  this.timeout(180_000);
  let cluster: MeshCluster;
  let registerId: string;
  let owners: SharedRegister['owners'];
  const folder = folderOfAll();
  const clocks = join(folder, 'clocks');

  before(async () => {
    const { NODE_OPTIONS = '' } = process.env;
    process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --import ${CLOCK}`;
    process.env['TEST_SKEW_FILE'] = clocks;
    try {
      cluster = await MeshCluster.create({ nodes: ORGANISATIONS, settings: { 'auth.accessTokenMs': `${DAY_MS}` } });
    } finally {
      if (NODE_OPTIONS === '') delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = NODE_OPTIONS;
      delete process.env['TEST_SKEW_FILE'];
    }
    const founding = { name: 'Six', mode: 'majority', seats: cluster.members, isPublic: true } as const;
    ({ registerId, owners } = await foundShared(cluster, founding));
  });
  after(async () => {
    await cluster?.remove();
  });

  for (const name of ['house-purchase', 'letter-of-credit'])
    it(`go through: ${name}`, async () => {
      const definition = readJson(name) as unknown as Definition;
      const [scenario] = readJson(`${name}.scenarios`) as unknown as readonly [Scenario];
      const players = await cast(definition);
      await introduce(registerId, Object.values(players), cluster.members);
      await vouchFor(registerId, Object.values(players), ({ at }) => owners[cluster.members.indexOf(at)]);
      const participants = definition.participants.map((role) => ({
        ...role,
        walletAddress: players[role.id]?.address,
      }));
      const blueprint = { ...definition, id: name, participants } as unknown as JsonObject;
      await publishDraft({ registerId, members: cluster.members }, blueprint);
      const walk = new Walk(new Course(registerId, name), { definition, players });
      for (const [i, step] of scenario.steps.entries())
        try {
          await walk.take(step);
        } catch (error) {
          throw new Error(`step ${i + 1} ${JSON.stringify(step).slice(0, 100)}: ${(error as Error).message}`);
        }
      expect(await walk.course.isSame(cluster.members), 'every node shows the same').to.equal(true);
    });

  it('find each lie of one of them, and go on with true numbers', async () => {
    const players = await cast(SALE as unknown as Definition);
    await introduce(registerId, Object.values(players), cluster.members);
    const participants = SALE.participants.map(({ id }) => ({ id, walletAddress: players[id]?.address }));
    const blueprint = { ...SALE, participants } as unknown as JsonObject;
    const { publicationTxId } = await publishDraft({ registerId, members: cluster.members }, blueprint);
    await new Lies({ registerId, publicationTxId, members: cluster.members, players, pass }).run();
  });

  /** The clocks of all nodes are set, and each administrator says that this is right. */
  async function pass(ms: number): Promise<void> {
    writeFileSync(clocks, `${ms}`);
    await pause(LOOKED_MS);
    await Promise.all(cluster.members.map(({ node, token }) => node.client(token).confirmClock({})));
  }

  /** A player for each role, each at the node of an organisation of its own. */
  async function cast({ participants }: Definition): Promise<Readonly<Record<string, Player>>> {
    const made = participants.map(async ({ id }, i) => {
      const at = cluster.members[i % ORGANISATIONS];
      if (!at) throw new Error('each role has a node');
      return [id, await newPlayer({ name: id, organisation: at.name, at })] as const;
    });
    return Object.fromEntries(await Promise.all(made));
  }
});

interface Playing {
  readonly definition: Definition;
  readonly players: Readonly<Record<string, Player>>;
}

class Walk {
  constructor(
    readonly course: Course,
    private readonly of: Playing,
  ) {}

  async take(step: Step): Promise<void> {
    const { expect: expected = {} } = step;
    const id = step.action ?? step.reject;
    if (id === undefined) throw new Error('only actions and rejections are played here');
    const by = this.playerOf(this.of.definition.actions.find((action) => action.id === id)?.sender ?? '');
    const refusal = await this.moved(step, by, expected);
    const { refused } = expected;
    expect(refusal).to.equal(typeof refused === 'object' ? refused.code : refused);
    if (refusal !== undefined) return;
    if (expected.enabled) expect(await this.enabled(by)).to.deep.equal(expected.enabled);
    if (expected.state) {
      const [view] = await this.course.everywhere([by.at]);
      expect(view?.state).to.equal(expected.state);
    }
    for (const [role, seen] of Object.entries(expected.sees ?? {}))
      expect(await this.course.dataOf(this.playerOf(role)), `seen by ${role}`).to.deep.include(seen);
    for (const [role, names] of Object.entries(expected.hidden ?? {}))
      expect(await this.course.dataOf(this.playerOf(role)), `hidden from ${role}`).to.not.have.any.keys(...names);
  }

  /** The code of a refusal. */
  private async moved(step: Step, by: Player, { next, fields }: Expected): Promise<string | undefined> {
    try {
      if (step.reject !== undefined) await this.course.reject(by, step.reject, step.reason);
      else {
        const made = await this.course.act(by, step.action as number, step.payload ?? {});
        if (next) expect(made.nextActions.map(({ actionId }) => Number(actionId))).to.deep.equal(next);
        const stated = { ...step.payload, ...made.calculations };
        if (fields) expect(stated).to.deep.include(fields);
      }
      return undefined;
    } catch (error) {
      if (isClientError(error)) return error.code;
      throw error;
    }
  }

  /** Actions that could be done now, ascending, at the node of the player. */
  private async enabled(by: Player): Promise<readonly number[]> {
    await this.course.everywhere([by.at]);
    const { nextActions } = await clientOf(by).getNextActions({
      params: { instanceId: this.course.instanceId },
      query: { registerId: this.course.registerId },
    });
    return [...new Set(nextActions.map(({ actionId }) => actionId))].sort((a, b) => a - b);
  }

  private playerOf(role: string): Player {
    const player = this.of.players[role];
    if (!player) throw new Error(`Nobody plays ${role}.`);
    return player;
  }
}

function readJson(name: string): Json {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Json;
}
