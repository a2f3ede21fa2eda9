// Changes of what several may change: at the version that was read, once, and at any version without If-Match.
import { expect } from 'chai';
import { call, operations } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { prepare } from '../world/prepare.js';
import { worldOfEach } from '../world/world-of.js';

interface Row {
  readonly read: string;
  readonly write: string;
  readonly as: Persona;
  readonly body: object;
}

const ROWS: readonly Row[] = [
  { read: 'getWallet', write: 'updateWallet', as: 'user', body: { name: 'Another name' } },
  { read: 'getRegister', write: 'updateRegister', as: 'administrator', body: { description: 'Another text' } },
  { read: 'getUser', write: 'updateUser', as: 'administrator', body: { displayName: 'Another name' } },
  { read: 'getUser', write: 'setUserRole', as: 'administrator', body: { role: 'Auditor' } },
  { read: 'getServicePrincipal', write: 'setServiceScopes', as: 'systemAdmin', body: { scopes: ['inbox:write'] } },
  { read: 'getPreferences', write: 'putPreferences', as: 'user', body: { theme: 'Dark' } },
  { read: 'getIdentityProvider', write: 'setIdentityProvider', as: 'administrator', body: { displayName: 'Other' } },
  { read: 'getSchema', write: 'updateSchema', as: 'administrator', body: { description: 'Another text' } },
  { read: 'getPlatformSettings', write: 'updatePlatformSettings', as: 'systemAdmin', body: { invitationDays: 3 } },
];

const table = new Map(operations().map((operation) => [operation.id, operation]));

describe('a change', () => {
  const world = worldOfEach();

  for (const { read, write, as, body } of ROWS)
    it(`by ${write} is made once at the version that was read`, async () => {
      const prepared = (await prepare[write]?.(world)) ?? {};
      const token = prepared.token ?? (await world.token(prepared.as ?? as));
      const params = prepared.params ?? table.get(write)?.example.input?.params ?? {};
      const ask = (id: string, match?: string) => {
        const { definition } = table.get(id) as NonNullable<ReturnType<typeof table.get>>;
        const headers: Record<string, string> = match === undefined ? {} : { 'if-match': match };
        const stated = { ...((prepared.body ?? table.get(write)?.example.input?.body) as object), ...body };
        return call(world, definition, { params, ...(id === write && { body: stated }) }, { token, headers });
      };
      const first = await ask(read);
      expect(first.status, first.text).to.equal(200);
      const tag = String(first.headers.etag);
      expect(tag).to.match(/^"v-[0-9a-f]{32}\.[\w-]{20}"$/);
      const answers = await Promise.all([ask(write, `W/${tag}`), ask(write, tag)]);
      expect(answers.map(({ status, json }) => [status, json.code])).to.have.deep.members([
        [200, undefined],
        [412, 'RESOURCE_CHANGED'],
      ]);
      const made = answers.find(({ status }) => status === 200);
      const again = await ask(read, undefined);
      expect(again.headers.etag).to.match(new RegExp(`^${String(made?.headers.etag).slice(0, -1)}[.]`));
      for (const match of ['"v-0"', '*nonsense', 'W/'])
        expect((await ask(write, match)).json.code, match).to.equal('RESOURCE_CHANGED');
      expect((await ask(write, '*')).status).to.equal(200);
      expect((await ask(write)).status).to.equal(200);
    });
});
