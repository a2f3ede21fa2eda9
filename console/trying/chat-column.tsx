// The conversation about a draft beside it: words are text, from any speaker, and a proposal is shown as what it would
// change, to take or to leave.
import '../blueprints/diff.css';
import './trying.css';
import { type FormEvent, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { meantChanges } from '../../core/design/authoring/meaning.js';
import { ChangeList } from '../blueprints/change-list.js';
import { type DraftStore, useDraft } from '../drafts/draft-store.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import { Chat, type ChatNow, type ChatProposal } from './chat.js';

export function ChatColumn({ store }: { readonly store: DraftStore }) {
  const words = useWords();
  const chat = useMemo(
    () =>
      new Chat({
        blueprintId: store.blueprintId,
        document: () => store.now().blueprint,
        save: () => store.saveNow(),
      }),
    [store],
  );
  useEffect(() => {
    void chat.join();
    return () => chat.end();
  }, [chat]);
  const now = useSyncExternalStore(chat.listen, chat.now);
  return (
    <section className="chat" aria-label={words('chat.title')}>
      <p className="hint">
        {now.sendsTo === '' ? words('chat.offline') : words('chat.sends-to', { host: now.sendsTo })}
      </p>
      <Messages now={now} />
      {now.proposal && <Proposal proposal={now.proposal} store={store} onSettled={() => chat.settle()} />}
      <ChatFault now={now} onWithoutModel={() => void chat.withoutModel()} />
      <SayForm now={now} onSend={(text) => void chat.send(text)} onStop={() => chat.stop()} />
    </section>
  );
}

function Messages({ now: { messages, state } }: { readonly now: ChatNow }) {
  const words = useWords();
  return (
    <ol className="chat-messages" aria-live="polite">
      {messages.length === 0 && <li className="hint">{words('chat.none')}</li>}
      {messages.map(({ from, text }, i) => (
        // Messages come at the end alone.
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice.
        <li key={i} className="chat-message" data-from={from}>
          <span className="unseen">{words('chat.from', { from })}</span>
          {text}
        </li>
      ))}
      {state === 'answering' && <li className="hint">{words('chat.answering')}</li>}
    </ol>
  );
}

interface ProposalProps {
  readonly proposal: ChatProposal;
  readonly store: DraftStore;
  readonly onSettled: () => void;
}

function Proposal({ proposal: { blueprint, said, isValid }, store, onSettled }: ProposalProps) {
  const words = useWords();
  const { blueprint: before } = useDraft(store);
  const changes = useMemo(() => meantChanges(before, blueprint), [before, blueprint]);
  const [refusal, setRefusal] = useState<string>();
  async function take(): Promise<void> {
    const [issue] = await store.replace(blueprint, { id: 'design.step.chat', values: { said: said[0] ?? '' } });
    if (issue) setRefusal(issue.message);
    else onSettled();
  }
  return (
    <section className="chat-proposal" aria-label={words('chat.proposal')}>
      <h2>{words('chat.proposal.count', { count: changes.length })}</h2>
      <ChangeList changes={changes} before={before} after={blueprint} />
      {!isValid && <p className="hint">{words('chat.proposal.unfinished')}</p>}
      {refusal !== undefined && (
        <p role="alert" className="fault" lang="en">
          {refusal}
        </p>
      )}
      <p className="rehearsal-acts">
        <Button kind="main" icon="check" onPress={() => void take()}>
          {words('chat.take')}
        </Button>
        <Button icon="x" onPress={onSettled}>
          {words('chat.leave')}
        </Button>
      </p>
    </section>
  );
}

interface ChatFaultProps {
  readonly now: ChatNow;
  readonly onWithoutModel: () => void;
}

function ChatFault({ now: { fault, sendsTo, remaining }, onWithoutModel }: ChatFaultProps) {
  const words = useWords();
  return (
    <>
      {remaining !== undefined && <p className="hint">{words('chat.remaining', { count: remaining })}</p>}
      {fault && fault.code !== 'GENERATION_CANCELLED' && (
        <p role="alert" className="fault" lang="en">
          {fault.message} {fault.code !== '' && <a href={`/docs/errors.html#${fault.code}`}>{fault.code}</a>}
        </p>
      )}
      {fault?.code === 'AI_UNAVAILABLE' && sendsTo !== '' && (
        <Button onPress={onWithoutModel}>{words('chat.without-model')}</Button>
      )}
    </>
  );
}

interface SayFormProps {
  readonly now: ChatNow;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

function SayForm({ now: { state }, onSend, onStop }: SayFormProps) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState('');
  function send(event: FormEvent): void {
    event.preventDefault();
    if (state !== 'ready' || text.trim() === '') return;
    onSend(text);
    setText('');
  }
  return (
    <form className="chat-say" onSubmit={send}>
      <div className="field">
        <label htmlFor={id}>{words('chat.say')}</label>
        <textarea
          id={id}
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) send(event);
          }}
        />
      </div>
      <p className="rehearsal-acts">
        {state === 'answering' ? (
          <Button icon="x" onPress={onStop}>
            {words('chat.stop')}
          </Button>
        ) : (
          <Button kind="main" icon="send" isBusy={state !== 'ready'}>
            {words('chat.send')}
          </Button>
        )}
      </p>
    </form>
  );
}
