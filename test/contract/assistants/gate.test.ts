// The gate: what cannot be undone asks a person through the client, once, about exactly one call. States that come back
// forged, moved, too late or after a no are refused by name, and nothing is done.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { CONFIRMATION_MS } from '../../../core/base/limits/node/requests.js';
import { rehearsing } from '../blueprints/rehearsing.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, type Envelope, post, use } from './clients.js';

const YES = { confirm: { action: 'accept', content: { confirm: true } } };

describe('the gate of tools', () => {
  const world = worldOfAll();
  const { aDraft } = rehearsing(() => world);

  interface Retry {
    readonly state?: string;
    readonly responses?: object;
    readonly as?: Persona;
    readonly token?: string;
  }

  const tokens: Partial<Record<Persona, string>> = {};

  async function send(name: string, input: object, { state, responses, as = 'administrator', token }: Retry = {}) {
    const params = {
      ...{ name, arguments: input },
      ...(state !== undefined && { requestState: state, inputResponses: responses ?? YES }),
    };
    // A question is of one token: each call of `world.token` opens a session of its own.
    tokens[as] ??= await world.token(as);
    const { json, text } = await post(world, { method: 'tools/call', params, token: token ?? tokens[as] });
    expect(json.result, text).to.be.an('object');
    return json.result as {
      readonly requestState: string;
      readonly resultType?: string;
      readonly inputRequests?: { readonly confirm: { readonly params: { readonly message: string } } };
      readonly structuredContent: Envelope;
      readonly isError?: boolean;
    };
  }

  const codeOf = async (...how: Parameters<typeof send>) => (await send(...how)).structuredContent.code;
  const registers = async () => (await ask(world, 'countRegisters', {})).json.count as number;
  const founding = (name: string) => ({ name });

  before(async () => {
    // The wallet that owns what is founded here.
    await exampleOrders(world);
  });

  it('asks before a register is founded, in words of the node, and founds it after a yes', async () => {
    const before = await registers();
    const messages: string[] = [];
    const client = await connected(world, {
      answer: ({ message }) => {
        messages.push(message);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    const stated = { ...founding('Grants 2026'), description: 'For "all"', advertise: true };
    const made = await use(client, 'register_create', stated);
    expect(made, made.message).to.include({ status: 'Passed', isError: false });
    expect(messages).to.have.length(1);
    expect(messages[0]).to.contain('"Grants 2026"').and.to.contain(made.registerId).and.to.contain('cannot be undone');
    expect(messages[0], 'each argument').to.contain(String.raw`description = "For \"all\""; advertise = true`);
    expect(await registers()).to.equal(before + 1);
    await client.close();
  });

  it('does nothing after a no, and the question is spent by it', async () => {
    const before = await registers();
    for (const answer of [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
      { action: 'accept' },
    ]) {
      const { requestState: state } = await send('register_create', founding('Declined'));
      const responses = { confirm: answer };
      const refused = await send('register_create', founding('Declined'), { state, responses });
      expect([refused.structuredContent.code, refused.isError]).to.deep.equal(['CONFIRMATION_DECLINED', true]);
      expect(await codeOf('register_create', founding('Declined'), { state })).to.equal('CONFIRMATION_DECLINED');
    }
    expect(await registers()).to.equal(before);
  });

  it('gives the same result again to a repetition, and founds once', async () => {
    const before = await registers();
    const { requestState: state } = await send('register_create', founding('Once'));
    const both = await Promise.all([1, 2].map(() => send('register_create', founding('Once'), { state })));
    const again = await send('register_create', founding('Once'), { state });
    const first = both.find(({ isError }) => isError !== true)?.structuredContent;
    expect(again.structuredContent).to.deep.equal(first);
    for (const { structuredContent } of both)
      expect(structuredContent.code).to.be.oneOf([undefined, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(await registers()).to.equal(before + 1);
  });

  it('refuses a state that is forged, of another call, person or token, or too old', async () => {
    const before = await registers();
    const { requestState: state } = await send('register_create', founding('Bound'));
    const bytes = Buffer.from(state, 'base64url');
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      const forged = changed.toString('base64url');
      expect(await codeOf('register_create', founding('Bound'), { state: forged }), `${at}`).to.equal(
        'CONFIRMATION_INVALID',
      );
    }
    for (const forged of ['', 'x', '!', 'A'.repeat(20_000)])
      expect(await codeOf('register_create', founding('Bound'), { state: forged })).to.equal('CONFIRMATION_INVALID');
    expect(await codeOf('register_create', founding('Other name'), { state })).to.equal('CONFIRMATION_MOVED');
    expect(await codeOf('register_create', founding('Bound'), { state, as: 'systemAdmin' })).to.equal(
      'CONFIRMATION_MOVED',
    );
    const { accessToken: token } = await world.session('administrator');
    expect(await codeOf('register_create', founding('Bound'), { state, token })).to.equal('CONFIRMATION_MOVED');
    const { registerId } = await exampleOrders(world);
    const publish = { blueprintId: 'any', registerId };
    expect(await codeOf('blueprint_publish', publish, { state })).to.equal('CONFIRMATION_MOVED');
    world.advance(CONFIRMATION_MS + 1);
    expect(await codeOf('register_create', founding('Bound'), { state })).to.equal('CONFIRMATION_EXPIRED');
    expect(await registers()).to.equal(before);
  });

  it('asks for a reason where a draft was not rehearsed, and keeps it', async () => {
    const { registerId } = await exampleOrders(world);
    const blueprintId = await aDraft(DEFINITION);
    const client = await connected(world, {
      answer: () => ({ action: 'accept', content: { confirm: true, reason: 'Rehearsed on paper.' } }),
    });
    const published = await use(client, 'blueprint_publish', { blueprintId, registerId });
    expect(published, published.message).to.include({ status: 'Passed', isError: false });
    expect(published.data.overridden).to.equal(true);
    const { json } = await ask(world, 'listPublishOverrides', { params: { id: blueprintId }, query: {} });
    expect(json.map(({ reason }: { reason: string }) => reason)).to.deep.equal(['Rehearsed on paper.']);
    await client.close();
  });

  it('is told to clients that cannot ask, with what does the same', async () => {
    const client = await connected(world, { isOlder: true });
    const before = await registers();
    const refused = await use(client, 'register_create', founding('Older'));
    expect(refused).to.include({ code: 'CONFIRMATION_NEEDED', status: 'Refused', isError: true });
    expect(refused.message).to.contain('2026-07-28').and.to.contain('quorate register create NAME');
    const { registerId } = await exampleOrders(world);
    const blueprintId = await aDraft(DEFINITION);
    const draft = await use(client, 'blueprint_publish', { blueprintId, registerId });
    expect(draft.code).to.equal('CONFIRMATION_NEEDED');
    expect(draft.message).to.contain('quorate blueprint publish');
    expect(await registers()).to.equal(before);
    await client.close();
  });

  it('asks nobody for one who may not, nor for what is not of its form', async () => {
    expect(await codeOf('register_create', founding('Mine'), { as: 'user' })).to.equal('FORBIDDEN');
    expect(await codeOf('register_create', { name: 'see\u202e' })).to.equal('BODY_INVALID');
  });
});
