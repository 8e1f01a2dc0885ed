import { expect, test } from 'vitest'
import {
  E_DOCUMENT_STATES,
  electronicDocument,
  newElectronicDocument,
} from '#kernel/events/electronic-document.ts'

const drafted = newElectronicDocument('test')
const states = E_DOCUMENT_STATES.map((state) => ({ state }))

test.each(states.filter(({ state }) => state !== 'draft'))(
  'a document that is $state has a uuid',
  ({ state }) => {
    expect(() => electronicDocument({ ...drafted, state })).toThrow(
      `a document that is ${state} has no uuid`,
    )
  },
)

test.each(states)('one that was prepared once keeps its uuid where it is $state', ({ state }) => {
  expect(electronicDocument({ ...drafted, state, uuid: 'u' })).toEqual({
    ...drafted,
    state,
    uuid: 'u',
  })
})
