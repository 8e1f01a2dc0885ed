import { expect, test } from 'vitest'
import { dropCommand } from '#projections/cli/drop-command.ts'
import { backCommand, rebuildCommand } from '#projections/cli/rebuild-command.ts'
import { statusCommand } from '#projections/cli/status-command.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { customersCome, versionsIn } from '../runtime/rebuild/rebuilding.ts'
import { terminalOf } from './terminal.ts'

test('commands report the state of tables, rebuild them, switch back, and drop old ones', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  expect((await run(statusCommand)).line).toMatchObject({ state: 'notBuilt', version: null })
  await expect(run(rebuildCommand)).rejects.toThrow('There are no tables yet')
  await expect(run(rebuildCommand, 'invoices')).rejects.toThrow('There is no projection invoices')

  const projection = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  const [version] = await versionsIn(dealer)
  const position = Number(String(await dealer.positionShown()))
  const stands = {
    name: 'read_model',
    version,
    otherProjectors: [],
    position,
    head: position,
    lagEvents: 0,
    lagIsMore: false,
    lagMs: 0,
  }
  expect((await run(statusCommand)).line).toEqual({
    ...stands,
    state: 'live',
    rate: 0,
    schema: 'read_model',
    parked: [],
    next: null,
    previous: null,
  })
  expect(await run(rebuildCommand, 'read_model')).toMatchObject({
    exitCode: 0,
    line: { outcome: 'switched', version, position, events: 3, differences: 0 },
  })

  await dealer.rows(
    `update read_model.customer set name_surname = 'Somebody Else' where id = 'customer1'`,
  )
  const differing = await run(backCommand)
  expect(differing).toMatchObject({ exitCode: 1, line: { outcome: 'differs', differences: 1 } })
  expect(differing.told).toMatch(/customer c{24} customer1: changed in name_surname\n/)
  expect(differing.told).toMatch(/^Not switched: .*--accept-differences/m)
  expect(differing.told).not.toContain('Somebody')
  expect((await run(backCommand, '--accept-differences')).exitCode).toBe(0)

  await projection.close()
  await customersCome(dealer, 2, 'later')
  expect((await run(statusCommand)).line).toMatchObject({
    position,
    lagEvents: 2,
    lagMs: expect.any(Number),
    state: 'stopped',
    previous: { schema: 'read_model_previous', version, isInHand: false },
  })
  expect((await run(dropCommand)).line).toEqual({
    name: 'read_model',
    dropped: 'read_model_previous',
  })
  expect((await run(dropCommand, '--next')).line).toEqual({ name: 'read_model', dropped: null })
  await expect(run(backCommand)).rejects.toThrow('no previous tables')
})
