// A blueprint designed by talking at the terminal, without a node and without a model: each message of the person is a
// line, and the file is written after each answer that changed it.
import { offlineProvider } from '../../../actors/designer/offline-provider.js';
import { runTurn, type TurnPorts } from '../../../actors/designer/turn.js';
import { passagesHere } from '../../../api/site/sources.js';
import type { Json } from '../../../core/base/json.js';
import { CHAT_MESSAGE_MAX, CHAT_MESSAGES_MAX } from '../../../core/base/limits/node/designs.js';
import type { ChatMessage } from '../../../core/designer/provider.js';
import type { Bench } from '../../../core/designer/tools/define.js';
import { runTool } from '../../../core/designer/tools/table.js';
import type { Context } from '../../command/command.js';
import type { Terminal } from '../../command/terminal-port.js';
import { type Design, type DesignFiles, writeDesign } from './design-files.js';

/** Talks until the input ends. */
export async function talkAbout(context: Context, files: DesignFiles, { draft, history }: Design): Promise<void> {
  const { terminal, out } = context;
  const messages: ChatMessage[] = [];
  let bench: Bench = { draft, history };
  let memory: Json | undefined;
  out.note('End with Ctrl-D. Your words stay on this computer.');
  for await (const text of readMessages(terminal)) {
    messages.push({ from: 'person', text });
    const turn = await runTurn(offlineProvider, { messages, bench, memory }, portsAt(terminal));
    if (turn.error !== undefined) throw turn.error;
    messages.push({ from: 'designer', text: turn.text });
    if (turn.bench.draft !== bench.draft) await writeDesign(files, bench.draft, turn.bench);
    ({ bench, memory } = turn);
    out.item({ answer: turn.text, findings: bench.draft.findings }, turn.text.trimEnd());
    if (terminal.signal.aborted) return;
  }
}

/** An empty message first, which is answered by the welcome; then those of the person. */
async function* readMessages(terminal: Terminal): AsyncGenerator<string> {
  yield '';
  let isAsked = false;
  for (let asked = 1; asked < CHAT_MESSAGES_MAX; asked++) {
    const typed = await terminal.ask('> ');
    if (typed === undefined) break;
    isAsked = true;
    if (typed.trim() !== '') yield typed.slice(0, CHAT_MESSAGE_MAX);
  }
  if (isAsked) return;
  let taken = 1;
  for await (const line of terminal.lines(CHAT_MESSAGE_MAX)) {
    if (line.trim() !== '') yield line;
    if (++taken >= CHAT_MESSAGES_MAX) return;
  }
}

function portsAt(terminal: Terminal): TurnPorts {
  const passages = passagesHere();
  return {
    runTool: (bench, call) => runTool(bench, call, { documents: (words) => passages.find(words) }),
    onText: () => undefined,
    onTool: () => undefined,
    pause: () => terminal.pause(0),
    // Each turn listens to a signal of its own.
    signal: AbortSignal.any([terminal.signal]),
  };
}
