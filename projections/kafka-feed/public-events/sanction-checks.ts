import { Type } from 'typebox'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { decided, published } from './decision.ts'
import { count, flag, id, moment, oneOf, orNull, personRef, text } from './shapes.ts'

const SearchedList = Type.Object({
  list: oneOf('The list.', ['masak', 'wanted', 'pep']),
  version: orNull(text('Its version; null if none was imported.')),
})

export const sanctionChecks = decided(
  sanctionCheckEvents,
  {
    topic: 'sarraf.sanction-checks.v1',
    noun: 'sanction-check',
    subjectOf: ({ data }) => data.checkId,
  },
  {
    SanctionsChecked: published({
      when: 'A person was searched in the sanction lists.',
      fields: {
        checkId: id('The check.'),
        source: oneOf('Made through the API, in the panel, or when a list had changed.', [
          'api',
          'panel',
          'rescreening',
        ]),
        personRef: orNull(personRef()),
        checkedAt: moment('When it was made.'),
        wantedQuery: flag('Whether the list of wanted people was searched.'),
        pepQuery: flag('Whether the list of politically exposed people was searched.'),
        isError: flag('Whether the check was incomplete.'),
        lists: Type.Array(SearchedList, {
          description: 'The searched lists; empty for a search in the panel.',
        }),
        masakCount: count('Matches in the MASAK lists.'),
        wantedCount: count('Matches in the list of wanted people.'),
        pepCount: count('Matches in the list of politically exposed people.'),
        hasCustomer: flag('Whether the person is a customer.'),
        customerEventCount: count('Customer events about the person.'),
      },
      data: ({ lists, ...data }, pseudonymOf) => ({
        ...data,
        lists: lists.map(({ list, version }) => ({ list, version })),
        personRef: pseudonymOf(data.personRef),
      }),
    }),
  },
)
