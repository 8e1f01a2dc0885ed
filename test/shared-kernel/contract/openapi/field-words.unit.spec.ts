import { expect, test } from 'vitest'
import { described } from '#kernel/contract/openapi/field-words.ts'
import { published } from '#test/support/published.ts'

interface DescribedField {
  readonly owner: string
  readonly field: string
  readonly description: string
}

const ofComponents: readonly DescribedField[] = Object.entries(
  published.components.schemas,
).flatMap(([owner, { properties = {} }]) =>
  Object.entries(properties).flatMap(([field, schema]) =>
    'description' in schema && schema.description !== undefined
      ? [{ owner, field, description: schema.description }]
      : [],
  ),
)

const ofParameters: readonly DescribedField[] = Object.values(published.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId: owner, parameters }) =>
    parameters.flatMap((one) =>
      'name' in one ? [{ owner, field: one.name, description: one.description }] : [],
    ),
  ),
)

const isGeneral = ({ field, description }: DescribedField) =>
  Object.hasOwn(described, field) && description.startsWith(described[field] ?? '')

/** A list, its details and what creates or previews one are of the same kind. */
const kindOf = (owner: string) =>
  owner
    .replace(/Request.*$|Input$/, '')
    .replace(/^(?:Created?|Preview(?:ed)?)(?=[A-Z])/, '')
    .replace(/(?:Item|Detail|Status|Preview)$/, '')

/** What these mean does not depend on what they are of. */
const SHARED = `
  accountId activityName address allowDuplicate allowanceTotal bankCode birthday birthplace
  cities countries countriesCode createdAt createdDate currentCode deleted deletedAt documentMode email
  exchanges fatherName id idCardType idNo idType integrator invoiceNumber isAbroad isDefault
  isDraft isFinalized jobName kdvTotal key lineName lineTotal linesTotal material motherName
  naceCode nameSurname nationality options order payableTotal pepQuery phone phone2
  recordLevel registryNo scannedCode states statesCode surname taxNumber taxOffice templateKey
  timestamp title unitType updatedAt wantedQuery`

test('only fields that mean the same everywhere are described by the words for all', () => {
  const kinds = Map.groupBy(ofComponents.filter(isGeneral), ({ field }) => field)
  const shared = [...kinds].flatMap(([field, all]) =>
    new Set(all.map(({ owner }) => kindOf(owner))).size > 1 ? [field] : [],
  )

  expect(shared.toSorted()).toEqual(SHARED.trim().split(/\s+/))
})

test('words for all are shown somewhere', () => {
  const named = ofParameters.map((one) => ({
    ...one,
    field: one.field.replace(/^filter\[(.+)]$/, '$1'),
  }))
  const general = [...ofComponents, ...ofParameters, ...named].filter(isGeneral)
  const shown = new Set(general.map(({ field }) => field))

  expect(Object.keys(described).filter((field) => !shown.has(field))).toEqual([])
})

test('no parameter is described as a field that may be null', () => {
  expect(ofParameters.filter(({ description }) => /\bnull\b/.test(description))).toEqual([])
})
