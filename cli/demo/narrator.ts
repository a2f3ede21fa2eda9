// Tells a story in numbered steps: sentences as they happen for people, one JSON object a step for programs. An
// expectation that fails ends the story; nothing here decides what is expected.
import { CommandError } from '../command/command.js';
import type { CommandOutput } from '../command/output.js';

export interface NarratedStep {
  /** A sentence about what happens. */
  say(sentence: string): void;
  /** A named value, such as an id, that a person may want to look up. */
  show(name: string, value: string | number): void;
  /** States a fact that must hold, in the words of the sentence. Throws when it does not. */
  expect(holds: boolean, sentence: string): void;
}

interface Told {
  readonly said: string[];
  readonly shown: Record<string, string | number>;
  readonly held: string[];
}

const INDENT = '        ';
const WIDTH = 100;

export class Narrator {
  private readonly out: CommandOutput;
  private readonly titles: readonly string[];
  private number = 0;

  constructor(out: CommandOutput, titles: readonly string[]) {
    this.out = out;
    this.titles = titles;
  }

  /** Tells the next step while `act` does it. */
  async step<T>(act: (step: NarratedStep) => Promise<T>): Promise<T> {
    const number = ++this.number;
    const title = this.titles[number - 1] ?? '';
    const story: Told = { said: [], shown: {}, held: [] };
    const { paint } = this.out;
    this.line(`\n${paint.dim(`[${String(number).padStart(2)}/${this.titles.length}]`)} ${paint.bold(title)}`);
    const started = performance.now();
    const report = (ok: boolean, failed?: string) => {
      if (!this.out.json) return;
      const ms = Math.round(performance.now() - started);
      const end = failed === undefined ? {} : { failed };
      this.out.item({ step: number, of: this.titles.length, title, ok, ms, ...story, ...end }, '');
    };
    try {
      const result = await act(this.teller(story));
      report(true);
      return result;
    } catch (error) {
      report(false, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private teller({ said, shown, held }: Told): NarratedStep {
    const { paint } = this.out;
    return {
      say: (sentence) => {
        said.push(sentence);
        this.line(wrapText(sentence));
      },
      show: (name, value) => {
        shown[name] = value;
        const prefix = `${name}:`;
        this.line(wrapText(`${prefix} ${value}`).replace(prefix, paint.dim(prefix)));
      },
      expect: (holds, sentence) => {
        if (!holds) {
          this.line(`${paint.red('   FAIL')} ${wrapText(sentence).trimStart()}`);
          throw new CommandError(`step ${this.number} did not go as it must: ${sentence}`);
        }
        held.push(sentence);
        this.line(`${paint.green('     ok')} ${wrapText(sentence).trimStart()}`);
      },
    };
  }

  private line(text: string): void {
    if (!this.out.json) this.out.item(undefined, text);
  }
}

function wrapText(sentence: string): string {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of sentence.split(' ')) {
    if (line !== INDENT && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = INDENT;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}
