// A construction permit at the terminal: `quorate design` is told the same sentences, without a node; then commands
// rehearse, publish and play it, each party by its own login at its own node.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Operator, operatorOf } from '../../e2e/mesh-operator.js';
import { quorate } from '../../e2e/operator.js';
import { isIssued, type Permit, SENTENCES } from './permit.js';

/** `folder` is empty, and the test's alone. */
export async function permitByCommand(permit: Permit, folder: string): Promise<void> {
  const { players, stage, steps } = permit;
  const at = (name: string) => join(folder, name);
  const written = (name: string, value: unknown) => {
    writeFileSync(at(name), JSON.stringify(value));
    return at(name);
  };
  const file = at('permit.json');
  await design(file);
  const operators = await operatorsOf(permit, folder);
  const operator = operators.acme as Operator;
  const parties = Object.values(players).flatMap(({ name, address }) => ['--party', `${name}=${address}`]);
  const { id } = await operator.ask<{ id: string }>(['blueprint', 'push', file, ...parties]);
  const walk = steps.map(({ action: actionId, payload }) => ({ actionId, payload }));
  await operator.ask(['blueprint', 'rehearse', id, '--steps', written('walk.json', walk)]);
  const { registerId } = stage;
  expect(await operator.ask(['blueprint', 'publish', id, '--register', registerId])).to.include({ overridden: false });
  const instance = (await operator.ask<{ id: string }>(['instance', 'start', id, '--register', registerId])).id;
  for (const { by, action, payload } of steps) {
    const act = ['action', 'submit', instance, String(action), '--register', registerId, '--yes'];
    const own = ['--wallet', players[by]?.address ?? '', '--payload', written('payload.json', payload)];
    await operators[players[by]?.at.name ?? '']?.until([...act, ...own]);
  }
  await isIssued(permit, instance);
}

async function design(file: string): Promise<void> {
  for (const [words, stdin] of [
    [['--new', 'Permit'], ''],
    [['--chat'], SENTENCES.join('\n')],
  ] as const) {
    const { code, out, err } = await quorate(['design', file, ...words], { stdin });
    expect(code, `${out}${err}`).to.equal(0);
  }
}

async function operatorsOf({ stage }: Permit, folder: string): Promise<Readonly<Record<string, Operator>>> {
  const made = stage.members.map(async (member) => [member.name, await operatorOf(member, folder)] as const);
  return Object.fromEntries(await Promise.all(made));
}
