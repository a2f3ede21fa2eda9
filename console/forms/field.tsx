// A field of a form: the control that its question asks for. A row of the table is a control.
import type { ReactNode } from 'react';
import type { Question } from '../../core/blueprint/form/questions.js';
import { useWords } from '../words/words.js';
import { CheckboxField, ChoiceField, SelectionField } from './choices.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { FileField } from './file-field.js';
import { ListField } from './list-field.js';
import { NumberField, TextAreaField, TextLineField } from './texts.js';
import { DateField, MomentField, PeriodField } from './times.js';

/** Texts that may be longer stand in an area. */
const LINE_MAX = 200;

type Control = (props: FieldProps) => ReactNode;

const BY_FORMAT: Readonly<Record<string, Control>> = {
  date: DateField,
  'date-time': MomentField,
  duration: PeriodField,
  decimal: NumberField,
};

const BY_KIND: Readonly<Record<Question['kind'], Control>> = {
  text: TextField,
  integer: NumberField,
  number: NumberField,
  boolean: CheckboxField,
  choice: ChoiceField,
  object: ObjectField,
  list: RowsField,
  file: FileField,
  json: TextAreaField,
};

export function Field(props: FieldProps) {
  const { kind, item } = props.question;
  const isSelection = kind === 'list' && item?.kind === 'choice';
  const Control = isSelection ? SelectionField : BY_KIND[kind];
  return <Control {...props} />;
}

function RowsField(props: FieldProps) {
  return <ListField {...props} Row={Field} />;
}

function TextField(props: FieldProps) {
  const { format, maxLength } = props.question.schema;
  const ByFormat = typeof format === 'string' ? BY_FORMAT[format] : undefined;
  if (ByFormat) return <ByFormat {...props} />;
  const isLong = typeof maxLength === 'number' && maxLength > LINE_MAX;
  const isArea = props.control === 'TextArea' || (props.control === undefined && isLong);
  return isArea ? <TextAreaField {...props} /> : <TextLineField {...props} />;
}

/** Money is an amount with its currency; any other object a group of its members. */
function ObjectField({ question }: FieldProps) {
  const words = useWords();
  const isMoney = question.schema['format'] === 'money';
  if (question.members.length === 0) return <TextAreaField question={{ ...question, kind: 'json' }} />;
  return (
    <FieldFrame question={question} isGroup>
      {() => (
        <div className="inside" data-money={isMoney}>
          {question.members.map((member) => {
            const name = member.path.at(-1) as string;
            const said = isMoney ? words(`form.money.${name}`) : undefined;
            return <Field key={name} question={said === undefined ? member : { ...member, label: said }} />;
          })}
        </div>
      )}
    </FieldFrame>
  );
}
