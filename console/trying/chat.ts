// A conversation about a draft, over the hub of conversations: what was said, and the draft that it proposes. It
// changes nothing by itself: the person takes a proposal into the steps of the draft, or leaves it.
import type { HubConnection } from '@microsoft/signalr';
import { type OpenHub, openHub } from '../../api/client/published/hubs.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { documentOf } from '../../core/design/authoring/document.js';
import { quietSignalR } from '../live/quiet-signalr.js';
import { node } from '../session/node.js';

export interface ChatLine {
  readonly from: 'person' | 'designer';
  readonly text: string;
}

export interface ChatProposal {
  readonly blueprint: JsonObject;
  /** The words of the tools about each change. */
  readonly said: readonly string[];
  readonly isValid: boolean;
}

export interface ChatNow {
  readonly state: 'joining' | 'ready' | 'answering' | 'over';
  readonly messages: readonly ChatLine[];
  /** The host that the words go to; empty where this node answers by itself. */
  readonly sendsTo: string;
  readonly proposal: ChatProposal | undefined;
  /** Messages that are left, where few are. */
  readonly remaining: number | undefined;
  readonly fault: { readonly code: string; readonly message: string } | undefined;
}

interface Listed {
  readonly sessionId: string;
  readonly blueprintId: string | null;
}

interface Resumed extends Pick<ChatNow, 'sendsTo' | 'messages'> {
  readonly sessionId: string;
  readonly blueprint: JsonObject;
}

/** The draft that is talked about. */
export interface ChatDraft {
  readonly blueprintId: string;
  /** As the page shows it. */
  readonly document: () => JsonObject;
  /** False where the node has something else. */
  readonly save: () => Promise<boolean>;
}

export class Chat {
  private readonly listeners = new Set<() => void>();
  private hub: OpenHub<'chat', HubConnection> | undefined;
  private sessionId: string | undefined;
  /** The draft of the conversation. */
  private document: JsonObject | undefined;
  private said: readonly string[] = [];
  private isOver = false;
  private shown: ChatNow = {
    ...{ state: 'joining', messages: [], sendsTo: '' },
    ...{ proposal: undefined, remaining: undefined, fault: undefined },
  };

  constructor(private readonly draft: ChatDraft) {}

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly now = (): ChatNow => this.shown;

  async join(): Promise<void> {
    try {
      const hub = await openHub(await quietSignalR(), { client: node, hub: 'chat' });
      if (this.isOver) return hub.close();
      this.hub = hub;
      this.hear(hub);
      void hub.closed.then(() => this.change({ state: 'over' }));
      const all = await this.ask<readonly Listed[]>('ListSessions');
      const mine = all.find(({ blueprintId }) => blueprintId === this.draft.blueprintId);
      if (mine) await this.resume(mine.sessionId);
      this.change({ state: 'ready' });
    } catch (error) {
      this.change({ state: 'over', fault: faultOf(error) });
    }
  }

  /** It goes on about the draft as the page shows it. */
  async send(text: string): Promise<void> {
    const messages = [...this.shown.messages, { from: 'person', text } as const];
    this.change({ state: 'answering', messages, proposal: undefined, fault: undefined });
    this.said = [];
    try {
      await this.follow();
      await this.ask('SendMessage', this.sessionId, text);
    } catch (error) {
      this.change({ state: 'ready', fault: faultOf(error) });
    }
  }

  stop(): void {
    void this.ask('CancelGeneration', this.sessionId).catch(() => undefined);
  }

  async withoutModel(): Promise<void> {
    try {
      await this.ask('ContinueOffline', this.sessionId);
      this.change({ sendsTo: '', fault: undefined });
    } catch (error) {
      this.change({ fault: faultOf(error) });
    }
  }

  /** The proposal was taken, or is left. */
  settle(): void {
    this.change({ proposal: undefined });
  }

  end(): void {
    this.isOver = true;
    void this.hub?.close();
  }

  /** A conversation about another draft than that of the page is ended, and another one begun. */
  private async follow(): Promise<void> {
    const { draft, sessionId } = this;
    if (!(await draft.save())) throw new Error('DRAFT_NOT_SAVED: The draft is not saved: its head says why.');
    if (sessionId !== undefined && this.document && isSame(this.document, draft.document())) return;
    if (sessionId !== undefined) await this.ask('EndSession', sessionId);
    this.document = draft.document();
    this.sessionId = await this.ask<string>('StartSession', draft.blueprintId);
  }

  private async resume(sessionId: string): Promise<void> {
    const { blueprint, messages, sendsTo } = await this.ask<Resumed>('ResumeSession', sessionId);
    this.sessionId = sessionId;
    this.document = documentOf(blueprint, this.draft.blueprintId);
    this.change({ messages: messages.map(({ from, text }) => ({ from, text })), sendsTo });
  }

  private hear({ on }: OpenHub<'chat', HubConnection>): void {
    const isMine = (event: { readonly sessionId: string }) =>
      this.sessionId === undefined || event.sessionId === this.sessionId;
    on('SessionStarted', ({ sendsTo }) => this.change({ sendsTo }));
    on('ReceiveChunk', (event) => {
      if (isMine(event)) this.hearText(event.chunk);
    });
    on('ToolExecuted', (event) => {
      if (isMine(event) && event.outcome === 'done') this.said = [...this.said, event.words];
    });
    on('BlueprintUpdated', (event) => {
      if (isMine(event)) this.hearDraft(event.blueprint as JsonObject, event.validation as JsonObject);
    });
    on('MessageComplete', (event) => {
      if (isMine(event)) this.change({ state: 'ready' });
    });
    on('MessageLimitWarning', (event) => {
      if (isMine(event)) this.change({ remaining: event.remaining });
    });
    on('SessionError', (event) => {
      if (isMine(event)) this.change({ state: 'ready', fault: { code: event.code, message: event.message } });
    });
  }

  /** The pieces of one answer are one message. */
  private hearText(chunk: string): void {
    const { messages } = this.shown;
    const last = messages.at(-1);
    const text = last?.from === 'designer' ? last.text + chunk : chunk;
    const before = last?.from === 'designer' ? messages.slice(0, -1) : messages;
    this.change({ messages: [...before, { from: 'designer', text }] });
  }

  private hearDraft(blueprint: JsonObject, { isValid }: JsonObject): void {
    const document = documentOf(blueprint, this.draft.blueprintId);
    const isChanged = !isSame(document, this.draft.document());
    this.document = document;
    this.change({
      proposal: isChanged ? { blueprint: document, said: this.said, isValid: isValid === true } : undefined,
    });
  }

  private ask<T = unknown>(method: string, ...args: readonly unknown[]): Promise<T> {
    if (this.hub === undefined) return Promise.reject(new Error('HUB_CLOSED: The node does not answer.'));
    return this.hub.connection.invoke<T>(method, ...args);
  }

  private change(to: Partial<ChatNow>): void {
    this.shown = { ...this.shown, ...to };
    for (const listener of this.listeners) listener();
  }
}

function isSame(document: JsonObject, other: JsonObject): boolean {
  return canonical({ ...document, id: '' }) === canonical({ ...other, id: '' });
}

/** A hub begins its reason with a code; SignalR writes its own words before it. */
function faultOf(error: unknown): NonNullable<ChatNow['fault']> {
  const text = error instanceof Error ? error.message : String(error);
  const [, code = '', message = text] = /([A-Z][A-Z0-9_]+): (.*)$/s.exec(text) ?? [];
  return { code, message };
}
