import type { FastifyRequest } from 'fastify'
import type { Answer, Operation } from '../operations/operation.ts'
import type { Invoice } from '../state/invoices.ts'
import type { State } from '../state/state.ts'
import { findAll, textAt } from '../ubl/element.ts'
import { invoiceFaults } from '../ubl/invoice/invoice-faults.ts'
import { readSeries } from '../ubl/invoice/read-series.ts'
import { NotWellFormed, parseXml } from '../ubl/parse-xml.ts'
import { withOfficialNumber } from '../ubl/write-number.ts'
import { codes, errors, notFound } from './answers.ts'

type Channel = 'earchive' | 'einvoice'

const documents = { earchive: 'Invoices', einvoice: 'Sale' } as const
const DESCRIPTION = 'Şema/şematron hatası'

/** Nilvera's REST interface, as far as it is public, below `/nilvera`. */
export const nilveraOperations = (state: State): readonly Operation[] =>
  (['earchive', 'einvoice'] as const).flatMap((channel) => [
    {
      name: 'invoice.submit' as const,
      method: 'POST' as const,
      url: `/nilvera/${channel}/Send/Xml`,
      perform: authorized((request) => send(request, state, channel)),
      refuse: () => refused(['Entegratör bu belgeyi kabul etmiyor']),
    },
    {
      name: 'invoice.draft' as const,
      method: 'POST' as const,
      url: `/nilvera/${channel}/Upload`,
      perform: authorized((request) => keep(request, state, channel)),
      refuse: () => refused(['Entegratör bu belgeyi kabul etmiyor']),
    },
    {
      name: 'invoice.deleteDraft' as const,
      method: 'DELETE' as const,
      url: `/nilvera/${channel}/Draft`,
      perform: authorized((request) => drop(request, state, channel)),
      refuse: () => refused(['Taslak silinemez']),
    },
  ])

/** Reads are no operations: every outcome can be observed. */
export const nilveraReads = ({ invoices }: State) =>
  (['earchive', 'einvoice'] as const).map((channel) => ({
    url: `/nilvera/${channel}/${documents[channel]}/:uuid/:what`,
    answer: authorized((request) => {
      const { uuid = '', what = '' } = parameters(request)
      const invoice = invoices.find(uuid.toLowerCase())
      if (invoice === undefined || channelOf(invoice.xml) !== channel) return notFound
      if (invoice.state === 'draft' || invoice.state === 'cancelled') return notFound
      if (what === 'Status') return { status: 200, json: statusOf(invoice, channel) }
      return what === 'Details' ? { status: 200, json: detailsOf(invoice) } : notFound
    }),
  }))

function statusOf({ state, refusal }: Invoice, channel: Channel): object {
  const code = state === 'accepted' ? 'succeed' : 'error'
  const detail = refusal?.message ?? null
  return channel === 'earchive'
    ? { StatusCode: code, StatusDetail: detail, ReportStatus: 'NotReported' }
    : { InvoiceStatus: { Code: code, Description: null, DetailDescription: detail } }
}

const detailsOf = ({ uuid, number, acceptedAt }: Invoice) => ({
  UUID: uuid,
  InvoiceNumber: number,
  SendDate: acceptedAt,
})

function authorized(answer: (request: FastifyRequest) => Answer) {
  return (request: FastifyRequest): Answer =>
    /^Bearer .+/.test(request.headers.authorization ?? '')
      ? answer(request)
      : { status: 401, json: {} }
}

function send(request: FastifyRequest, state: State, channel: Channel): Answer {
  const sent = sentIn(request)
  return state.atomically(() => {
    const earlier = state.invoices.find(sent.uuid)
    if (earlier !== undefined && earlier.state !== 'draft') {
      return errors(409, { code: codes.uuidTaken, description: 'ETTN kayıtlı', detail: sent.uuid })
    }
    const faults = faultsIn(sent, channel)
    if (faults.length > 0) return refused(faults)
    const number = state.numberSeries.next({
      kind: 'invoice',
      prefix: sent.serial,
      ...readSeries(sent.xml),
    })
    const acceptedAt = new Date().toISOString()
    const xml = withOfficialNumber(sent.xml, number)
    state.invoices.save({ ...sent, xml, number, acceptedAt, state: 'accepted' })
    return { status: 200, json: { UUID: sent.uuid, InvoiceNumber: number } }
  })
}

function keep(request: FastifyRequest, state: State, channel: Channel): Answer {
  const sent = sentIn(request)
  const faults = faultsIn(sent, channel)
  if (faults.length > 0) return refused(faults)
  state.invoices.save(sent)
  return { status: 200, json: { UUID: sent.uuid } }
}

function drop(request: FastifyRequest, { invoices, atomically }: State, channel: Channel): Answer {
  const [uuid = ''] = Array.isArray(request.body) ? request.body.map(String) : []
  return atomically(() => {
    const invoice = invoices.find(uuid)
    if (invoice?.state !== 'draft' || channelOf(invoice.xml) !== channel) return notFound
    invoices.save({ ...invoice, state: 'cancelled' })
    return { status: 200, json: { Deleted: [uuid] } }
  })
}

/** Beside the tax authority's rules: a register number, whole addresses, no empty element. */
function faultsIn({ xml, uuid }: Invoice, channel: Channel): readonly string[] {
  const faults = invoiceFaults(xml, uuid).map(({ message }) => message)
  if (faults.length > 0) return faults
  const document = parseXml(xml)
  const company = 'cac:AccountingSupplierParty/cac:Party'
  const isRegistered = findAll(document, `${company}/cac:PartyIdentification/cbc:ID`).some((id) =>
    ['MERSISNO', 'TICARETSICILNO'].includes(id.attributes.get('schemeID') ?? ''),
  )
  const buyer = 'cac:AccountingCustomerParty/cac:Party'
  const office = textAt(document, `${buyer}/cac:PartyTaxScheme/cac:TaxScheme/cbc:Name`)
  return [
    ...(channelOf(xml) === channel ? [] : ['Senaryo bu uca uygun değil']),
    ...(isRegistered ? [] : ['MERSISNO veya TICARETSICILNO zorunludur']),
    ...(textAt(document, `${company}/cac:PostalAddress/cbc:StreetName`) === ''
      ? ['Gönderici adresi zorunludur']
      : []),
    ...(channel === 'einvoice' && office === '' ? ['Alıcı vergi dairesi zorunludur'] : []),
  ]
}

const refused = (faults: readonly string[]): Answer =>
  errors(
    422,
    ...faults.map((detail) => ({ code: codes.invalid, description: DESCRIPTION, detail })),
  )

function sentIn({ body }: FastifyRequest): Invoice {
  const xml = typeof body === 'string' ? body : ''
  const document = parsedOrEmpty(xml)
  const prefix = textAt(document, 'cbc:ID')
  return {
    uuid: textAt(document, 'cbc:UUID').toLowerCase(),
    state: 'draft',
    xml,
    serial: /^[A-Z0-9]{3}$/.test(prefix) ? prefix : null,
    keptAt: new Date().toISOString(),
    number: null,
    acceptedAt: null,
    refusal: null,
  }
}

function parsedOrEmpty(xml: string) {
  try {
    return parseXml(xml)
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    return { name: '', attributes: new Map<string, string>(), children: [], text: '' }
  }
}

const channelOf = (xml: string): Channel =>
  xml.includes('<cbc:ProfileID>EARSIVFATURA<') ? 'earchive' : 'einvoice'

const parameters = ({ params }: FastifyRequest): Readonly<Record<string, string>> =>
  typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {}
