// The bounds of conversations with the designer by the official client: messages, their length, drafts and sessions.
import { expect } from 'chai';
import {
  CHAT_CONVERSATIONS_MAX,
  CHAT_DRAFT_MAX,
  CHAT_MESSAGE_MAX,
  CHAT_MESSAGES_MAX,
} from '../../../core/base/limits/node/designs.js';
import { calls, says, scripted } from '../../support/designer/scripted.js';
import { ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { conversationsOf, refusal } from './conversations.js';

describe('the bounds of conversations with the designer', () => {
  const world = worldOfAll();
  const { answersBy, use, client } = conversationsOf(world);

  it(`warns at ten left, and takes no message behind ${CHAT_MESSAGES_MAX}`, async () => {
    answersBy();
    const { call, start, hears, heard } = await client();
    const id = await start();
    for (let i = 0; i < CHAT_MESSAGES_MAX; i++) {
      await call('SendMessage', id, `Message ${i}.`);
      await hears('MessageComplete');
    }
    const left = heard.filter(([target]) => target === 'MessageLimitWarning').map(([, remaining]) => remaining);
    expect(left).to.deep.equal([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await refusal(call('SendMessage', id, 'One more.'))).to.equal('MESSAGE_LIMIT');
    expect((await hears('SessionError')).slice(1)).to.include.members(['MESSAGE_LIMIT', id]);
  });

  it('takes a message of the longest, and no longer one', async () => {
    const provider = scripted([[says('Yes.')]]);
    use(provider);
    const { call, start, hears } = await client();
    const id = await start();
    expect(await refusal(call('SendMessage', id, 'x'.repeat(CHAT_MESSAGE_MAX + 1)))).to.equal('HUB_ARGUMENTS_INVALID');
    expect(await refusal(call('SendMessage', id, ''))).to.equal('HUB_ARGUMENTS_INVALID');
    await call('SendMessage', id, 'ä'.repeat(CHAT_MESSAGE_MAX));
    await hears('MessageComplete');
    expect(provider.contexts[0]?.messages[0]?.text.length).to.equal(CHAT_MESSAGE_MAX);
  });

  it('begins with no draft that is too large or of language 1, nor with one that is not there', async () => {
    answersBy();
    const { call } = await client();
    const kept = async (body: object) => {
      const { status, json } = await ask(world, 'createBlueprint', { body } as never);
      expect(status).to.equal(200);
      return (json as { id: string }).id;
    };
    const dataSchemas = [{ type: 'object', description: 'x'.repeat(CHAT_DRAFT_MAX) }];
    const actions = [{ id: 1, title: 'Apply', sender: 'a', dataSchemas }];
    const large = { title: 'Large', description: 'Larger than a talk.', participants: [{ id: 'a', name: 'A' }] };
    const old = { title: 'Old one', description: 'Of language 1.', participants: [], actions: [] };
    const ids = [await kept({ language: 2, ...large, actions }), await kept(old), 'nowhere'];
    for (const id of ids) expect(await refusal(call('StartSession', id)), id).to.equal('SESSION_START_FAILED');
  });

  it(`has ${CHAT_CONVERSATIONS_MAX} sessions of a person, which it lists and ends`, async () => {
    answersBy();
    const { call, start } = await client();
    const ids: string[] = [];
    for (let i = 0; i < CHAT_CONVERSATIONS_MAX; i++) ids.push(await start());
    expect(await refusal(start())).to.equal('SESSION_START_FAILED');
    const listed = (await call('ListSessions')) as { sessionId: string; title: string }[];
    expect(listed.map(({ sessionId }) => sessionId)).to.have.members(ids);
    await call('EndSession', ids[0]);
    expect(await refusal(call('ResumeSession', ids[0]))).to.equal('SESSION_EXPIRED');
    await start();
  });

  it('lists sessions by their titles, and opens no draft for it', async () => {
    answersBy([calls('draft_edit', { edits: [{ edit: 'set_title', title: 'Permit' }] })]);
    const { call, start, hears } = await client();
    await call('SendMessage', await start(), 'Call it a permit.');
    await hears('MessageComplete');
    await start();
    const { rows } = world.designer;
    const opened: string[] = [];
    Object.assign(rows, { draftOf: (id: string) => void opened.push(id) });
    try {
      const listed = (await call('ListSessions')) as { title: string }[];
      expect(listed.map(({ title }) => title)).to.have.members(['Permit', 'New workflow']);
    } finally {
      Reflect.deleteProperty(rows, 'draftOf');
    }
    expect(opened).to.deep.equal([]);
  });

  it('begins nothing where nothing answers', async () => {
    world.designer.providers.clear();
    const { start } = await client();
    expect(await refusal(start())).to.equal('SESSION_START_FAILED');
  });
});
