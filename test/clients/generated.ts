// Clients that openapi-generator makes of the document of a node, unchanged: each is compiled, and plays the story of
// its language.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientPart, ClientWorld } from './part.js';
import { EXEC_PLUGIN, run } from './tools.js';

export const STORIES = 'test/clients/stories';

/** Sources alone: the generator's own tests and pages of a client say nothing of the document. */
const LEAN = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';

async function generated(world: ClientWorld, words: readonly string[]): Promise<string> {
  const made = join(world.folder, 'client');
  const jar = await world.generator();
  const asked = ['generate', '-i', world.document, '-o', made, '--global-property', LEAN, ...words];
  await run(['java', '-jar', jar, ...asked], world);
  return made;
}

async function playGo(world: ClientWorld): Promise<string> {
  const made = await generated(world, ['-g', 'go', '-p', 'packageName=quorate,withGoMod=false']);
  writeFileSync(join(made, 'go.mod'), 'module quorate/client\n\ngo 1.23\n');
  const story = join(world.folder, 'story');
  cpSync(join(STORIES, 'go'), story, { recursive: true });
  const needed = 'require quorate/client v0.0.0\n\nreplace quorate/client => ../client\n';
  writeFileSync(join(story, 'go.mod'), `module quorate/story\n\ngo 1.23\n\n${needed}`);
  await run(['go', 'mod', 'tidy'], { folder: made });
  await run(['go', 'mod', 'tidy'], { folder: story });
  await run(['go', 'build', '-o', 'story', '.'], { folder: story });
  return run([join(story, 'story')], { folder: story, env: world.env });
}

async function playJava(world: ClientWorld): Promise<string> {
  // Where an answer is one of several, its reader tells them apart by members that the others do not have; and a list
  // that was not stated is not sent as an empty one.
  const made = await generated(world, [
    '-g',
    'java',
    '--library',
    'native',
    '-p',
    'failOnUnknownProperties=true,containerDefaultToNull=true',
  ]);
  const place = join(made, 'src/main/java/story');
  mkdirSync(place, { recursive: true });
  cpSync(join(STORIES, 'java/Story.java'), join(place, 'Story.java'));
  const quiet = ['mvn', '-q', '-B', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true'];
  await run([...quiet, 'compile'], { folder: made });
  return run([...quiet, EXEC_PLUGIN, '-Dexec.mainClass=story.Story'], { folder: made, env: world.env });
}

async function playPython(world: ClientWorld): Promise<string> {
  const made = await generated(world, ['-g', 'python', '-p', 'packageName=quorate_client']);
  await run(['python3', '-m', 'venv', 'venv'], world);
  const python = join(world.folder, 'venv/bin/python');
  await run([python, '-m', 'pip', 'install', '-q', made], world);
  // The package loads a module when it is first named: here each is.
  const all = 'import pkgutil, importlib, quorate_client.models as m, quorate_client.api as a';
  const each =
    '[importlib.import_module(p.__name__ + "." + x.name) for p in (m, a) for x in pkgutil.iter_modules(p.__path__)]';
  await run([python, '-c', `${all}\n${each}`], world);
  return run([python, join(process.cwd(), STORIES, 'python/story.py')], world);
}

const CARGO = `[package]
name = "story"
version = "0.0.0"
edition = "2021"

[dependencies]
quorate-client = { path = "../client" }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }
chrono = { version = "0.4", default-features = false, features = ["clock", "std"] }
`;

async function playRust(world: ClientWorld): Promise<string> {
  await generated(world, ['-g', 'rust', '--library', 'reqwest', '-p', 'packageName=quorate-client']);
  const story = join(world.folder, 'story');
  mkdirSync(join(story, 'src'), { recursive: true });
  cpSync(join(STORIES, 'rust/main.rs'), join(story, 'src/main.rs'));
  writeFileSync(join(story, 'Cargo.toml'), CARGO);
  await run(['cargo', 'build', '-q'], { folder: story });
  return run([join(story, 'target/debug/story')], { folder: story, env: world.env });
}

const about = (language: string) => `the client of ${language}: generated, compiled, and the story through it`;

export const GENERATED: readonly ClientPart[] = [
  { name: 'go', about: about('Go'), needs: ['java', 'mvn', 'go'], play: playGo },
  { name: 'java', about: about('Java'), needs: ['java', 'mvn'], play: playJava },
  { name: 'python', about: about('Python'), needs: ['java', 'mvn', 'python3'], play: playPython },
  { name: 'rust', about: about('Rust'), needs: ['java', 'mvn', 'cargo'], play: playRust },
];
