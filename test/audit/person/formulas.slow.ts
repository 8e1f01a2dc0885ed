import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from '#audit/person/page.ts'
import { formulasInPage } from '#test/support/libre-office.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { nobody } from './personal-files.ts'

const formulas = ['=1+1', ' =2+1', '\n=3+1', '\r\n\t=4+1', '\u00A0=5+1', '@SUM(1)', '-1+1']

test('LibreOffice calculates nothing of the page about a person', async () => {
  const customers = [{ labels: formulas, ...Object.fromEntries(formulas.map((one) => [one, one])) }]
  const events = formulas.map((scannedCode, place) => ({
    position: String(place),
    recordedAt: '2026-11-20T09:45:00.000Z',
    type: 'kmtsVerification.KmtsVerificationRecorded',
    recordId: 'v1',
    data: { scannedCode, source: 'mobile', outcome: 'verified' },
  }))
  const file = join(await temporaryFolder('operator'), 'person.html')
  await writeFile(file, pageOf({ ...nobody, records: { ...nobody.records, customers }, events }))
  expect(await formulasInPage(file)).toEqual([])

  await writeFile(file, `<p>${formulas.join('</p><p>')}</p>`)
  expect(await formulasInPage(file)).toHaveLength(4)
})
