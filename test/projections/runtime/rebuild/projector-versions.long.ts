import { expect, test, vi } from 'vitest'
import { statusCommand } from '#projections/cli/status-command.ts'
import { customerProjector } from '#projections/read-models/customers/projector.ts'
import { createReadModel, type ReadModel } from '#projections/read-models/read-model.ts'
import { projectors, readModels } from '#projections/read-models/read-models.ts'
import { defineProjection, type Projector } from '#projections/runtime/definition.ts'
import { versionOf } from '#projections/runtime/schema.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { customersCome, versionsIn } from './rebuilding.ts'

const definitionWith = (changed: Projector<ReadModel>) =>
  defineProjection({
    name: readModels.name,
    createModel: createReadModel,
    projectors: projectors.map((each) => (each.category === changed.category ? changed : each)),
  })

/** The next release: its customers have no phone. */
const withoutPhones: Projector<ReadModel> = {
  ...customerProjector,
  version: customerProjector.version + 1,
  read(written, key, model) {
    const { put } = model.customer
    const customer = {
      ...model.customer,
      put: (row: Parameters<typeof put>[0]) => put({ ...row, phone: null }),
    }
    return customerProjector.read(written, key, { ...model, customer })
  },
}

const phonesIn = (dealer: Dealer) =>
  dealer.rows(
    `select phone, count(*)::integer as customers from read_model.customer group by phone`,
  )

test('one changed projector rebuilds the tables, and status names it', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  const before = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  const [older = ''] = await versionsIn(dealer)
  expect(await phonesIn(dealer)).toEqual([{ phone: expect.any(String), customers: 3 }])
  await before.close()

  const next = definitionWith(withoutPhones)
  const after = dealer.project({ definition: next })
  await vi.waitFor(async () => expect(await versionsIn(dealer)).toEqual([versionOf(next)]), {
    timeout: LONGEST_WAIT_MS,
    interval: 5,
  })
  expect(await phonesIn(dealer)).toEqual([{ phone: null, customers: 3 }])
  expect(after.status().version).toBe(versionOf(next))
  // The command is of this release, and the tables that it was served by stand next to the new ones.
  const program = customerProjector.version
  const otherProjectors = [{ projector: 'customer', written: program + 1, program }]
  expect((await run(statusCommand)).line).toMatchObject({
    version: versionOf(next),
    otherProjectors,
    previous: {
      version: [older, versionOf(next)].toSorted().join('+'),
      otherProjectors,
    },
  })
  await after.close()

  dealer.project()
  await vi.waitFor(async () => expect(await versionsIn(dealer)).toEqual([older]), {
    timeout: LONGEST_WAIT_MS,
    interval: 5,
  })
  expect(await differences(dealer)).toEqual([])
})

test('the version follows from the version of each projector, not from their order', () => {
  const inAnotherOrder = defineProjection({
    name: readModels.name,
    createModel: createReadModel,
    projectors: projectors.toReversed(),
  })
  const oneLess = defineProjection({
    name: readModels.name,
    createModel: createReadModel,
    projectors: projectors.slice(1),
  })
  const version = versionOf(readModels)
  expect(versionOf(inAnotherOrder)).toBe(version)
  expect(versionOf(oneLess)).not.toBe(version)
  expect(versionOf(definitionWith(withoutPhones))).not.toBe(version)
  expect(versionOf(definitionWith(withoutPhones)).split('-').slice(1)).toEqual(
    version.split('-').slice(1),
  )
})

test('tables made by a release without versions of projectors are taken over', async () => {
  const dealer = await dealerForThisTest()
  const before = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  await before.close()
  const ours = versionOf(readModels)
  await dealer.rows(`update read_model.schema_version set version = $1`, [
    ours.replace(/^\w+/, '1'),
  ])
  await dealer.rows('alter table read_model.schema_version drop column projectors')
  dealer.project()
  await customersCome(dealer, 2, 'later')
  await vi.waitFor(async () => expect(await versionsIn(dealer)).toEqual([ours]), {
    timeout: LONGEST_WAIT_MS,
    interval: 5,
  })
  expect(await differences(dealer)).toEqual([])
  expect((await terminalOf(dealer)(statusCommand)).line).toMatchObject({ otherProjectors: [] })
})
