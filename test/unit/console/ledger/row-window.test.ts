// The window of rows over a register that grows: whatever is read in whatever order, it is one piece of the register.
import { expect } from 'chai';
import {
  PAGE,
  ROWS_KEPT,
  type Rows,
  RowWindow,
  type TransactionRow,
  type WindowPlace,
} from '../../../../console/ledger/row-window.js';
import { Dice } from '../../../support/base/dice.js';

/** A register as the node reads it: pages newest first, from a cursor on or down to a docket. */
class Register {
  readonly sealed: TransactionRow[] = [];
  private dockets = 0;
  reads = 0;

  seal(count: number): void {
    this.dockets++;
    for (let i = 0; i < count; i++)
      this.sealed.push({ txId: `tx${this.sealed.length}`, docketNumber: this.dockets } as TransactionRow);
  }

  readonly read = async ({ cursor, fromDocket = 0 }: WindowPlace): Promise<Rows> => {
    this.reads++;
    const end = cursor === undefined ? this.sealed.length : Number(cursor);
    const from = this.sealed.findIndex(({ docketNumber }) => docketNumber >= fromDocket);
    const begin = Math.max(from < 0 ? end : from, end - PAGE);
    const rows = this.sealed.slice(begin, end).reverse();
    return { rows, cursor: begin > 0 ? String(begin) : undefined, lookedTo: undefined, isBehind: false };
  };
}

async function windowOn(register: Register): Promise<RowWindow> {
  return new RowWindow(register.read, await register.read({}));
}

/** Places in the register, oldest first. */
function placesOf(list: RowWindow): readonly number[] {
  return list
    .rows()
    .rows.map(({ txId }) => Number(txId.slice(2)))
    .reverse();
}

function isOnePiece(list: RowWindow): boolean {
  return placesOf(list).every((place, i, all) => i === 0 || place === (all[i - 1] as number) + 1);
}

describe('console rows', () => {
  it('are one piece of the register, whatever is sealed and read, and reach its newest', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const dice = new Dice(`rows ${seed}`);
      const register = new Register();
      for (let i = dice.integer(0, 30); i > 0; i--) register.seal(dice.integer(1, 60));
      const list = await windowOn(register);
      for (let step = 0; step < 40; step++) {
        if (dice.chance(0.5)) register.seal(Math.round(dice.skewed(1, 400)));
        if (dice.chance(0.4)) await list.older();
        else {
          await list.newer();
          expect(placesOf(list).at(-1), `seed ${seed}`).to.equal(
            register.sealed.length === 0 ? undefined : register.sealed.length - 1,
          );
        }
        expect(isOnePiece(list), `seed ${seed}, step ${step}`).to.equal(true);
      }
      while (list.rows().cursor !== undefined) await list.older();
      expect(placesOf(list)[0]).to.equal(register.sealed.length === 0 ? undefined : 0);
    }
  });

  it('let the newest go where they are too many, say so, and take no newer ones then', async () => {
    const register = new Register();
    for (let sealed = 0; sealed < ROWS_KEPT + 3 * PAGE; sealed += PAGE) register.seal(PAGE);
    const list = await windowOn(register);
    while (list.rows().cursor !== undefined) {
      await list.older();
      expect(list.rows().rows.length).to.be.at.most(ROWS_KEPT);
    }
    expect(isOnePiece(list)).to.equal(true);
    expect(list.rows().isBehind).to.equal(true);
    const before = list.rows();
    register.seal(1);
    expect(await list.newer()).to.equal(true);
    expect(list.rows()).to.equal(before);
  });

  it('begin anew with the newest where more than a page is new', async () => {
    const register = new Register();
    register.seal(PAGE);
    const list = await windowOn(register);
    for (const [count, length] of [
      [PAGE - 1, 2 * PAGE - 1],
      [PAGE, PAGE],
    ] as const) {
      register.seal(count);
      await list.newer();
      expect(list.rows().rows.length).to.equal(length);
    }
  });

  it('are read once a time while more than a page is new each time', async () => {
    const register = new Register();
    register.seal(PAGE);
    const list = await windowOn(register);
    for (const [count, reads] of [
      [2 * PAGE, 2],
      [2 * PAGE, 1],
      [3, 1],
      [3, 1],
    ] as const) {
      register.seal(count);
      const before = register.reads;
      await list.newer();
      expect(register.reads - before).to.equal(reads);
      expect([isOnePiece(list), placesOf(list).at(-1)]).to.eql([true, register.sealed.length - 1]);
    }
    while (list.rows().cursor !== undefined) await list.older();
    expect(placesOf(list)[0]).to.equal(0);
  });

  it('are read once at a time, tell who listens once a change, and stay where a reading fails', async () => {
    const register = new Register();
    for (let i = 0; i < 3; i++) register.seal(PAGE);
    const list = await windowOn(register);
    let told = 0;
    const end = list.listen(() => told++);
    const [first, second] = await Promise.all([list.older(), list.older()]);
    expect([first, second, told]).to.eql([true, false, 1]);
    end();
    await list.older();
    expect(told).to.equal(1);
    const failing = new RowWindow(() => Promise.reject(new Error('away')), await register.read({}));
    const kept = failing.rows();
    expect(await failing.older().catch(({ message }) => message)).to.equal('away');
    expect(failing.rows()).to.equal(kept);
    expect(await failing.newer().catch(({ message }) => message), 'not busy for ever').to.equal('away');
  });

  it('are read no more where there are no older ones', async () => {
    const register = new Register();
    register.seal(3);
    const list = await windowOn(register);
    const { reads } = register;
    expect(await list.older()).to.equal(true);
    expect(register.reads).to.equal(reads);
  });
});
