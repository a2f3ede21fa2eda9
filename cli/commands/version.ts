// The version of the program, of its platform, and of the node that it would speak to.
import type { Command } from '../command/command.js';
import { fields } from '../command/output.js';
import { programVersion } from '../command/version.js';
import { isClientError } from '../remote/remote.js';
import { connect } from '../remote/session.js';

const version: Command = {
  name: 'version',
  summary: 'show the version of the program, and of the node where one answers',
  async run(context) {
    const { client, url } = await connect(context);
    const node = await client.getHealth().then(
      (health) => health.version,
      (error: unknown) => {
        if (isClientError(error)) return undefined;
        throw error;
      },
    );
    const shown = {
      quorate: programVersion(),
      nodejs: process.version,
      platform: `${process.platform} ${process.arch}`,
    };
    context.out.show({ ...shown, node: node === undefined ? null : { url, version: node } }, () =>
      fields({ ...shown, node: node === undefined ? `none answers at ${url}` : `${node} at ${url}` }),
    );
  },
};

export const versionCommands: readonly Command[] = [version];
