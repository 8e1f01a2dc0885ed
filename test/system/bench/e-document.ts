import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { bookFaults, documentsInLog } from '#test/support/electronic-books.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { withLog } from '#test/support/with-log.ts'
import type { Benchmark } from './benchmark.ts'
import { besideAppends } from './beside-appends.ts'
import { type BenchSystem, startSystem } from './system.ts'

const Created = Compile(Type.Object({ data: Type.Object({ id: Type.String() }) }))
const Messages = Compile(
  Type.Object({ messages: Type.Array(Type.Object({ code: Type.String() })) }),
)
const Total = Compile(Type.Object({ meta: Type.Object({ total: Type.Integer() }) }))

const eDocument = {
  enabled: true,
  environment: 'test',
  companyTaxNumber: '3881204554',
  serial: 'BEN',
}

/** Electronic vouchers from draft to sent, the code read where the provider's SMS would go. */
export const electronicDocument: Benchmark = {
  name: 'e-document',
  async run(run) {
    const environment = { SMS_COOLDOWN_SECONDS: '0' }
    const system = await startSystem({ environment, settings: { eDocument } })
    const eventStore = connectEventStore({
      url: system.eventStoreUrl,
      logger: silentLogger,
      macs: noMacs,
    })
    try {
      const sequences = sequencer(system)
      const measured = await besideAppends(eventStore, sequences, run)
      const { piecesPerSecond, rawAppendsPerSecond, appendsPerPiece } = measured
      return {
        name: 'e-document',
        figures: {
          documentsPerSecond: piecesPerSecond,
          appendsPerDocument: appendsPerPiece,
          documents: sequences.made(),
        },
        references: { rawAppendsPerSecond },
        ratios: { documents: piecesPerSecond / rawAppendsPerSecond },
        correct: await agree(system, sequences.made()),
      }
    } finally {
      await eventStore.close()
      await system.close()
    }
  },
}

/** Sellers with a phone each, no two of the same day and amount. */
function sequencer({ call, sandboxUrl }: BenchSystem) {
  let begun = 0
  let made = 0
  const step = async (path: string, data: object) => {
    const { status, body } = await call('POST', path, data)
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${body}`)
    return body
  }
  return {
    plural: 'documents',
    made: () => made,
    one: async () => {
      const index = begun++
      const phone = `905${String(300_000_000 + index)}`
      const { id } = Created.Parse(JSON.parse(await step('/v1/expenses', draft(index, phone)))).data
      const path = `/v1/expenses/${id}/e-document`
      await step(`${path}/prepare`, {})
      await step(`${path}/sms`, {})
      const sent = await call('GET', `${sandboxUrl}/__sandbox/sms?phone=${phone}`)
      const [message] = Messages.Parse(JSON.parse(sent.body)).messages
      await step(`${path}/confirm`, { code: message?.code ?? '' })
      made++
    },
  }
}

const draft = (index: number, phone: string) => ({
  source: 'manual',
  isDraft: true,
  idNo: '10000000146',
  amount: (100_000 + index) / 100,
  nameSurname: 'Ayşe Işık',
  customerInfo: { address: 'Çınar Sk. 3', cities: 'Fatih', states: 'İstanbul', phone },
})

/**
 * Every document that was answered as sent is official at the provider, sent in the log, and in the
 * list; and all tables are what an independent fold of the log makes of it.
 */
async function agree(system: BenchSystem, made: number) {
  const { body } = await system.call('GET', '/v1/expenses?pageSize=1&filter[state]=sent')
  const { total } = Total.Parse(JSON.parse(body)).meta
  return withLog(system, async (log) => {
    const documents = await documentsInLog(log.eventStore)
    const sent = [...documents.values()].filter(({ state }) => state === 'sent')
    const faults = await bookFaults(system, documents)
    faults.push(...(await differences({ ...log, databaseUrl: system.databaseUrl })))
    return faults.length === 0 && sent.length === made && total === made
  })
}
