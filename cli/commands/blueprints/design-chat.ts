// A blueprint designed by talking at the terminal, without a node and without a model: each message of the person is a
// line, and the file is written after each answer that changed it.
import { CHAT_MESSAGE_MAX, CHAT_MESSAGES_MAX } from '../../../core/base/limits/node/designs.js';
import { goOnTalking, type Talk } from '../../../core/designer/offline/talk.js';
import type { ChatMessage } from '../../../core/designer/provider.js';
import type { Context } from '../../command/command.js';
import type { Terminal } from '../../command/terminal-port.js';
import { type Design, type DesignFiles, writeDesign } from './design-files.js';

/** Talks until the input ends. */
export async function talkAbout(context: Context, files: DesignFiles, { draft, history }: Design): Promise<void> {
  const { terminal, out } = context;
  const messages: ChatMessage[] = [];
  let talk: Talk = { bench: { draft, history }, memory: undefined, text: '' };
  out.note('End with Ctrl-D. Your words stay on this computer.');
  for await (const text of messagesAt(terminal)) {
    const { bench: before } = talk;
    messages.push({ from: 'person', text });
    talk = goOnTalking(talk, messages);
    messages.push({ from: 'designer', text: talk.text });
    if (talk.bench.draft !== before.draft) await writeDesign(files, before.draft, talk.bench);
    out.item({ answer: talk.text, findings: talk.bench.draft.findings }, talk.text.trimEnd());
    if (terminal.signal.aborted) return;
  }
}

/** An empty message first, which is answered by the welcome; then those of the person. */
async function* messagesAt(terminal: Terminal): AsyncGenerator<string> {
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
