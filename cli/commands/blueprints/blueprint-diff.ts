// Two versions of a blueprint compared, without a node.
import { hashHex } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { type Difference, differences } from '../../../core/design/authoring/difference.js';
import { lift } from '../../../core/design/lift/lift.js';
import type { Command } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';

const diff: Command = {
  name: 'blueprint diff',
  summary: 'compare two versions of a blueprint, and say whether it has to be rehearsed again',
  examples: ['quorate blueprint diff permit.json permit-2.json'],
  args: [
    { name: '<before>', description: 'the earlier version as JSON; - is standard input' },
    { name: '<after>', description: 'the later version as JSON' },
  ],
  async run(context) {
    const { input, out } = context;
    const before = objectIn(await readDocument(context, input.arg('before'))) as JsonObject;
    const after = objectIn(await readDocument(context, input.arg('after'))) as JsonObject;
    const rows = differences(before, after);
    const behaviourOf = (written: JsonObject): string => executionHash(lift(written).definition, hashHex);
    const needsRehearsal = behaviourOf(before) !== behaviourOf(after);
    out.show({ differences: rows, needsRehearsal }, () =>
      [...rows.map(rowText), endText(rows, needsRehearsal)].join('\n'),
    );
  },
};

export const blueprintDiffCommands: readonly Command[] = [diff];

/** Characters of a value: a schema may be long. */
const SHOWN_MAX = 120;

function rowText({ path, change, before, after, isBehaviour }: Difference): string {
  const values = [before, after].flatMap((value) => (value === undefined ? [] : [formatValue(value)])).join(' -> ');
  return `  ${change.padEnd(7)}  ${isBehaviour ? '*' : ' '} ${placeText(path)}: ${values}`;
}

/** Actions stand under their ids, and pointers of findings count them from 0: as an id it is not a place. */
function placeText(path: string): string {
  return path.replace(/^actions\[([^\]]*)\]\.?/, (_, id) => `action ${id} `).trimEnd();
}

function formatValue(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

function endText(rows: readonly Difference[], needsRehearsal: boolean): string {
  if (rows.length === 0) return 'They are the same.';
  return needsRehearsal
    ? 'A line that is marked with * changes what the workflow does: it has to be rehearsed again.'
    : 'The workflow does the same: a rehearsal of the earlier version counts for the later one.';
}
