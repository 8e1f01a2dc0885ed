import { randomBytes } from 'node:crypto'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AuditedSystem, auditingAt } from '#audit/audited-system.ts'
import { writeEvidence } from '#audit/evidence/evidence-package.ts'
import { evidenceArchive, VisitorDisconnected } from '#audit/page/evidence/package.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { variablesOf } from '../auditing.ts'

const system = systemForThisFile()

/** What of a folder this process holds open. */
async function openIn(folder: string) {
  const handles = await readdir('/proc/self/fd')
  const links = handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => ''))
  return (await Promise.all(links)).filter((path) => path.startsWith(folder))
}

/** A company that knows more than what is in flight between a file and who reads it. */
async function withCompany(work: (system: AuditedSystem, companyId: string) => Promise<void>) {
  const dealer = await newDealer(system)
  const customers = Array.from({ length: 300 }, () => ({
    kind: 'customer',
    data: {
      id: recordId(),
      idNo: '10000000146',
      nameSurname: 'İpek Işık',
      address: randomBytes(3_000).toString('base64'),
    },
  }))
  await dealer.import(...customers)
  await auditingAt(findSystem(variablesOf(system), 'auditor'), (audited) =>
    work(audited, dealer.companyId),
  )
}

test('an aborted export leaves no open file, and nothing else', async () => {
  const parent = await temporaryFolder('operator')
  const folder = join(parent, 'evidence')
  await withCompany(async (audited, companyId) => {
    const begun: string[] = []
    const moved = () => {
      begun.push('a batch')
      throw new Error('the reader has gone')
    }
    const order = { companyId, from: null, to: null, folder, moved }
    await expect(writeEvidence(audited, order)).rejects.toThrow('the reader has gone')
    expect(begun).toEqual(['a batch'])
  })
  expect(await openIn(parent)).toEqual([])
  expect(await readdir(parent)).toEqual([])
})

test('a reader that stops leaves no open file and no folder', async () => {
  const folder = await temporaryFolder('operator')
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  await withCompany(async (audited, companyId) => {
    const archive = await evidenceArchive(audited, companyId, () => true)
    await expect.poll(() => openIn(folder)).toHaveLength(1)
    archive.destroy()
    await expect.poll(() => openIn(folder)).toEqual([])
    await expect.poll(() => readdir(folder)).toEqual([])

    const unwanted = evidenceArchive(audited, companyId, () => false)
    await expect(unwanted).rejects.toBeInstanceOf(VisitorDisconnected)
    expect(await readdir(folder)).toEqual([])
  })
})
