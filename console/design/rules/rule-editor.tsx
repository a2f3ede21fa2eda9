// A rule as a formula or as JSON Logic, with the operands that the role reads, and what it gives on sample data.
import { useEffect, useId, useRef, useState } from 'react';
import { type Json, parseJsonText } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { readRuleText, ruleText } from '../../../core/edits/view/rule-text.js';
import { type DraftRule, operandsOf, type RuleTrial, ruleEdit } from '../../../core/edits/view/rule-trial.js';
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { scanJson } from '../../../core/edits/view/text-places.js';
import { Button } from '../../parts/button.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { useEdits } from '../edit-end.js';

interface RuleEditorProps {
  readonly action: DraftAction;
  readonly rule: DraftRule;
}

type RuleForm = 'formula' | 'json';

/** The rule of a text, or the place where it breaks off. */
function readRule(text: string, form: RuleForm): { readonly rule: Json } | { readonly faultAt: number } {
  if (form === 'formula') return readRuleText(text);
  const { faultAt } = scanJson(text);
  if (faultAt !== undefined) return { faultAt };
  const rule = parseJsonText(text);
  return isFailure(rule) ? { faultAt: 0 } : { rule };
}

function writeRule(rule: Json | undefined, form: RuleForm): string {
  if (rule === undefined) return '';
  return form === 'formula' ? ruleText(rule) : JSON.stringify(rule, undefined, 2);
}

export function RuleEditor({ action, rule }: RuleEditorProps) {
  const words = useWords();
  const { now } = useDesign();
  const { form, text, setText, read, refusal, write, edit } = useRuleText(action, rule);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const putIn = (name: string) => {
    const operand = form === 'formula' ? name : JSON.stringify({ var: name });
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {};
    setText(text.slice(0, from) + operand + text.slice(to));
    area.current?.focus();
  };
  return (
    <form
      className="field-editor rule-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if ('rule' in read) edit(read.rule);
      }}
    >
      <label className="field">
        {words('design.rules.as')}
        <select value={form} onChange={({ target }) => write(target.value as RuleForm)}>
          <option value="formula">{words('design.rules.formula')}</option>
          <option value="json">JSON Logic</option>
        </select>
      </label>
      <OperandChoice action={action} onChoose={putIn} />
      <div className="field wide-field">
        <label htmlFor={id}>{words('design.rules.rule')}</label>
        <textarea
          ref={area}
          id={id}
          spellCheck={false}
          readOnly={!now.mayEdit}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p className="wide-field" role="status">
        {'rule' in read && <RuleResult {...{ action, rule }} tried={read.rule} />}
        {'faultAt' in read && text !== '' && (
          <span className="fault">{words('design.rules.fault', { at: read.faultAt + 1 })}</span>
        )}
        {refusal !== undefined && <span className="fault">{refusal}</span>}
      </p>
      {now.mayEdit && (
        <RuleActs isGood={'rule' in read} onRemove={rule.rule === undefined ? undefined : () => edit(undefined)} />
      )}
    </form>
  );
}

/** The text of the rule, in the form that was chosen. */
function useRuleText(action: DraftAction, rule: DraftRule) {
  const [form, setForm] = useState<RuleForm>('formula');
  const [text, setText] = useState(() => writeRule(rule.rule, 'formula'));
  const { refusal, run } = useEdits();
  const read = readRule(text, form);
  const write = (as: RuleForm) => {
    setForm(as);
    if ('rule' in read) setText(writeRule(read.rule, as));
  };
  const edit = (to: Json | undefined) => run([ruleEdit(action, rule, to)]);
  return { form, text, setText, read, refusal, write, edit };
}

interface RuleActsProps {
  readonly isGood: boolean;
  /** Undefined where there is no rule yet. */
  readonly onRemove: (() => void) | undefined;
}

function RuleActs({ isGood, onRemove }: RuleActsProps) {
  const words = useWords();
  return (
    <div className="row-acts">
      <Button kind="main" icon="check" isBusy={!isGood}>
        {words('design.fields.keep')}
      </Button>
      {onRemove && (
        <Button kind="plain" icon="trash" onPress={onRemove}>
          {words('design.rules.remove')}
        </Button>
      )}
    </div>
  );
}

interface OperandChoiceProps {
  readonly action: DraftAction;
  readonly onChoose: (name: string) => void;
}

function OperandChoice({ action, onChoose }: OperandChoiceProps) {
  const words = useWords();
  const { shown } = useDesign();
  const operands = operandsOf(action, shown.actions, shown.roles);
  return (
    <label className="field">
      {words('design.rules.operand')}
      <select value="" onChange={({ target }) => onChoose(target.value)}>
        <option value="">{words('design.rules.choose')}</option>
        {shown.actions.map(({ id, title }) => (
          <optgroup key={id} label={title}>
            {operands
              .filter((operand) => operand.action === id)
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label} · {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** After the last key. */
const REST_MS = 150;

/** The result of the rule on sample data, a moment after it was written. */
function RuleResult({ action, rule, tried }: RuleEditorProps & { readonly tried: Json }) {
  const words = useWords();
  const { store, now, shown } = useDesign();
  const [trial, setTrial] = useState<RuleTrial>();
  const text = JSON.stringify(tried);
  const { blueprint } = now;
  // The rule and its text are the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` says all of `tried`.
  useEffect(() => {
    let isNewest = true;
    const timer = setTimeout(() => {
      const of = { kind: rule.kind, name: rule.name };
      store.trial(blueprint, { action: action.id, of, edit: ruleEdit(action, rule, tried) }).then(
        (result) => {
          if (isNewest) setTrial(result);
        },
        () => {
          if (isNewest) setTrial(undefined);
        },
      );
    }, REST_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [store, blueprint, action, rule, text]);
  if (trial === undefined) return null;
  if ('value' in trial)
    return (
      <>
        {words('design.rules.value')} <output>{JSON.stringify(trial.value)}</output>
      </>
    );
  if ('issue' in trial) return <span lang="en">{trial.issue?.message}</span>;
  const to = trial.next.map((id) => shown.actions.find((each) => each.id === id)?.title ?? id).join(', ');
  return words('design.rules.next', { to: to || words('design.add.end') });
}
