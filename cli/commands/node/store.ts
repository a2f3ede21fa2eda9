// Work on the data folder of a stopped node: checking it against the ledger itself, and making its indexes again.
// Neither changes what is sealed.
import { countNoun } from '../../../core/base/counted.js';
import { type Command, CommandError } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { fields, table } from '../../command/output.js';
import { DATA_OPTION, REGISTER_OPTION, storeErrors, storeIn } from '../../disk/data-folder.js';
import type { StoreVerdict } from '../../disk/store-work.js';

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
    const { checkStore } = await import('../../disk/store-work.js');
    const verdicts = await checkStore(context, storeIn(context));
    out.show(verdicts, () => verdictText(verdicts));
    const bad = verdicts.filter(({ issues }) => issues.length > 0).length;
    if (bad > 0)
      throw new CommandError(unsoundText(verdicts), {
        code: 'STORE_DAMAGED',
        hint: 'Where only an index is at fault run "quorate rebuild-indexes"; otherwise restore a backup.',
      });
    for (const remark of verdicts.flatMap(strayRemark)) out.note(remark);
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
    const { out } = context;
    const { rebuildStore } = await import('../../disk/store-work.js');
    const rebuilt = await rebuildStore(context, storeIn(context));
    out.show(rebuilt, () =>
      table(
        ['REGISTER', 'NAME', 'DOCKETS', 'TRANSACTIONS'],
        rebuilt.map((item) => [item.registerId, item.name, item.dockets, item.transactions]),
      ),
    );
    out.note('The indexes are rebuilt. Start the node again.');
  },
};

const salvage: Command = {
  name: 'salvage',
  summary: 'keep what is left of a store that does not start because of damage',
  examples: ['quorate salvage --data-dir /var/lib/quorate'],
  options: [DATA_OPTION, YES_OPTION],
  async run(context) {
    const { out, terminal } = context;
    const folder = storeIn(context);
    await confirm(
      context,
      `Set damaged tables of ${folder} aside? Rows of this node alone that they held, such as wallets and users, are gone then.`,
    );
    const { salvageDisk } = await import('../../../storage/disk/prepare.js');
    const { lost, keptIn } = await storeErrors(() => salvageDisk(folder, terminal.now()));
    const shown = { folder, keptIn: keptIn ?? null, lost: lost?.own ?? [], votes: lost?.votes ?? false };
    out.show(shown, () =>
      fields({ folder, kept: keptIn ?? 'nothing was damaged', 'may be gone': shown.lost.join(', ') || '-' }),
    );
    if (keptIn)
      out.note(
        'Start the node: registers are repaired from other members. Nothing that only this node had comes back.',
      );
  },
};

/** The first sentence about the store as a whole, where there is one. */
function unsoundText(verdicts: readonly StoreVerdict[]): string {
  const bad = verdicts.filter(({ issues }) => issues.length > 0);
  const whole = bad.find(({ registerId }) => registerId === '-');
  const registers = verdicts.filter(({ registerId }) => registerId !== '-').length;
  const count = whole ? bad.length - 1 : bad.length;
  const text = `${count} of ${countNoun(registers, 'register')} ${count === 1 ? 'is' : 'are'} not sound`;
  return whole ? `the store is not whole: ${whole.issues[0]!.message} ${text}` : text;
}

export const storeCommands: readonly Command[] = [check, rebuild, salvage];

/** Findings that are not damage and yet take room. */
function strayRemark({
  name,
  registerId,
  strayBodies: { count, first } = { count: 0, first: [] },
}: StoreVerdict): string[] {
  if (count === 0) return [];
  const named = first.map(({ docket, hash }) => `${hash} of docket ${docket}`).join(', ');
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return [
    `${name} (${registerId}) keeps ${countNoun(count, 'proposed docket')}, never sealed: ${named}${more}. That is not damage: the node removes them while it runs.`,
  ];
}

function verdictText(verdicts: readonly StoreVerdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.issues.length === 0 ? 'sound' : 'damaged',
    verdict.dockets,
    verdict.transactions,
    verdict.name,
    verdict.registerId,
  ]);
  const issues = verdicts.flatMap((verdict) =>
    verdict.issues.map(({ code, message }) => `  ${verdict.registerId}: ${message} (${code})`),
  );
  const problems = issues.length === 0 ? '' : `\n\nFound:\n${issues.join('\n')}`;
  return table(['VERDICT', 'DOCKETS', 'TRANSACTIONS', 'NAME', 'REGISTER'], rows) + problems;
}
