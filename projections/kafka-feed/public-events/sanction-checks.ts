import { Type } from 'typebox'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { decided, published } from './decision.ts'
import { count, flag, id, moment, oneOf, orNull, personRef, text } from './shapes.ts'

const SearchedList = Type.Object({
  list: oneOf('The list.', ['masak', 'wanted', 'pep']),
  version: orNull(text('Its version; null where none had been imported.')),
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
      when: 'Somebody was looked up in the sanction lists.',
      fields: {
        checkId: id('The check.'),
        source: oneOf('Made through the API, or in the panel.', ['api', 'panel']),
        personRef: orNull(personRef()),
        checkedAt: moment('When it was made.'),
        wantedQuery: flag('Whether the list of wanted people was searched, too.'),
        pepQuery: flag('Whether politically exposed people were searched, too.'),
        isError: flag('Whether it could not be made completely.'),
        lists: Type.Array(SearchedList, {
          description: 'What was searched; empty of a search in the panel.',
        }),
        masakCount: count('Entries found in the MASAK lists.'),
        wantedCount: count('Entries found among the wanted.'),
        pepCount: count('Entries found among politically exposed people.'),
        hasCustomer: flag('Whether the person is a customer.'),
        customerEventCount: count('Entries of the customer register about the person.'),
      },
      data: ({ lists, ...data }, pseudonymOf) => ({
        ...data,
        lists: lists.map(({ list, version }) => ({ list, version })),
        personRef: pseudonymOf(data.personRef),
      }),
    }),
  },
)
