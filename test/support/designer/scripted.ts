// A provider that replays turns: each is a list of parts, or a function that makes them of the context. The answers of
// its tools are kept.
import type { DesignProvider, TurnAnswer, TurnContext, TurnPart } from '../../../core/designer/provider.js';

export type ScriptedTurn =
  | readonly TurnPart[]
  | ((context: TurnContext, signal: AbortSignal) => Iterable<TurnPart> | AsyncIterable<TurnPart>);

export interface ScriptedProvider extends DesignProvider {
  readonly contexts: readonly TurnContext[];
  readonly answers: readonly TurnAnswer[];
}

/** After the last turn it says nothing. */
export function scripted(turns: readonly ScriptedTurn[], more: Partial<DesignProvider> = {}): ScriptedProvider {
  const contexts: TurnContext[] = [];
  const answers: TurnAnswer[] = [];
  return {
    id: 'scripted',
    ...more,
    contexts,
    answers,
    async *turn(context, signal) {
      const script = turns[contexts.length] ?? [];
      contexts.push(context);
      const parts = typeof script === 'function' ? script(context, signal) : script;
      for await (const part of parts) {
        const answer = yield part;
        if (answer !== undefined) answers.push(answer);
      }
    },
  };
}

export const says = (text: string): TurnPart => ({ kind: 'text', text });

/** A call of a tool, also of one that there is not. */
export function calls(
  name: string,
  input: TurnPart extends infer P ? (P extends { input: infer I } ? I : never) : never,
) {
  return { kind: 'tool', name, input } as TurnPart;
}
