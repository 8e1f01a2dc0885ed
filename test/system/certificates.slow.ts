import { X509Certificate } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { madeCertificates } from '#test/support/certificates.ts'

test('a certificate for trying out names its server, and is made again only when needed', async () => {
  const { folder, make, remove } = await madeCertificates('eventstore2', { DAYS: '20' })
  onTestFinished(remove)
  const certificate = async (name: string) =>
    new X509Certificate(await readFile(join(folder, `${name}.crt`)))
  const serialOf = async (name: string) => (await certificate(name)).serialNumber
  const ca = await certificate('ca')
  const server = await certificate('eventstore2')
  expect(server.verify(ca.publicKey)).toBe(true)
  expect(server.subject).toContain('CN=eventstoredb-node')
  expect(server.subjectAltName).toBe('DNS:eventstore2, DNS:localhost, IP Address:127.0.0.1')
  for (const secret of ['ca.key', 'eventstore2.key']) {
    expect((await stat(join(folder, secret))).mode & 0o777).toBe(0o600)
  }

  // It ends within a month; the authority does not.
  await make({ DAYS: '100' })
  const renewed = await serialOf('eventstore2')
  expect(renewed).not.toBe(server.serialNumber)
  await make({ DAYS: '200' })
  expect([await serialOf('ca'), await serialOf('eventstore2')]).toEqual([ca.serialNumber, renewed])

  await make({ NAMES: 'db.example 192.0.2.7' })
  const named = await certificate('eventstore2')
  expect(named.checkHost('db.example')).toBe('db.example')
  expect(named.checkIP('192.0.2.7')).toBe('192.0.2.7')

  await rm(join(folder, 'ca.key'))
  await make()
  const another = await certificate('ca')
  expect(another.serialNumber).not.toBe(ca.serialNumber)
  expect((await certificate('eventstore2')).verify(another.publicKey)).toBe(true)
})
