// Models as providers of the designer, over the guard of outgoing requests and a host that speaks either wire: what is
// sent, what comes of an answer, and hosts that fail, stream for ever, or call what there is not.
import { expect } from 'chai';
import { runTurn, type TurnEnd } from '../../../actors/designer/turn.js';
import { CHAT_ANSWER_MAX, CHAT_TOOL_CALLS_MAX } from '../../../core/base/limits/node/designs.js';
import type { DesignProvider } from '../../../core/designer/provider.js';
import { runTool, TOOL_ROWS } from '../../../core/designer/tools/table.js';
import { newHistory } from '../../../core/edits/history.js';
import { designProviders } from '../../../node/designer/providers.js';
import { OutgoingHttp } from '../../../node/outgoing/http.js';
import { draft } from '../../unit/core/edits/drafts.js';
import { SILENT } from '../world/world.js';
import { anthropicEvents, begin, ModelHost, openaiEvents, type WireName } from './model-host.js';

const ROLE = { edit: 'add_role', id: 'auditor', name: 'Auditor' };

interface Ran extends TurnEnd {
  readonly tools: readonly string[];
}

describe('models as providers of the designer', () => {
  let host: ModelHost;
  const counted: string[] = [];

  before(async () => {
    host = await ModelHost.open();
  });
  beforeEach(() => {
    counted.length = 0;
  });
  after(() => host.close());

  function provider(name: WireName, more: { allowedHosts?: string[]; apiKey?: string } = {}): DesignProvider {
    const { allowedHosts = ['127.0.0.1'], apiKey = 'secret-key' } = more;
    const outgoing = new OutgoingHttp({ allowedHosts, log: SILENT, steady: () => performance.now() });
    const metrics = {
      countRequest: (_: string, outcome: string) => void counted.push(outcome),
      countTokens: (_: string, direction: string, count: number) => void counted.push(`${direction} ${count}`),
    };
    const settings = { provider: name, model: 'model-1', baseUrl: host.url, apiKey };
    return designProviders(settings, { outgoing, metrics }).get(name) as DesignProvider;
  }

  async function ran(
    by: DesignProvider,
    abort = new AbortController(),
    onText: () => void = () => undefined,
  ): Promise<Ran> {
    const tools: string[] = [];
    const messages = [
      { from: 'designer', text: 'Your messages are sent elsewhere.' },
      { from: 'person', text: 'Hello' },
      { from: 'designer', text: '' },
      { from: 'person', text: 'Add an auditor.' },
    ] as const;
    const bench = { draft: draft(), history: newHistory(draft()) };
    const end = await runTurn(
      by,
      { messages, bench, memory: undefined },
      {
        runTool: (now, call) => runTool(now, call, { documents: () => [] }),
        onText,
        onTool: ({ name }, { ok }) => void tools.push(`${name} ${ok}`),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
        signal: abort.signal,
      },
    );
    return { ...end, tools };
  }

  for (const name of ['anthropic', 'openai-compatible'] as const)
    describe(name, () => {
      it('says and does what the model streams, and tells the model what came of it', async () => {
        host.script(['I add it. ', { name: 'draft_edit', input: { edits: [ROLE] } }], ['Done, ', 'as you said.']);
        const { ending, text, tools, bench } = await ran(provider(name));
        expect([ending, text, tools]).to.deep.equal(['complete', 'I add it. Done, as you said.', ['draft_edit true']]);
        expect(bench.history.done).to.deep.equal([ROLE]);
        const [first, second] = host.questions;
        expect(JSON.stringify(second?.body.messages)).to.contain('Auditor').and.to.contain('draft_edit');
        expect((second?.body.messages.length ?? 0) - (first?.body.messages.length ?? 0)).to.equal(2);
        expect(counted).to.have.members(['answered', 'answered', 'in 7', 'in 7', 'out 5', 'out 5']);
      });

      it('sends the conversation from its first word of the person, the draft, the tools, and the key as a header', async () => {
        host.script(['Yes.']);
        const by = provider(name);
        expect(by.sendsTo).to.equal(new URL(host.url).host);
        await ran(by);
        const [{ path, headers, body }] = host.questions as [(typeof host.questions)[0]];
        const texts = body.messages.map(({ content }) => JSON.stringify(content));
        expect(path).to.equal(name === 'anthropic' ? '/v1/messages' : '/chat/completions');
        expect(headers[name === 'anthropic' ? 'x-api-key' : 'authorization']).to.contain('secret-key');
        expect([body.model, body.tools.length]).to.deep.equal(['model-1', TOOL_ROWS.length]);
        expect(JSON.stringify(body)).to.not.contain('secret-key').and.to.not.contain('sent elsewhere');
        const said = name === 'anthropic' ? texts : texts.slice(1);
        expect(said.slice(0, 3)).to.deep.equal([
          '"Hello"',
          name === 'anthropic' ? '[{"type":"text","text":"..."}]' : '"..."',
          '"Add an auditor."',
        ]);
        expect(said[3]).to.contain('<draft>');
      });

      it('gives an unknown tool and an input that is not JSON back to the model as refused', async () => {
        host.script(
          [
            { name: 'blueprint_publish', input: {} },
            { name: 'draft_edit', input: '{"edits": [' },
          ],
          ['Sorry.'],
        );
        const { ending, tools, text } = await ran(provider(name));
        expect([ending, text]).to.deep.equal(['complete', 'Sorry.']);
        expect(tools).to.deep.equal(['blueprint_publish false', 'draft_edit false']);
        expect(JSON.stringify(host.questions[1]?.body.messages)).to.contain('There is no such tool');
      });

      it('ends behind the tools of one turn, of a thousand in one answer and of one in each', async () => {
        host.script(Array.from({ length: 1000 }, () => ({ name: 'draft_check', input: {} })));
        expect((await ran(provider(name))).tools.length).to.equal(CHAT_TOOL_CALLS_MAX);
        host.script(...Array.from({ length: 1000 }, () => [{ name: 'draft_check', input: {} }]));
        expect((await ran(provider(name))).tools.length).to.equal(CHAT_TOOL_CALLS_MAX);
        expect(host.questions.length).to.be.lessThanOrEqual(CHAT_TOOL_CALLS_MAX + 1);
      });

      it('asks a second time where the host fails at first, and no third time', async () => {
        host.script((response) => response.writeHead(529).end(), ['Here I am.']);
        expect((await ran(provider(name))).text).to.equal('Here I am.');
        host.script(...Array.from({ length: 3 }, () => (response: { destroy: () => void }) => response.destroy()));
        const { ending, error } = await ran(provider(name));
        expect([ending, host.questions.length]).to.deep.equal(['failed', 2]);
        expect(String(error)).to.contain('could not be asked');
      });

      it('asks once where the question or the key is refused, and tells neither', async () => {
        host.script((response) => response.writeHead(401).end('{"error":{"message":"bad key secret-key"}}'));
        const { ending, error } = await ran(provider(name));
        expect([ending, host.questions.length]).to.deep.equal(['failed', 1]);
        expect(String(error)).to.contain('status 401').and.to.not.contain('secret-key');
      });

      it('fails where an answer breaks off, and does not ask again once something was said', async () => {
        const part = {
          anthropic: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Well, ' } },
        };
        const chunk = { choices: [{ index: 0, delta: { content: 'Well, ' } }] };
        host.script((response) => {
          begin(response);
          response.end(`data: ${JSON.stringify(name === 'anthropic' ? part.anthropic : chunk)}\n\n`);
        });
        const { ending, text } = await ran(provider(name));
        expect([ending, text, host.questions.length]).to.deep.equal(['failed', 'Well, ', 1]);
      });

      it('ends at the bound of an answer where the host streams for ever, and at the signal where it is silent', async () => {
        const event =
          name === 'anthropic'
            ? { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word '.repeat(50) } }
            : { choices: [{ index: 0, delta: { content: 'word '.repeat(50) } }] };
        host.script((response) => {
          begin(response);
          const more = (): void => {
            while (!response.destroyed && response.write(`data: ${JSON.stringify(event)}\n\n`));
          };
          response.on('drain', more);
          more();
        });
        const { ending, text } = await ran(provider(name));
        expect([ending, text.length >= CHAT_ANSWER_MAX]).to.deep.equal(['complete', true]);
        await host.isLeft();
        host.script((response) => {
          begin(response);
          response.write(`data: ${JSON.stringify(event)}\n\n`);
        });
        const abort = new AbortController();
        const end = await ran(provider(name), abort, () => {
          abort.abort();
          return undefined;
        });
        expect(end.ending).to.equal('cancelled');
      });

      it('passes over what is no event, and takes no number for tokens that is none', async () => {
        const odd = [null, 5, 'x', [], {}, { choices: [null] }, { choices: [{ delta: null }] }, { choices: {} }];
        const deep = '['.repeat(50_000) + ']'.repeat(50_000);
        const calls = [null, { index: -1, function: { name: 'draft_check', arguments: deep } }];
        const usage = { prompt_tokens: -5, completion_tokens: 0.5, input_tokens: -5, output_tokens: 0.5 };
        const hostile = [
          ...[...odd, { choices: [{ delta: { content: 5, tool_calls: calls } }], usage }],
          ...[
            { type: 'message_start', message: { usage } },
            { type: 'message_delta', usage },
          ],
          { type: 'content_block_start', index: -1, content_block: { type: 'tool_use' } },
          { type: 'content_block_delta', index: -1, delta: { type: 'input_json_delta', partial_json: deep } },
        ];
        const good = (name === 'anthropic' ? anthropicEvents : openaiEvents)(['Fine.']);
        host.script(
          (response) => {
            begin(response);
            response.end([...hostile, ...good].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
          },
          ['So it is.'],
        );
        const { ending, text, error } = await ran(provider(name));
        expect([ending, text], String(error)).to.deep.equal(['complete', 'Fine.So it is.']);
        const tokens = counted.filter((one) => /^(in|out) /.test(one));
        expect(tokens).to.have.members(['in 7', 'in 7', 'out 5', 'out 5']);
      });

      it('goes nowhere that the guard of outgoing requests refuses', async () => {
        host.script(['Yes.']);
        const { ending, error } = await ran(provider(name, { allowedHosts: [] }));
        expect([ending, host.questions.length]).to.deep.equal(['failed', 0]);
        expect(String(error)).to.contain('https:// only');
      });
    });

  it('tells of an error in the stream by its type alone', async () => {
    host.script(
      ...Array.from({ length: 2 }, () => (response: Parameters<typeof begin>[0]) => {
        begin(response);
        response.end('data: {"type":"error","error":{"type":"overloaded_error","message":"secret"}}\n\n');
      }),
    );
    const { ending, error } = await ran(provider('anthropic'));
    expect([ending, String(error)]).to.deep.equal(['failed', 'Error: The model told of an error: overloaded_error.']);
  });
});
