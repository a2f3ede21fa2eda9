// Contexts: the nodes that somebody logged in to, by the name of the profile. They are listed and chosen here, and made
// by `quorate login --profile`.
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { table } from '../../command/output.js';
import { suggestions } from '../../command/suggesting.js';
import { changeProfiles, profilesFile, readProfiles } from '../../remote/profile.js';
import { profileName } from '../../remote/session.js';

const list: Command = {
  name: 'context list',
  summary: 'list the nodes that you logged in to, and which one is used',
  run({ input, out, terminal }) {
    const file = profilesFile(terminal.env);
    const used = profileName(input.profile, terminal.env, file);
    const rows = Object.entries(readProfiles(file).profiles).map(([name, { url, email, expiresAtMs }]) => ({
      ...{ name, isUsed: name === used, url, email },
      expiresAt: new Date(expiresAtMs).toISOString(),
    }));
    out.show(rows, () =>
      table(
        ['', 'NAME', 'NODE', 'ACCOUNT'],
        rows.map((row) => [row.isUsed ? '*' : '', row.name, row.url, row.email]),
      ),
    );
    if (terminal.env.QUORATE_URL) out.note(`QUORATE_URL is set: commands speak to ${terminal.env.QUORATE_URL}.`);
    else if (rows.length === 0) out.note('Make one: quorate login --profile NAME --url ADDRESS');
  },
};

const use: Command = {
  name: 'context use',
  summary: 'speak to this node from now on',
  examples: ['quorate context use work'],
  args: [{ name: '<profile>', description: 'its name in "quorate context list"' }],
  async run({ input, out, terminal }) {
    const file = profilesFile(terminal.env);
    const name = input.arg('profile');
    const { profiles } = await changeProfiles(file, (before) => {
      if (Object.hasOwn(before.profiles, name)) return { ...before, current: name };
      const names = Object.keys(before.profiles);
      const near = suggestions(name, names);
      throw new CommandError(`there is no context "${name}"`, {
        exit: EXIT.usage,
        hint:
          near.length > 0
            ? `Did you mean ${near.join(' or ')}?`
            : `Known: ${names.join(', ') || 'none'}. A new one: quorate login --profile ${name}`,
      });
    });
    const url = profiles[name]?.url;
    out.show({ name, url }, `Commands speak to ${url} from now on.`);
    if (terminal.env.QUORATE_PROFILE) out.note(`But QUORATE_PROFILE=${terminal.env.QUORATE_PROFILE} is set, and wins.`);
  },
};

export const contextCommands: readonly Command[] = [list, use];
