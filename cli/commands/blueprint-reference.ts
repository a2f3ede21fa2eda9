// The language of blueprints, told at the terminal: one member explained, and the schema for editors.
import {
  type Explained,
  explained,
  explainedMembers,
  languageSchema,
} from '../../core/blueprint/reference/reference.js';
import { type Command, CommandError, EXIT } from '../command.js';
import { fields, jsonText, table } from '../output.js';

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
    const found = explained(asked);
    if ('near' in found)
      throw new CommandError(`a blueprint has no member ${asked}`, {
        exit: EXIT.usage,
        hint: found.near === undefined ? 'List them: quorate blueprint explain' : `Did you mean ${found.near}?`,
      });
    out.show(found, () => memberText(found));
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

export const blueprintReferenceCommands: readonly Command[] = [explain, schema];

const UNREAD = {
  kept: 'kept as it comes: no rule of a register looks at it',
  refused: 'may not be published: nothing enforces it',
} as const;

function memberText({ path, says, type, required, since, unread, example, members }: Explained): string {
  const rows = {
    member: path,
    type,
    required: required ? 'yes' : 'no',
    ...(since === 2 && { since: 'language 2' }),
    ...(unread && { note: UNREAD[unread] }),
    example: JSON.stringify(example),
    ...(members.length > 0 && { members: members.join(', ') }),
  };
  return `${says}\n\n${fields(rows)}`;
}
