// The offline provider in conversation: what it asks and in which order, what sentences and orders change, and that it
// says what it does not understand.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { itemsOf } from '../../../../../core/edits/draft.js';
import { fieldOf } from '../../../../../core/edits/fields.js';
import { Conversation } from './conversation.js';

const STORY =
  'A buyer requests an item with the name, the price and a note. The manager approves it or rejects it. Then the seller delivers the item.';

function talk(...texts: readonly string[]): Conversation {
  const conversation = new Conversation();
  for (const text of texts) conversation.say(text);
  return conversation;
}

describe('core/designer/offline/turn', () => {
  it('reads many blanks as one, in time that grows with their number alone', () => {
    const conversation = talk(`The applicant${' \t'.repeat(200_000)}applies for a loan.`);
    expect(itemsOf(conversation.blueprint, 'actions')).to.have.length(1);
  });

  describe('questions', () => {
    it('are asked in their order, each once, and answers become edits', () => {
      const conversation = new Conversation();
      const asked: unknown[] = [];
      for (const text of [
        'hello there',
        'The applicant, the office and the bank.',
        'The applicant applies for a loan.',
        'The office decides.',
        'The applicant states the purpose and the amount.',
        'The bank must not see the purpose.',
        'The office has 5 working days, then it counts as refused.',
        'It goes back to the applicant.',
        'The office issues a certificate to the applicant.',
      ]) {
        conversation.say(text);
        asked.push(conversation.asks());
      }
      expect(asked).to.deep.equal([
        ...['parties', 'start', 'decisions', 'fields', 'secrets', 'deadlines', 'refusal', 'credentials'],
        undefined,
      ]);
      expect(conversation.roles()).to.deep.equal(['applicant', 'office', 'bank']);
      expect(conversation.bench.draft.findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    });

    it('are not asked where the description answers them', () => {
      const conversation = talk(`${STORY} The seller must not see the note. If it is rejected, the process ends.`);
      expect(conversation.asks()).to.equal('fields');
    });

    it('are left open behind two answers that say nothing', () => {
      const conversation = talk(`${STORY} Everybody sees the price.`, 'skip');
      expect(conversation.asks()).to.equal('secrets');
      conversation.say('The blarg must grumble.');
      expect(conversation.asks()).to.equal('secrets');
      conversation.say('The blarg must grumble.');
      expect(conversation.asks()).to.equal('deadlines');
    });

    it('are left open by "skip", and a step without data asks for a remark', () => {
      const conversation = talk(STORY, 'skip');
      expect(fieldOf(conversation.action('Deliver'), 'remark')).to.include({ type: 'string' });
      expect(conversation.asks()).to.equal('secrets');
    });
  });

  it('walks through the draft when nothing is open, and keeps the scenario', () => {
    const conversation = talk(STORY, 'skip', 'nobody', 'none', 'it ends');
    expect(conversation.say('nothing')).to.contain('Deliver').and.to.contain('Completed');
    expect(conversation.bench.draft.scenarios).to.have.length(1);
  });

  it('walks through a template when it is told to, with data above its bounds, and says nothing else', () => {
    const conversation = talk('A construction permit', 'take 1');
    expect(conversation.say('simulate')).to.contain('Set the fee').and.not.contain('already');
  });

  describe('sentences', () => {
    const begun = () => talk(STORY);

    it('add a step that is done under a condition', () => {
      const conversation = begun();
      conversation.say('Finance approves when the price is over 10,000 euros.');
      const finance = conversation.action('Approve');
      const [route] = itemsOf(finance, 'routes').filter(({ condition }) => condition !== undefined);
      expect(route?.condition).to.deep.equal({ '>': [{ var: 'act.1.price.amount' }, '10000'] });
    });

    it('hide data from a party, also before it is stated', () => {
      const conversation = begun();
      conversation.say('The seller must not see the price.');
      conversation.say('The seller must not see the discount.');
      conversation.say('add a field discount (money) to "Request"');
      const [rule] = itemsOf(conversation.action('Request'), 'disclosures').filter(
        ({ participantAddress }) => participantAddress === 'seller',
      );
      expect(rule?.dataPointers).to.deep.equal(['/name', '/note']);
    });

    it('let silence count, by working days', () => {
      const conversation = begun();
      conversation.say('If the manager does not answer within 5 working days it counts as consent.');
      const [timer] = itemsOf(conversation.action('Approve'), 'timers');
      expect(timer).to.include({ id: 'silence', after: '5 workdays' });
      expect(timer?.then).to.deep.equal({ nextActionIds: [3] });
    });

    it('are answered in German, and change the same', () => {
      const conversation = talk(
        'Der Kunde bestellt eine Ware mit Menge und Preis. Der Händler prüft die Bestellung und nimmt sie an oder lehnt sie ab. Dann liefert der Händler die Ware.',
      );
      expect(conversation.say('Der Händler darf den Preis nicht sehen.')).to.contain('liest nicht');
      expect(conversation.roles()).to.deep.equal(['kunde', 'haendler']);
    });
  });

  describe('orders', () => {
    it('add, rename, move and remove', () => {
      const conversation = talk(STORY);
      conversation.say('add a field colour (text, optional) to "Request"');
      expect(fieldOf(conversation.action('Request'), 'colour')).to.include({ title: 'Colour' });
      conversation.say('rename seller to vendor');
      expect(conversation.roles()).to.include('vendor');
      conversation.say('add a step Pay by the buyer');
      conversation.say('move Pay before Deliver');
      expect(itemsOf(conversation.action('Approve'), 'routes')[0]?.nextActionIds).to.deep.equal([4]);
      conversation.say('remove the step Pay');
      expect(itemsOf(conversation.action('Approve'), 'routes')[0]?.nextActionIds).to.deep.equal([3]);
    });

    it('undo takes the last change back', () => {
      const conversation = talk(STORY);
      const before = conversation.blueprint;
      conversation.say('rename seller to vendor');
      conversation.say('undo');
      expect(conversation.blueprint).to.deep.equal(before);
    });

    it('tell who sees a member, and what is wrong', () => {
      const conversation = talk(STORY);
      expect(conversation.say('who sees the price?')).to.contain('Buyer, Manager, Seller');
      expect(conversation.say('what is wrong?')).to.match(/no errors|Still wrong/);
      expect(conversation.say('who sees the moon?')).to.contain('"moon"');
    });

    it('find templates and take one', () => {
      const conversation = new Conversation();
      expect(conversation.say('find a template for a building permit')).to.contain('1. ');
      conversation.say('take 1');
      expect(itemsOf(conversation.blueprint, 'actions')).to.not.deep.equal([]);
    });
  });

  it('says what it does not understand, and changes nothing for it', () => {
    const conversation = talk(STORY);
    const before = conversation.blueprint;
    expect(conversation.say('Purple ideas sleep furiously under the moon')).to.contain('Purple ideas');
    expect(conversation.blueprint).to.equal(before);
  });

  it('takes a memory of another form for an empty one', () => {
    const conversation = new Conversation();
    conversation.memory = { language: 7, answered: 'x', secrets: [{ role: 1 }], offered: [3] } as unknown as JsonObject;
    expect(conversation.say('')).to.contain('Tell me');
  });

  describe('parties of a kind', () => {
    const TENDER =
      'The city publishes a tender with a budget. Two bidders send a bid with the price. The bidders must not see the budget. Then the council compares the bids.';

    it('act beside each other, and what is hidden from all is hidden from each', () => {
      const conversation = talk(TENDER);
      expect(conversation.roles()).to.deep.equal(['city', 'bidder1', 'bidder2', 'council']);
      const [start, ...others] = itemsOf(conversation.blueprint, 'actions');
      expect(itemsOf(start ?? {}, 'routes')[0]?.nextActionIds).to.deep.equal([2, 3]);
      expect(others.map(({ sender }) => sender)).to.deep.equal(['bidder1', 'bidder2', 'council']);
      for (const bidder of ['bidder1', 'bidder2'])
        expect(itemsOf(start ?? {}, 'disclosures').map(({ participantAddress }) => participantAddress)).not.to.include(
          bidder,
        );
    });

    it('have names of their own where the text gives them', () => {
      const conversation = talk(TENDER.replace('Two bidders', 'Bidder one and bidder two'));
      expect(conversation.roles()).to.deep.equal(['city', 'bidderOne', 'bidderTwo', 'council']);
    });

    it('are chosen among: one of them goes on, as the step before says', () => {
      const conversation = talk(`${TENDER} The chosen bidder signs the contract.`);
      const council = itemsOf(conversation.blueprint, 'actions').find(({ sender }) => sender === 'council') ?? {};
      expect(fieldOf(council, 'chosenBidder')).to.deep.include({ enum: ['Bidder 1', 'Bidder 2'] });
      const conditions = itemsOf(council, 'routes').flatMap(({ condition }) => condition ?? []);
      expect(conditions).to.deep.equal([
        { '==': [{ var: 'in.chosenBidder' }, 'Bidder 1'] },
        { '==': [{ var: 'in.chosenBidder' }, 'Bidder 2'] },
      ]);
    });
  });

  describe('a no', () => {
    it('leads to whoever then acts, and to whoever is not content', () => {
      const conversation = talk(
        'A patient describes a complaint. The office gives an answer. If the patient is not satisfied, the ombudsman decides.',
      );
      const accepting = conversation.action('Accept the result');
      const rejection = accepting.rejectionConfig as JsonObject;
      const target = itemsOf(conversation.blueprint, 'actions').find(({ id }) => id === rejection.targetActionId);
      expect([accepting.sender, target?.sender, rejection.isTerminal]).to.deep.equal(['patient', 'ombudsman', false]);
    });

    it('stands behind a sentence without a comma', () => {
      const conversation = talk(
        "A client reports a damage. The insurer checks the policy. If it isn't covered the claim is refused and that's the end. The bank pays the client.",
      );
      expect((conversation.action('Check').rejectionConfig as JsonObject).isTerminal).to.equal(true);
    });
  });
});
