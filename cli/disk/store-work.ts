// The work of "quorate check" and "quorate rebuild-indexes" on an opened store, register by register with progress.
// Loaded when a command needs it, so that the others do not load an engine. It changes nothing that is sealed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { STORE_VERSION } from '../../core/base/version.js';
import { readHead, readPointer } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { openClone } from '../../storage/disk/clone.js';
import type { Kv } from '../../storage/engine/kv.js';
import { migrateCopy, openStore } from '../../storage/open.js';
import { deepCheck, quickCheck } from '../../storage/repair/check.js';
import { isRebuilding, rebuildIndexes } from '../../storage/repair/rebuild.js';
import { strayBodies } from '../../storage/repair/stray-bodies.js';
import { holdsSecrets } from '../../storage/secrets/node-secrets.js';
import { type Context, isCommandError } from '../command/command.js';
import { underway } from '../command/output.js';
import { certificateIssues, foldDocket } from './chain-rules.js';
import { registersIn, withStore } from './data-folder.js';
import { KEY_FILES, keyIn } from './key-files.js';

/** Stray bodies that a verdict names: more of them say nothing new. */
const STRAYS_NAMED = 20;

export interface StoreVerdict {
  readonly registerId: string;
  readonly name: string;
  readonly dockets: number;
  readonly transactions: number;
  readonly issues: readonly Issue[];
  /**
   * Stored bodies that no docket and no list names: no damage, a running node removes them. Not looked for by a quick
   * check, nor where there is damage.
   */
  readonly strayBodies?: Strays;
}

export interface Strays {
  readonly count: number;
  /** The first of them, by the first eight bytes of the hash. */
  readonly first: readonly { readonly docket: number; readonly hash: string }[];
}

export interface Rebuilt {
  readonly registerId: string;
  readonly name: string;
  readonly dockets: number;
  readonly transactions: number;
}

/** Stands for what no register alone has: files, and the end of the journal. */
const WHOLE_STORE = { registerId: '-', name: '(the store)', dockets: 0, transactions: 0 };

/**
 * A verdict on each register that the call means, and one on the store where something of it is damaged or missing. It
 * changes nothing.
 */
export function checkStore(context: Context, folder: string): Promise<StoreVerdict[]> {
  return withStore(
    () => openClone(folder, context.terminal.now()),
    async ({ kv, issues: damaged }) => {
      // A migration may need the rows that damage took.
      const format = damaged.length === 0 ? await migrateCopy(kv) : undefined;
      if (format !== undefined && format < STORE_VERSION)
        context.out.note(
          `The store has format ${format}. A copy of it was brought to format ${STORE_VERSION} and is checked, as the next start brings the store.`,
        );
      const issues = [...damaged, ...(await keyIssues(context, folder, kv))];
      const verdicts: StoreVerdict[] = issues.length > 0 ? [{ ...WHOLE_STORE, issues }] : [];
      for (const record of await registersIn(context, kv)) verdicts.push(await judge(context, kv, record));
      return verdicts;
    },
  );
}

/** A store whose key is gone verifies to the last hash, and yet no wallet of it opens and no validator signs. */
async function keyIssues({ terminal }: Context, folder: string, kv: Kv): Promise<Issue[]> {
  if (!(await holdsSecrets(kv))) return [];
  const named = terminal.env.QUORATE_SECRETS__MASTER_KEY_FILE;
  const files = named ? [named] : KEY_FILES.map((name) => join(folder, name));
  const present = files.filter((file) => existsSync(file));
  if (present.length > 0) {
    const broken = await Promise.all(present.map((file) => keyIn(file).then(() => [], formatIssues)));
    return broken.flat();
  }
  const rest = named
    ? 'Put it back'
    : 'Put back the one that the node made; where its settings name another (secrets.masterKeyFile), check with QUORATE_SECRETS__MASTER_KEY_FILE';
  return [
    issue(
      'STORE_DAMAGED',
      '',
      `There is no key file ${files.join(' or ')}, without which no wallet of this store opens and no validator signs. ${rest}.`,
    ),
  ];
}

function formatIssues(error: unknown): Issue[] {
  if (!isCommandError(error)) throw error;
  return [issue('STORE_DAMAGED', '', `${error.message}.`)];
}

/** Makes the indexes of each register that the call means again. Throws what made the store stop writing. */
export async function rebuildStore(context: Context, folder: string): Promise<Rebuilt[]> {
  const { out, terminal } = context;
  let broken: Error | undefined;
  const onFatal = (error: Error): void => {
    broken = error;
  };
  const rebuilt = await withStore(
    () => openStore(folder, { nowMs: terminal.now(), onFatal, keepsFormat: true }),
    async ({ kv, journal }) => {
      const done: Rebuilt[] = [];
      for (const { id, reg, name } of await registersIn(context, kv)) {
        const { transactions } = await underway(out, `Rebuilding ${name}`, (bar) =>
          rebuildIndexes({ kv, journal, reg, onProgress: (height, head) => bar.update(height, head) }),
        );
        done.push({ registerId: id, name, dockets: (readHead(kv, reg)?.height ?? -1) + 1, transactions });
      }
      return done;
    },
  );
  if (broken) throw broken;
  return rebuilt;
}

async function judge(context: Context, kv: Kv, record: RegisterRecord): Promise<StoreVerdict> {
  const { reg } = record;
  const issues = await quickCheck(kv, reg);
  if (isRebuilding(kv, reg))
    issues.push(issue('STORE_DAMAGED', '', 'A rebuild of the indexes was not finished. Run quorate rebuild-indexes.'));
  if (issues.length === 0 && !context.input.flag('quick')) {
    const problems = await underway(context.out, `Checking ${record.name}`, (bar) =>
      deepCheck({
        kv,
        reg,
        verify: certificateIssues,
        apply: foldDocket,
        onProgress: (height, head) => bar.update(height, head),
      }),
    );
    issues.push(...problems);
    if (readPointer(kv, reg, 0)?.hash !== record.genesisHash)
      issues.push(issue('STORE_DAMAGED', '', 'The record of the register names another genesis than its chain has.'));
  }
  // A head that is damaged is among the issues, and its figures mean nothing.
  const head = issues.length === 0 ? readHead(kv, reg) : undefined;
  const strays = head && !context.input.flag('quick') ? await straysOf(kv, reg) : undefined;
  return {
    registerId: record.id,
    name: record.name,
    dockets: (head?.height ?? -1) + 1,
    transactions: head?.txCount ?? 0,
    issues,
    ...(strays && { strayBodies: strays }),
  };
}

async function straysOf(kv: Kv, reg: number): Promise<Strays> {
  const first: { docket: number; hash: string }[] = [];
  let count = 0;
  for await (const { height: docket, h8 } of strayBodies(kv, reg, () => Promise.resolve())) {
    count++;
    if (first.length < STRAYS_NAMED) first.push({ docket, hash: toHex(h8) });
  }
  return { count, first };
}
