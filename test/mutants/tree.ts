// A copy of the compiled product in which files are replaced one after the other. Hard links: making it takes a moment,
// and the original is never touched.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Edit, edited } from './edit.js';

/** Pages take their scripts from `run`. */
const FOLDERS = ['core', 'proto', 'storage', 'actors', 'api', 'node', 'cli', 'test', 'run'];

export class MutantTree {
  readonly root: string;
  private readonly dist: string;

  /** `root` lies inside the project, so that its packages are found from there. */
  constructor(dist: string, root: string) {
    this.dist = dist;
    this.root = root;
    rmSync(root, { recursive: true, force: true });
    for (const folder of FOLDERS) link(join(dist, folder), join(root, folder));
  }

  /** The tree with the edits. Throws where one does not fit its file. */
  apply(edits: readonly Edit[]): void {
    for (const [file, text] of changed(this.dist, edits)) this.replace(file, text);
  }

  revert(edits: readonly Edit[]): void {
    for (const file of new Set(edits.map((edit) => edit.file))) this.restore(file);
  }

  /** `file` is from the root, without its ending. */
  replace(file: string, text: string): void {
    const path = join(this.root, `${file}.js`);
    // A link has to go before it is written: the original would change with it.
    rmSync(path);
    writeFileSync(path, text);
  }

  restore(file: string): void {
    rmSync(join(this.root, `${file}.js`));
    linkSync(join(this.dist, `${file}.js`), join(this.root, `${file}.js`));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The texts of the files of these edits, with the edits made, by file. Throws where one does not fit. */
export function changed(dist: string, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(dist, `${edit.file}.js`), 'utf8');
    texts.set(edit.file, edited(text, edit));
  }
  return texts;
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
