import { type Static, type TSchema, Type } from 'typebox'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { decided, published } from './decision.ts'
import { count, flag, id, moment, oneOf, orNull, personRef, text } from './shapes.ts'

const SearchedList = Type.Object({
  list: oneOf('The list.', ['masak', 'wanted', 'pep']),
  version: orNull(text('Its version; null if none was imported.')),
})

type SearchedListOf = Static<typeof SearchedList>

const fieldsWith = <Source extends TSchema>(source: Source) => ({
  checkId: id('The check.'),
  source,
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
})

const publicLists = <Data extends { readonly lists: readonly SearchedListOf[] }>(data: Data) => ({
  ...data,
  lists: data.lists.map(({ list, version }) => ({ list, version })),
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
      fields: fieldsWith(oneOf('Made through the API, or in the panel.', ['api', 'panel'])),
      data: publicLists,
    }),
    CustomerRescreened: published({
      when: 'A list had changed, and a customer matches what is new in it.',
      fields: fieldsWith(oneOf('What caused it.', ['rescreening'])),
      data: publicLists,
    }),
  },
)
