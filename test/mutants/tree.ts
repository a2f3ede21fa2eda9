// A copy of the compiled product in which files are replaced one after the other. Hard links: making it takes a moment,
// and the original is never touched.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './mutant.js';

const LAYERS = ['core', 'proto', 'storage', 'actors', 'api', 'node', 'cli', 'test'];

export class MutantTree {
  readonly root: string;
  private readonly dist: string;

  /** `root` lies inside the project, so that its packages are found from there. */
  constructor(dist: string, root: string) {
    this.dist = dist;
    this.root = root;
    rmSync(root, { recursive: true, force: true });
    for (const layer of LAYERS) link(join(dist, layer), join(root, layer));
  }

  /** The tree with the edits. Throws where a line is not in its file exactly once. */
  apply(edits: readonly Edit[]): void {
    const texts = new Map<string, string>();
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(join(this.dist, `${edit.file}.js`), 'utf8');
      texts.set(edit.file, edited(text, edit));
    }
    for (const [file, text] of texts) {
      const path = join(this.root, `${file}.js`);
      // A link has to go before it is written: the original would change with it.
      rmSync(path);
      writeFileSync(path, text);
    }
  }

  revert(edits: readonly Edit[]): void {
    for (const file of new Set(edits.map((edit) => edit.file))) {
      rmSync(join(this.root, `${file}.js`));
      linkSync(join(this.dist, `${file}.js`), join(this.root, `${file}.js`));
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The text with the edit made. Throws where its line is not there exactly once. */
export function edited(text: string, { file, from, to }: Edit): string {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file}.js holds the line of a mutant ${count} times, not once: ${from}`);
  return text.replace(from, () => to);
}

function link(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    // Links do not cross file systems.
    else
      try {
        linkSync(source, target);
      } catch {
        cpSync(source, target);
      }
  }
}
