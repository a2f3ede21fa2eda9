// Holds the numbers of the simulator's dice still: every kept seed (regressions.txt) is a name for the run that these
// numbers make.
import { expect } from 'chai';
import { Dice } from '../support/base/dice.js';

describe('the dice of the simulator', () => {
  it('give the numbers that the kept seeds were found with', () => {
    const dice = new Dice('seed 7');
    expect([dice.number(), dice.number()]).to.deep.equal([0.6857250852044672, 0.14627650612965226]);
    expect(dice.split('net').integer(0, 1_000_000)).to.equal(535410);
    expect(dice.between(5, 6)).to.equal(5.327740531647578);
  });

  it('let what one part draws not move what another draws', () => {
    const dice = new Dice('seed 7');
    const first = dice.split('disk').bytes(16);
    dice.number();
    expect(dice.split('disk').bytes(16)).to.deep.equal(first);
    expect(dice.split('net').bytes(16)).not.to.deep.equal(first);
  });
});
