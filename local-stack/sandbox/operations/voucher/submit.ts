import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../../parsed.ts'
import type { State } from '../../state/state.ts'
import type { Voucher } from '../../state/vouchers.ts'
import { readCreditNote } from '../../ubl/credit-note/read-credit-note.ts'
import { parseXml } from '../../ubl/parse-xml.ts'
import { withOfficialNumber } from '../../ubl/write-number.ts'
import { notADraft, notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { type Answer, failure, type Operation } from '../operation.ts'
import { codeFailure } from './code.ts'

type Needed = Pick<State, 'vouchers' | 'messages' | 'numberSeries' | 'atomically'>

const body = Compile(Type.Object({ code: Type.String({ pattern: '^\\d{1,12}$' }) }))

/** Turns the draft into the one official document of its uuid. */
export const submitVoucher = (state: Needed): Operation => ({
  name: 'voucher.submit',
  method: 'POST',
  url: '/e-vouchers/:uuid/submit',
  uuidOf: calledUuid,
  perform: (request) => submit(request, state),
  refuse: (request) =>
    state.atomically(() => {
      const voucher = state.vouchers.find(uuidOf(request))
      return voucher?.state === 'draft' ? reject(voucher, state) : undefined
    }) ?? submit(request, state),
})

function submit(request: FastifyRequest, state: Needed): Answer {
  const uuid = uuidOf(request)
  const { code } = parsed(body, request.body)
  return state.atomically(() => {
    const voucher = state.vouchers.find(uuid)
    if (voucher === undefined) return notFound
    if (voucher.state === 'accepted') return accepted(voucher)
    if (voucher.state !== 'draft') return notADraft
    return codeFailure(code, state.messages.newestOf(uuid)) ?? accept(voucher, state)
  })
}

function accept(voucher: Voucher, { vouchers, numberSeries }: Needed): Answer {
  const { company, issueDate } = readCreditNote(parseXml(voucher.xml))
  const number = numberSeries.next({
    kind: 'voucher',
    company: company.taxNumber,
    prefix: voucher.serial,
    year: issueDate.slice(0, 4),
  })
  const xml = withOfficialNumber(voucher.xml, number)
  const issued = { ...voucher, number, xml, acceptedAt: new Date().toISOString() }
  vouchers.save({ ...issued, state: 'accepted' })
  return accepted(issued)
}

function reject(voucher: Voucher, { vouchers }: Needed): Answer {
  const detail = 'The rules of the tax authority forbid this document.'
  vouchers.save({ ...voucher, state: 'rejected', detail })
  return failure(422, 'DOCUMENT_REJECTED', detail)
}

const accepted = ({ uuid, number, acceptedAt }: Voucher): Answer => ({
  status: 200,
  json: { uuid, number, acceptedAt },
})
