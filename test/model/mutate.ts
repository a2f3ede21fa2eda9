// Mutants of the shipped reducer: its files are copied with one line changed and loaded beside the original. Production
// code has no switch for this; a line that is no longer there makes the mutant's test fail instead of passing silently.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Reducer, World } from './world.js';

export interface Edit {
  /** From core/consensus, without its ending. */
  readonly file: string;
  /** Occurs exactly once in the source and in the compiled file. */
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  readonly edits?: readonly Edit[];
  readonly wrap?: (reducer: Reducer) => Reducer;
  readonly alter?: Pick<World, 'alterEnv'>;
  readonly world: World;
  readonly by: 'explore' | 'walk' | ((reducer: Reducer) => string | undefined);
  /** Where the walks begin, so that a rare meeting of circumstances is found soon. */
  readonly seed?: number;
  /** The sentence that the check must say. */
  readonly caught: RegExp;
}

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), '../../core/consensus');

/** The reducer with the edits, and how to remove its files. */
export async function mutate(
  edits: readonly Edit[],
): Promise<{ readonly reducer: Reducer; readonly remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'quorate-mutant-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const target = join(root, 'consensus');
    mkdirSync(target);
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
      if (!/\.[jt]s$/.test(file)) continue;
      const [from, to] = [join(SOURCE, file), join(target, file)];
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, outward(edited(readFileSync(from, 'utf8'), file, edits), from));
    }
    const load = (name: string) => import(pathToFileURL(existing(join(target, name))).href);
    const [{ step }, { restore }] = await Promise.all([load('step.js'), load('state.js')]);
    return { reducer: { step, restore }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function edited(text: string, file: string, edits: readonly Edit[]): string {
  let out = text;
  for (const edit of edits) {
    if (edit.file !== file.replace(/\.[jt]s$/, '')) continue;
    if (out.split(edit.from).length !== 2)
      throw new Error(`the mutant's line is not in ${file} exactly once: ${edit.from}`);
    out = out.replace(edit.from, () => edit.to);
  }
  return out;
}

/** Imports of other folders than that of the reducer point back to the original files. */
function outward(text: string, file: string): string {
  return text.replace(/from '(\.\.\/[^']+)'/g, (whole, path: string) => {
    const target = resolve(dirname(file), path);
    return target.startsWith(`${SOURCE}${sep}`) ? whole : `from '${pathToFileURL(existing(target)).href}'`;
  });
}

/** The TypeScript file where the tests run from sources, the compiled one where they run from dist. */
function existing(path: string): string {
  return existsSync(path) ? path : path.replace(/\.js$/, '.ts');
}
