// A prompt: words that a person picks in its client and that tell a model which tools to use in which order. It reads
// nothing of a ledger: its words are ours and the person's. Types and one function.
import type { OperationId } from '../../client/published/operation-calls.js';
import type { RowOfOperations } from '../operations.js';
import { tools } from '../tools/table.js';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Characters. */
  readonly lengthMax: number;
}

interface PromptFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** A caller that may not use one of them is not shown the prompt. */
  readonly tools: readonly string[];
  /** `show` gives an argument as JSON writes it: it stands in the text as data. */
  text(show: (name: string) => string): string;
}

export type PromptRow = PromptFacts & RowOfOperations;

export function prompt(row: PromptFacts): PromptRow {
  const operations = tools.filter(({ name }) => row.tools.includes(name)).flatMap((tool) => tool.operations);
  return { ...row, operations: [...new Set<OperationId>(operations)] };
}
