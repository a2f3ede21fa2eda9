// Work on blueprints with no node and no network: check one, draw it, try an action of it. The engine of the ledger
// answers, so what passes here means the same on a register.
import { hashHex } from '../../../core/base/hash.js';
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { earlierRuns } from '../../../core/blueprint/execution/earlier-runs.js';
import { type Executed, execute } from '../../../core/blueprint/execution/execute.js';
import type { Finding } from '../../../core/blueprint/findings/finding.js';
import { graphSvg } from '../../../core/design/authoring/graph-svg.js';
import { graphMermaid, graphText } from '../../../core/design/authoring/graph-text.js';
import {
  checkBlueprint,
  checkersIn,
  isPublishable,
  openRolesIn,
  singleRolesIn,
  unableReadersIn,
} from '../../../core/design/check/check.js';
import { lift, liftNotes } from '../../../core/design/lift/lift.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { type Document, objectIn, readDocument } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { jsonText } from '../../command/output.js';
import { programVersion } from '../../command/version.js';
import { liftText } from '../../signing/publishing.js';
import { findingsText, readersText } from './findings.js';
import { sarifOf } from './sarif.js';

const FILE = { name: '<file>', description: 'the blueprint as JSON; - is standard input' };

const validate: Command = {
  name: 'blueprint validate',
  summary: 'check a blueprint offline',
  examples: ['quorate blueprint validate permit.json', 'quorate blueprint validate permit.json --sarif > permit.sarif'],
  args: [FILE],
  options: [
    { flags: '--sarif', description: 'write the findings as SARIF, for editors and code hosts' },
    { flags: '--single-roles', description: 'tell of roles without which the workflow does not go on, too' },
  ],
  async run(context) {
    const { input, out } = context;
    const { value: written, source, text } = await readDocument(context, input.arg('file'));
    const { value, findings: rows, lift: notes } = liftDocument(written);
    const singles = input.flag('single-roles') && isPublishable(rows) ? singleRolesIn(value) : [];
    const open = isPublishable(rows) ? openRolesIn(value) : [];
    const findings = [...rows, ...open, ...singles];
    if (input.flag('sarif')) {
      const log = sarifOf(findings, { name: source, text }, programVersion());
      out.show(log, jsonText(log));
      if (isPublishable(findings)) return;
      throw new CommandError(`${source} cannot be published`, { exit: EXIT.failed, code: 'VAL_BP_010' });
    }
    if (!isPublishable(findings)) throw notPublishable({ value, source }, findings);
    const execDefHash = executionHash(value as JsonObject, hashHex);
    const checkers = checkersIn(value);
    out.show({ ok: true, execDefHash, findings, checkers, ...(notes && { lift: notes }) }, () =>
      [
        ...liftText(notes),
        ...findingsText(value, findings),
        ...readersText(value, unableReadersIn(value)),
        `${source} can be published. Behaviour: ${execDefHash}`,
      ].join('\n'),
    );
  },
};

const graph: Command = {
  name: 'blueprint graph',
  summary: 'draw the actions of a blueprint and the ways between them',
  examples: ['quorate blueprint graph permit.json', 'quorate blueprint graph permit.json --format svg > permit.svg'],
  args: [FILE],
  options: [
    {
      flags: '--format <form>',
      description: 'form of the picture',
      choices: ['text', 'mermaid', 'svg'],
      default: 'text',
    },
  ],
  async run(context) {
    const definition = await definitionIn(context);
    const form = context.input.requiredText('format');
    const draw = form === 'svg' ? graphSvg : form === 'mermaid' ? graphMermaid : graphText;
    const picture = draw(definition);
    context.out.show({ form, picture }, picture);
  },
};

const attempt: Command = {
  name: 'blueprint try',
  summary: 'run one action of a blueprint on data, and see what it gives to whom',
  examples: ['quorate blueprint try permit.json --action 1 --data application.json'],
  args: [FILE],
  options: [
    { flags: '--action <id>', description: 'id of the action', required: true },
    { flags: '--data <file>', description: 'what its sender submits, as JSON', required: true },
    {
      flags: '--previous <file>',
      description: 'members of earlier actions that the sender sees, as JSON: by name, or by the id of their action',
    },
  ],
  async run(context) {
    const { input, out } = context;
    const definition = await definitionIn(context);
    const payload = (await readDocument(context, input.requiredText('data'))).value;
    const file = input.text('previous');
    const previous = file === undefined ? {} : (objectIn(await readDocument(context, file)) as JsonObject);
    const facts = { runs: earlierRuns(definition, previous), time: {} };
    const result = execute({ definition, actionId: input.requiredText('action'), payload, facts });
    if (isFailure(result)) throw commandErrorOf(result.issues, { hint: 'Nothing was submitted.' });
    out.show(result, () => executedText(result as Executed));
  },
};

export const blueprintCommands: readonly Command[] = [validate, graph, attempt];

/** The definition in the file of the call, which can be published, in the language of the ledger. */
export async function definitionIn(context: Context): Promise<Definition> {
  const document: Document = await readDocument(context, context.input.arg('file'));
  const { value, findings } = liftDocument(document.value);
  if (!isPublishable(findings)) throw notPublishable({ ...document, value }, findings);
  return value as unknown as Definition;
}

/** The document in the language of the ledger, with the findings about it and how it came to be so. */
function liftDocument(written: Json) {
  if (!isObject(written)) return { value: written, findings: checkBlueprint(written), lift: undefined };
  const lifted = lift(written);
  return { value: lifted.definition, findings: lifted.findings, lift: liftNotes(lifted) };
}

function notPublishable({ value, source }: Pick<Document, 'value' | 'source'>, findings: readonly Finding[]) {
  const texts = findingsText(value, findings);
  return new CommandError(`${source} cannot be published:\n${texts.join('\n')}`, {
    exit: EXIT.failed,
    code: 'VAL_BP_010',
  });
}

function executedText({ data, calculated, decision, disclosures }: Executed): string {
  const next = decision.nextActions.map(({ actionId }) => actionId).join(', ') || 'the branch ends';
  const lines = [`Next: ${next} (${decision.reasonCode}${decision.routeId ? `, ${decision.routeId}` : ''})`];
  for (const field of calculated) lines.push(`Calculated: ${field} = ${JSON.stringify(data[field] as Json)}`);
  for (const { participantId, data: seen, from } of disclosures)
    lines.push(`${participantId} sees${from ? `, from ${JSON.stringify(from)} on` : ''}:`, jsonText(seen));
  return lines.join('\n');
}
