import { rename, writeFile } from 'node:fs/promises'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { madeCertificates } from '#test/support/certificates.ts'
import { samplesIn } from '#test/support/samples.ts'

const MINUTE_MS = 60_000

test('a certificate that cannot be read is tried again after a minute, and others after an hour', async () => {
  const { authority, remove } = await madeCertificates('read-again')
  onTestFinished(remove)
  const registry = new Registry()
  let now = 0
  exposeCertificates(registry, [`esdb://localhost?tls=false&tlsCaFile=${authority}`], () => now)
  const ends = async () => samplesIn(await registry.metrics()).map(({ value }) => value)
  const away = `${authority}.away`

  await rename(authority, away)
  expect(await ends()).toEqual([Number.NaN])
  await writeFile(authority, 'no certificate')
  now += MINUTE_MS
  expect(await ends()).toEqual([Number.NaN])
  await rename(away, authority)
  now += MINUTE_MS
  const [end] = await ends()
  expect(end).toBeGreaterThan(Date.now() / 1_000)
  await rename(authority, away)
  now += 59 * MINUTE_MS
  expect(await ends()).toEqual([end])
  now += MINUTE_MS
  expect(await ends()).toEqual([Number.NaN])
})
