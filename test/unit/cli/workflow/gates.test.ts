// A credential that a wallet on the node holds, shown at a gate: what the node is asked to show.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../../api/client/client.js';
import type { Context } from '../../../../cli/command/command.js';
import { submitAtGates } from '../../../../cli/workflow/gates.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { pemOf } from '../../../../core/crypto/keys/pem.js';
import { folderOfAll } from '../../../support/base/folders.js';
import { ROOT_DER } from '../../../support/credentials/office.js';

describe('cli/workflow/gates', () => {
  const folder = folderOfAll();
  /** Bodies of what was shown at the gate of an action. */
  const shown = async (stated: Readonly<Record<string, string>>) => {
    const bodies: unknown[] = [];
    const gate = { id: 'permit', state: 'Open', dcqlQuery: {} };
    const client = {
      prepareInstanceAction: async () => ({ gateId: 'g', requirements: [gate] }),
      presentAtGate: async ({ body }: { body: object }) => {
        bodies.push(body);
        return { gateId: 'g', requirements: [{ ...gate, state: 'Admitted' }] };
      },
      submitPreparedAction: async () => ({ status: 'sealed' }),
    } as unknown as Client;
    const input = {
      list: (name: string) => (name === 'credential' ? ['c1'] : []),
      flag: (name: string) => name === 'yes',
      text: (name: string) => stated[name],
      integer: () => undefined,
    };
    await submitAtGates({ input } as unknown as Context, client, {} as never);
    return bodies;
  };

  it('brings the anchor of the issuer where that is stated', async () => {
    writeFileSync(join(folder, 'root.pem'), pemOf('CERTIFICATE', ROOT_DER));
    const bare = { requirement: 'permit', credentialId: 'c1', consent: true };
    expect(await shown({})).to.deep.equal([bare]);
    const anchor = toBase64(ROOT_DER);
    expect(await shown({ anchor: join(folder, 'root.pem') })).to.deep.equal([{ ...bare, anchor }]);
  });

  it('refuses a file without a certificate', async () => {
    writeFileSync(join(folder, 'empty.pem'), 'Dear Ada,');
    const refused = await shown({ anchor: join(folder, 'empty.pem') }).catch((error: Error) => error.message);
    expect(refused).to.contain('has no certificate in PEM');
  });
});
