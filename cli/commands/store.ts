// Work on the data folder of a stopped node: checking it against the ledger itself, and making its indexes again. Neither changes what is sealed.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { readHead, readPointer } from '../../storage/chain-read.js';
import { deepCheck, quickCheck } from '../../storage/check.js';
import type { Kv } from '../../storage/kv.js';
import { openLevel } from '../../storage/level.js';
import { openStore } from '../../storage/open.js';
import { isRebuilding, rebuildIndexes } from '../../storage/rebuild.js';
import type { RegisterRecord } from '../../storage/registers.js';
import { certificateIssues, foldDocket } from '../chain-rules.js';
import { type Command, CommandError, type Context } from '../command.js';
import { DATA_OPTION, REGISTER_OPTION, registersIn, storeIn, withStore } from '../data-folder.js';
import { table } from '../output.js';

const check: Command = {
  name: 'check',
  summary: 'check the store of a stopped node: every docket, hash and signature',
  examples: ['quorate check', 'quorate check --quick --data-dir /var/lib/quorate'],
  options: [
    DATA_OPTION,
    REGISTER_OPTION,
    { flags: '--quick', description: 'only what a node checks at each start: a few reads a register' },
  ],
  async run(context) {
    const { input, out } = context;
    const folder = storeIn(context);
    const verdicts = await withStore(
      () => openLevel(folder),
      async (kv) => {
        const found: Verdict[] = [];
        for (const record of await registersIn(context, kv)) found.push(await judge(context, kv, record));
        return found;
      },
    );
    out.show(verdicts, () => verdictText(verdicts, out.paint));
    const bad = verdicts.filter(({ issues }) => issues.length > 0).length;
    if (bad > 0)
      throw new CommandError(`${bad} of ${verdicts.length} register(s) are not sound`, {
        code: 'STORE_DAMAGED',
        hint: 'Where only an index is at fault run "quorate rebuild-indexes"; otherwise restore a backup.',
      });
    out.note(
      input.flag('quick') ? 'The quick check found nothing.' : 'Everything was verified again, from genesis on.',
    );
  },
};

const rebuild: Command = {
  name: 'rebuild-indexes',
  summary: 'make the indexes of a stopped node again from its dockets',
  examples: ['quorate rebuild-indexes', 'quorate rebuild-indexes --register 0d3c… --data-dir /var/lib/quorate'],
  options: [DATA_OPTION, REGISTER_OPTION],
  async run(context) {
    const { out, terminal } = context;
    const folder = storeIn(context);
    let broken: Error | undefined;
    const rebuilt = await withStore(
      () => openStore(folder, { nowMs: terminal.now(), onFatal: (error) => (broken = error) }),
      async ({ kv, journal }) => {
        const done: { registerId: string; name: string; dockets: number; transactions: number }[] = [];
        for (const record of await registersIn(context, kv)) {
          const bar = out.progress(`Rebuilding ${record.name}`);
          const totals = await rebuildIndexes({
            kv,
            journal,
            reg: record.reg,
            onProgress: (height, head) => bar.update(height, head),
          });
          bar.end();
          done.push({
            registerId: record.id,
            name: record.name,
            dockets: (readHead(kv, record.reg)?.height ?? -1) + 1,
            transactions: totals.transactions,
          });
        }
        return done;
      },
    );
    if (broken) throw broken;
    out.show(rebuilt, () =>
      table(
        ['REGISTER', 'NAME', 'DOCKETS', 'TRANSACTIONS'],
        rebuilt.map((one) => [one.registerId, one.name, one.dockets, one.transactions]),
      ),
    );
    out.note('The indexes are rebuilt. Start the node again.');
  },
};

export const storeCommands: readonly Command[] = [check, rebuild];

interface Verdict {
  readonly registerId: string;
  readonly name: string;
  readonly dockets: number;
  readonly transactions: number;
  readonly issues: readonly Issue[];
}

async function judge(context: Context, kv: Kv, record: RegisterRecord): Promise<Verdict> {
  const { reg } = record;
  const issues = await quickCheck(kv, reg);
  if (isRebuilding(kv, reg))
    issues.push(issue('STORE_DAMAGED', '', 'A rebuild of the indexes was not finished. Run quorate rebuild-indexes.'));
  if (issues.length === 0 && !context.input.flag('quick')) {
    const bar = context.out.progress(`Checking ${record.name}`);
    const found = await deepCheck({
      kv,
      reg,
      verify: certificateIssues,
      apply: foldDocket,
      onProgress: (height, head) => bar.update(height, head),
    });
    issues.push(...found);
    if (readPointer(kv, reg, 0)?.hash !== record.genesisHash)
      issues.push(issue('STORE_DAMAGED', '', 'The record of the register names another genesis than its chain has.'));
    bar.end();
  }
  // A head that is damaged is among the issues, and its figures mean nothing.
  const head = issues.length === 0 ? readHead(kv, reg) : undefined;
  return {
    registerId: record.id,
    name: record.name,
    dockets: (head?.height ?? -1) + 1,
    transactions: head?.txCount ?? 0,
    issues,
  };
}

function verdictText(verdicts: readonly Verdict[], paint: Context['out']['paint']): string {
  const rows = verdicts.map((one) => [
    one.issues.length === 0 ? paint.green('sound') : paint.red('damaged'),
    one.dockets,
    one.transactions,
    one.name,
    one.registerId,
  ]);
  const issues = verdicts.flatMap((one) =>
    one.issues.map(({ code, message }) => `  ${one.registerId}: ${message} (${code})`),
  );
  const found = issues.length === 0 ? '' : `\n\nFound:\n${issues.join('\n')}`;
  return table(['VERDICT', 'DOCKETS', 'TRANSACTIONS', 'NAME', 'REGISTER'], rows) + found;
}
