// The language of blueprints at the terminal: one member explained, the schema for editors, and a blueprint of language
// 1 made into one of language 2.

import { countNoun } from '../../../core/base/counted.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fixBlueprint } from '../../../core/design/authoring/fixes.js';
import { isPublishable } from '../../../core/design/check/check.js';
import { isLanguage1 } from '../../../core/design/lift/language.js';
import { lift } from '../../../core/design/lift/lift.js';
import {
  type Explained,
  explainedMembers,
  explainPath,
  languageSchema,
} from '../../../core/design/reference/reference.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { fields, jsonText, table } from '../../command/output.js';

const explain: Command = {
  name: 'blueprint explain',
  summary: 'tell one member of a blueprint, or list all of them',
  examples: ['quorate blueprint explain actions.routes.condition', 'quorate blueprint explain'],
  args: [{ name: '[member]', description: 'the way to it, such as actions.joins' }],
  run({ input, out }) {
    const asked = input.optionalArg('member');
    if (asked === undefined) {
      const all = explainedMembers();
      out.show(all, () =>
        table(
          ['MEMBER', 'IS'],
          all.map(({ path, says }) => [path, says]),
        ),
      );
      return;
    }
    const value = explainPath(asked);
    if ('near' in value)
      throw new CommandError(`a blueprint has no member ${asked}`, {
        exit: EXIT.usage,
        hint: value.near === undefined ? 'List them: quorate blueprint explain' : `Did you mean ${value.near}?`,
      });
    out.show(value, () => memberText(value));
  },
};

const schema: Command = {
  name: 'blueprint schema',
  summary: 'give the JSON Schema of a blueprint, for editors',
  examples: ['quorate blueprint schema > blueprint.schema.json'],
  run({ out }) {
    out.show(languageSchema(), () => jsonText(languageSchema()));
  },
};

const migrate: Command = {
  name: 'blueprint migrate',
  summary: 'make a blueprint of language 1 into one of language 2, and tell each change',
  examples: ['quorate blueprint migrate permit.json --out permit-2.json'],
  args: [{ name: '<file>', description: 'the blueprint as JSON; - is standard input' }],
  options: [{ flags: '--out <file>', description: 'write it to this new file, and not to standard output' }],
  async run(context) {
    const { input, out } = context;
    const written = objectIn(await readDocument(context, input.arg('file'))) as JsonObject;
    if (!isLanguage1(written)) throw new CommandError('it is of language 2 already', { exit: EXIT.usage });
    const { definition, changes, questions, findings } = lift(written);
    for (const { location, message } of changes) out.note(`${location}: ${message}`);
    for (const { location, message } of questions) out.warn(`${location === '' ? '(whole)' : location}: ${message}`);
    const left = isPublishable(findings) ? 'It can be published' : 'It cannot be published yet';
    const said = `${countNoun(changes.length, 'change')}, ${countNoun(questions.length, 'question')} to you. ${left}.`;
    await give(context, definition, { file: input.text('out'), said });
  },
};

const fix: Command = {
  name: 'blueprint fix',
  summary: 'apply the fixes of findings where only one change can be meant',
  examples: ['quorate blueprint fix permit.json --out permit-fixed.json'],
  args: [{ name: '<file>', description: 'the blueprint as JSON; - is standard input' }],
  options: [{ flags: '--out <file>', description: 'write it to this new file, and not to standard output' }],
  async run(context) {
    const { input, out } = context;
    const { value } = await readDocument(context, input.arg('file'));
    const { blueprint, fixed, findings } = fixBlueprint(value);
    for (const { code, location, message } of fixed) out.note(`fixed ${location}: ${message} [${code}]`);
    for (const { severity, code, location, message } of findings)
      out.warn(`${severity} ${location === '' ? '(whole)' : location}: ${message} [${code}]`);
    const said = `${fixed.length} fixed, ${findings.length} left to you.`;
    await give(context, blueprint, { file: input.text('out'), said });
  },
};

export const blueprintReferenceCommands: readonly Command[] = [explain, schema, migrate, fix];

const UNREAD = {
  kept: 'kept as it comes: no rule of a register looks at it',
  refused: 'may not be published: nothing enforces it',
} as const;

function memberText({ path, says, type, required, unread, example, members }: Explained): string {
  const rows = {
    member: path,
    type,
    required: required ? 'yes' : 'no',
    ...(unread && { note: UNREAD[unread] }),
    example: JSON.stringify(example),
    ...(members.length > 0 && { members: members.join(', ') }),
  };
  return `${says}\n\n${fields(rows)}`;
}
