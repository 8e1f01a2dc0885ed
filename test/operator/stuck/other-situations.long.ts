import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WrongUsage } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { operatorDependencies } from '#operator/stuck/operator-dependencies.ts'
import { resolveCommand } from '#operator/stuck/resolve-command.ts'
import { providerSettings } from '#operator/stuck/settings.ts'
import { stuckCommand } from '#operator/stuck/stuck-command.ts'
import { bookedAs, electronicDealer, fault } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, fromBank } from '#test/support/vouchers.ts'
import { operator } from '../command-line.ts'
import {
  draftFromBank,
  environmentOf,
  halfDeleted,
  PATIENT,
  REASON,
  resolve,
  run,
  stuckOf,
  unknownDocument,
} from './support.ts'

const system = systemForThisFile(PATIENT)
const ANEW = { allowDuplicate: true }
const GONE = { INTEGRATOR_URL: 'http://127.0.0.1:9' }

describe('a deletion that the provider did not answer', () => {
  test('is listed, and the operator ends it once the document is cancelled there', async () => {
    const { draft, dealer, transaction, uuid } = await halfDeleted(system)
    expect(await stuckOf(system, draft.id)).toMatchObject({
      uuid,
      state: 'deleting',
      attempts: [
        { step: 'prepare' },
        { step: 'sms' },
        { step: 'delete', outcome: 'unknown', errorCode: 'TIMEOUT' },
      ],
    })
    expect(await resolve(system, draft.id, { as: 'accepted' })).toMatchObject({
      exitCode: 1,
      said: 'The document is being deleted: it can be resolved as never-arrived only.',
    })
    expect(await resolve(system, uuid, { as: 'never-arrived' })).toMatchObject({
      exitCode: 0,
      printed: { id: draft.id, uuid, decidedBy: 'person', state: 'deleted', number: null },
    })
    expect(await bookedAs(system, uuid)).toMatchObject({ state: 'cancelled' })
    expect((await dealer.api.get(`/v1/expenses/${draft.id}`)).status).toBe(404)
    const again = await dealer.api.post('/v1/expenses', fromBank(transaction, ANEW))
    expect(createdIn(again)).toMatchObject({ isFinalized: true })
  })
})

test('an accepted document that waits for its bank account is listed with the reason', async () => {
  const { draft, turn, uuid, code } = await draftFromBank(system)
  await fault(system, 'voucher.submit', 'accept-then-timeout')
  await draft.confirm(code)
  await turn(false)
  const { number } = await bookedAs(system, uuid)
  const waiting = {
    exitCode: 1,
    printed: {
      decidedBy: 'provider',
      state: 'review_required',
      officialNumber: number,
      number: null,
    },
    said: 'The document is accepted, but cannot be completed yet: The bank account of the source is passive.',
  }
  expect(await resolve(system, draft.id, { as: 'accepted' })).toMatchObject(waiting)
  expect(await resolve(system, draft.id, { as: 'accepted' })).toMatchObject(waiting)
  const never = {
    exitCode: 1,
    printed: undefined,
    said: `The provider has accepted the document as ${number}: nothing was changed.`,
  }
  expect(await resolve(system, draft.id, { as: 'never-arrived' })).toEqual(never)
  expect(await resolve(system, draft.id, { as: 'never-arrived', environment: GONE })).toEqual(never)
  expect(await stuckOf(system, draft.id)).toBeUndefined()
  const old = { ATTEMPT_DEADLINE_SECONDS: '0' }
  expect(await stuckOf(system, draft.id, old)).toMatchObject({ uuid, state: 'review_required' })

  await turn(true)
  expect(await resolve(system, draft.id, { as: 'accepted', environment: GONE })).toMatchObject({
    exitCode: 0,
    printed: { decidedBy: 'provider', state: 'sent', officialNumber: number },
  })
  expect(await draft.detail()).toMatchObject({ isFinalized: true, eDocument: { number } })
})

test('attempts are judged by the common clock, whatever the operator’s machine says', async () => {
  const environment = environmentOf(system)
  const address = findSystem(environment, 'command')
  const ahead = () => Date.now() + 70_000
  await withSystem(address, async (connected) => {
    const settings = providerSettings(environment, address)
    const { log } = await operatorDependencies(connected, settings, ahead)
    expect(Math.abs(log.now() - Date.now())).toBeLessThan(10_000)
  })
})

test('an impossible decision is refused before anything is done', async () => {
  const wrong = async (document: string, as: 'accepted' | 'never-arrived', more: string[]) =>
    (await resolve(system, document, { as, more })).said
  const id = '0'.repeat(24)
  expect(await wrong('12', 'accepted', [])).toBe("DOCUMENT must be a document's id or its uuid.")
  expect(await wrong(id, 'accepted', ['--number', 'KUY-1'])).toBe(
    '--number must be an official number, as ABC2026000000001.',
  )
  const reason = '--reason must have 1 to 500 characters.'
  expect(await wrong(id, 'accepted', ['--reason', '   '])).toBe(reason)
  expect(await wrong(id, 'accepted', ['--reason', 'x'.repeat(501)])).toBe(reason)
})

test('the commands run from the command line, with DATA_DIR', async () => {
  const dealer = await electronicDealer(system)
  const { draft, uuid } = await unknownDocument(system, 'accept-then-timeout', dealer)
  const folder = await temporaryFolder('operator')
  const { databases, eventStoreUrl, sandboxUrl, vaultKey } = system
  const stack = {
    databases,
    eventStoreUrl,
    integratorUrl: sandboxUrl,
    attemptDeadlineSeconds: 60,
  }
  await writeFile(join(folder, 'stack.json'), JSON.stringify(stack))
  await writeFile(join(folder, 'vault.key'), vaultKey)
  const environment = { DATA_DIR: folder }

  const stuck = await operator(['stuck'], environment)
  expect(stuck).toMatchObject({ stderr: '', exitCode: 0 })
  expect(stuck.stdout).toContain(`"uuid":"${uuid}"`)
  const as = ['resolve', draft.id, '--as']
  const never = await operator([...as, 'never-arrived', '--reason', REASON], environment)
  expect(never).toMatchObject({ stdout: '', exitCode: 1 })
  expect(never.stderr).toMatch(/^The provider has accepted the document as \w+: .*\n$/)
  const accepted = await operator([...as, 'accepted', '--reason', REASON], environment)
  expect(accepted).toMatchObject({ stderr: '', exitCode: 0 })
  expect(accepted.stdout).toMatch(/^\{.*"state":"sent".*\}\n$/)
})

test('wrong usage shows the help', async () => {
  const { stdout } = await operator(['resolve', '--help'], {})
  expect(stdout).toContain('resolve [options] <document>')
  const id = '0'.repeat(24)
  for (const parameters of [
    [id, '--as', 'accepted'],
    [id, '--as', 'gone', '--reason', REASON],
    ['--as', 'accepted', '--reason', REASON],
    [id, id, '--as', 'accepted', '--reason', REASON],
    [id, '--as', 'never-arrived', '--reason', REASON, '--number', 'KUY2026000000001'],
    [id, '--as', 'accepted', '--reason', REASON, '--without-fence'],
    [id, '--as', 'accepted', '--reason', REASON, '--force'],
  ]) {
    const ran = run(resolveCommand, parameters, environmentOf(system))
    await expect(ran).rejects.toBeInstanceOf(WrongUsage)
  }
  const all = run(stuckCommand, ['all'], environmentOf(system))
  await expect(all).rejects.toBeInstanceOf(WrongUsage)
})
