// An operator of one node of a mesh at the command line: signed in with a profile of its own, calling `quorate` as a
// program.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import { quorate, type Ran } from './operator.js';

export interface Operator {
  call(words: readonly string[]): Promise<Ran>;
  /** A call that has to succeed: its data, or those of the file that it wrote. */
  ask<T>(words: readonly string[], file?: string): Promise<T>;
  /** Calls again and again until it succeeds and says this. */
  until(words: readonly string[], said?: string): Promise<void>;
}

const UNTIL_MS = 20_000;

export async function operatorOf({ name, node }: ClusterMember, folder: string): Promise<Operator> {
  const config = join(folder, `config-${name}`);
  mkdirSync(config, { recursive: true });
  const { email, password } = node.credentials;
  let url = '';
  const call = async (words: readonly string[]): Promise<Ran> => {
    const env = { XDG_CONFIG_HOME: config };
    // A node that was started again listens on another port.
    if (url !== node.url) {
      url = node.url;
      const login = ['login', '--url', url, '--email', email, '--password-stdin'];
      const { code, err } = await quorate(login, { stdin: `${password}\n`, env });
      expect(code, err).to.equal(0);
    }
    return quorate(words, { env });
  };
  return {
    call,
    async ask<T>(words: readonly string[], file?: string) {
      const { code, out, err } = await call([...words, '--json']);
      expect(code, `${words.join(' ')}: ${err}`).to.equal(0);
      return JSON.parse(file === undefined ? out : readFileSync(file, 'utf8')) as T;
    },
    async until(words, said = '') {
      const late = Date.now() + UNTIL_MS;
      for (;;) {
        const { code, out, err } = await call(words);
        if (code === 0 && out.includes(said)) return;
        expect(Date.now(), `${words.join(' ')}: ${out}${err}`).to.be.lessThan(late);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}
