import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { invoiceBookFaults, invoicesInLog } from '#test/support/invoice-books.ts'
import { newPerson } from '#test/support/invoices.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { withLog } from '#test/support/with-log.ts'
import type { Benchmark } from './benchmark.ts'
import { besideAppends } from './beside-appends.ts'
import { type BenchSystem, startSystem } from './system.ts'

const Created = Compile(
  Type.Object({ data: Type.Object({ uuid: Type.String(), invoiceNumber: Type.String() }) }),
)
const Total = Compile(Type.Object({ meta: Type.Object({ total: Type.Integer() }) }))

const invoice = { active: true, serial: 'BEN', identityValidationRequired: true }

/** Invoices over the counter, from the request to the official number. */
export const invoices: Benchmark = {
  name: 'invoices',
  async run(run) {
    const system = await startSystem({ settings: { invoice } })
    const eventStore = connectEventStore({
      url: system.eventStoreUrl,
      logger: silentLogger,
      macs: noMacs,
    })
    try {
      const numbers = new Map<string, string>()
      const issuing = issuer(system, numbers)
      const measured = await besideAppends(eventStore, issuing, run)
      const { piecesPerSecond, rawAppendsPerSecond, appendsPerPiece } = measured
      return {
        name: 'invoices',
        figures: {
          documentsPerSecond: piecesPerSecond,
          appendsPerDocument: appendsPerPiece,
          documents: numbers.size,
        },
        references: { rawAppendsPerSecond },
        ratios: { documents: piecesPerSecond / rawAppendsPerSecond },
        correct: await agree(system, numbers),
      }
    } finally {
      await eventStore.close()
      await system.close()
    }
  },
}

/** No two of the same day and amount; the official numbers that were answered go into `numbers`. */
function issuer({ call }: BenchSystem, numbers: Map<string, string>) {
  let begun = 0
  return {
    plural: 'invoices',
    made: () => numbers.size,
    one: async () => {
      const { status, body } = await call('POST', '/v1/invoices', sale(begun++))
      if (status !== 201) throw new Error(`an invoice was answered ${status}: ${body}`)
      const { uuid, invoiceNumber } = Created.Parse(JSON.parse(body)).data
      numbers.set(uuid, invoiceNumber)
    },
  }
}

/** As in a shop, one buyer after the other: what two invoices of one person share is that person's ledger. */
const buyers = Array.from({ length: 500 }, newPerson)

const sale = (index: number) => ({
  source: 'manual',
  idNo: buyers[index % buyers.length],
  nameSurname: 'Ayşe Işık',
  amount: (1_000_000 + index) / 100,
  invoiceType: 'ISTISNA',
  paymentType: 'pos',
  customerInfo: { address: 'Çınar Sk. 3', cities: 'Fatih', states: 'İstanbul' },
})

/**
 * Every invoice that was answered is official at the integrator under that number, issued in the log,
 * and in the list; and all tables are what an independent fold of the log makes of it.
 */
async function agree(system: BenchSystem, numbers: ReadonlyMap<string, string>) {
  const { body } = await system.call('GET', '/v1/invoices?pageSize=1')
  const { total } = Total.Parse(JSON.parse(body)).meta
  return withLog(system, async (log) => {
    const logged = await invoicesInLog(log.eventStore)
    const faults = await invoiceBookFaults(system, logged)
    for (const [uuid, number] of numbers) {
      if (logged.get(uuid)?.number !== number) faults.push(`${uuid} was answered as ${number}`)
    }
    faults.push(...(await differences({ ...log, databaseUrl: system.databaseUrl })))
    for (const fault of faults.slice(0, 5)) process.stderr.write(`${fault}\n`)
    return faults.length === 0 && total === numbers.size && logged.size === numbers.size
  })
}
