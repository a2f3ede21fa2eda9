// Names of an instance for people: the title of its blueprint, and its subject.
import Type from 'typebox';

export const SubjectText = Type.String({
  description:
    'The subject of the instance: the members that its first action states under `x-subject`, as far as a wallet of the caller reads them. Absent for delegates, and where the wallet is locked.',
});

export const instanceNames = {
  blueprintTitle: Type.Optional(Type.String({ description: 'In the language of the caller.' })),
  subject: Type.Optional(SubjectText),
};
