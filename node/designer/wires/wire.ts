// The question to a model and its answer, apart from how each host writes them. Types only.
import type { JsonObject } from '../../../core/base/json.js';

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it: it may be wrong. */
  readonly input: string;
}

export type ModelTurn =
  | { readonly from: 'person'; readonly text: string }
  | { readonly from: 'model'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly from: 'tools'; readonly answers: readonly { readonly id: string; readonly text: string }[] };

export interface ModelQuestion {
  readonly model: string;
  readonly instructions: string;
  readonly turns: readonly ModelTurn[];
  readonly tools: readonly { readonly name: string; readonly about: string; readonly input: JsonObject }[];
}

/** A piece of an answer. The pieces of a call have its place in the answer. */
export type ModelPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly id?: string;
      readonly name?: string;
      readonly input?: string;
    }
  | { readonly kind: 'tokens'; readonly direction: 'in' | 'out'; readonly count: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly message: string };

/** How a host takes questions and streams answers. */
export interface ModelWire {
  readonly id: 'anthropic' | 'openai-compatible';
  /** Below the base URL. */
  readonly path: string;
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  body(question: ModelQuestion): JsonObject;
  /** The pieces in the data of one event; none for an event that says nothing here. */
  pieces(data: JsonObject): readonly ModelPiece[];
}
