// The graph of a workflow and its pictures: what is reached, and that no text of a designer becomes markup.
import { expect } from 'chai';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { drawnEdges, edgesOf, reachableActions, startingActions } from '../../../../../core/blueprint/plan/graph.js';
import { graphSvg } from '../../../../../core/design/authoring/graph-svg.js';
import { graphMermaid, graphText } from '../../../../../core/design/authoring/graph-text.js';

/** The linter takes an object with this member, written out, for a promise. */
const THEN = 'then';

const definition = (...actions: Action[]): Definition => ({
  title: 'Small',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions,
});
const action = (id: number, to: number[][], more: Partial<Action> = {}): Action => ({
  id,
  sender: 'a',
  routes: to.map((nextActionIds) => ({ nextActionIds })),
  ...more,
});

const FAN = definition(
  action(0, [[1, 2]], { title: 'Open' }),
  action(1, [[3]]),
  action(2, [[3]], { rejectionConfig: { targetActionId: 0 } }),
  action(3, [], { requiredPriorActions: [1, 2], rejectionConfig: { targetActionId: 0, isTerminal: true } }),
  action(9, [[0]]),
);

describe('the graph of a workflow', () => {
  it('has the ways of routes and rejections to actions that are there', () => {
    expect(
      edgesOf(definition(action(0, [[1], [7]]), action(1, [], { rejectionConfig: { targetActionId: 0 } }))),
    ).to.deep.equal([
      { from: 0, to: 1, kind: 'route', routeId: 'route-0', conditional: false },
      { from: 1, to: 0, kind: 'rejection', conditional: true },
    ]);
  });

  it('says how each way is drawn: on, back, into a join, by a rejection, by time', () => {
    const forms = (...actions: Action[]) =>
      drawnEdges(definition(...actions)).map(({ from, to, form }) => `${from} ${form} ${to}`);
    expect(forms(...FAN.actions)).to.deep.equal([
      '0 forward 1',
      '0 forward 2',
      '1 join 3',
      '2 join 3',
      '2 rejection 0',
      '9 forward 0',
    ]);
    const late = { id: 'late', after: 'P1D', [THEN]: { nextActionIds: [2] } };
    expect(forms(action(0, [[1]]), action(1, [[2], [0]], { timers: [late] }), action(2, [[1], [2]]))).to.deep.equal([
      ...['0 forward 1', '1 forward 2', '1 back 0', '1 timer 2', '2 back 1', '2 back 2'],
    ]);
  });

  it('knows what some run comes to', () => {
    expect([...reachableActions(FAN)].sort()).to.deep.equal([0, 1, 2, 3]);
    expect(startingActions(FAN)).to.deep.equal([0]);
    expect([...reachableActions(definition(action(0, []), action(1, [], { isStartingAction: true })))]).to.deep.equal([
      1,
    ]);
    expect(
      [
        ...reachableActions(definition(action(0, []), action(1, []), action(2, [[1]], { isStartingAction: true }))),
      ].sort(),
    ).to.deep.equal([1, 2]);
  });

  it('is drawn as text', () => {
    expect(graphText(FAN).split('\n')).to.deep.equal([
      'Small',
      '0 Open [a] (start)',
      '    -> 1  route-0',
      '    -> 2  route-0',
      '1 action 1 [a]',
      '    -> 3  route-0',
      '2 action 2 [a]',
      '    -> 3  route-0',
      '    -> 0  on rejection',
      '3 action 3 [a] (waits for 1, 2)',
      '    -> end  on rejection',
      '    -> end',
      '9 action 9 [a]',
      '    -> 0  route-0',
    ]);
  });

  it('is drawn as Mermaid', () => {
    const lines = graphMermaid(FAN).split('\n');
    expect(lines.slice(0, 3)).to.deep.equal(['flowchart TD', '  a0(["0 Open<br/>a"])', '  a1["1 action 1<br/>a"]']);
    expect(lines).to.include('  a0 -->|"route-0"| a2').and.include('  a2 -.->|"on rejection"| a0');
  });

  it('is drawn as SVG, the same each time', () => {
    const svg = graphSvg(FAN);
    expect(svg).to.equal(graphSvg(structuredClone(FAN)));
    expect(svg.match(/<rect /g)).to.have.length(6);
    expect(svg.match(/marker-end/g)).to.have.length(6);
    expect(svg.match(/stroke-dasharray/g)).to.have.length(1);
    expect(svg)
      .to.match(/^<svg [^>]*viewBox="0 0 \d+ \d+"/)
      .and.match(/<\/svg>$/)
      .and.not.contain('NaN');
  });

  it('never takes a text of the designer for markup', () => {
    const evil = '"]; click a0 "javascript:x"<script>alert(1)</script>&#34;\n%%{init}%%\u202e';
    const pictured = {
      ...definition(
        { ...action(0, [[1]]), title: evil, sender: evil, routes: [{ id: evil, nextActionIds: [1] }] },
        action(1, []),
      ),
      title: evil,
    };
    expect(graphSvg(pictured)).to.not.match(/<script|"\]|\n%%/);
    const mermaid = graphMermaid(pictured);
    expect(mermaid.split('\n')).to.have.length(4);
    expect(mermaid).to.not.match(/<script|javascript:x"|\u202e/);
    expect(graphText(pictured).split('\n')).to.have.length(5);
  });
});
