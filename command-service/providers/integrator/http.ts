import { type HttpCall, httpCall, jsonCall } from '../http-call.ts'
import { readCancelled, readPrepared, readSms, readStatus, readSubmitted } from './answers.ts'
import { faultIn } from './file.ts'
import { orNotFound, outcomeOf } from './outcome.ts'
import type { Call, Integrator, VoucherFile } from './port.ts'
import { type HttpIntegrator, integratorRequest, type Sent } from './request.ts'

const LARGEST_FILE_BYTES = 10 * 1_048_576

export function httpIntegrator(integrator: HttpIntegrator): Integrator {
  const ask = (call: Call, operation: keyof Integrator, sent: Omit<Sent, 'operation'>) =>
    jsonCall(integratorRequest(integrator, call, { operation, ...sent }))
  return {
    async prepareVoucher(call, { uuid, document, phone, serial }) {
      const body = { document, phone, serial }
      const answer = await ask(call, 'prepareVoucher', { method: 'PUT', path: pathOf(uuid), body })
      return outcomeOf(answer, { done: readPrepared(uuid) })
    },
    async sendVoucherSms(call, uuid) {
      const answer = await ask(call, 'sendVoucherSms', {
        method: 'POST',
        path: `${pathOf(uuid)}/sms`,
        body: {},
      })
      return outcomeOf(answer, { done: readSms(uuid) })
    },
    async submitVoucher(call, uuid, code) {
      const sent = { method: 'POST', path: `${pathOf(uuid)}/submit`, body: { code } } as const
      return outcomeOf(await ask(call, 'submitVoucher', sent), {
        done: readSubmitted(uuid),
        secretCode: code,
      })
    },
    async voucherStatus(call, uuid) {
      const answer = await ask(call, 'voucherStatus', { method: 'GET', path: pathOf(uuid) })
      return orNotFound(outcomeOf(answer, { done: readStatus(uuid) }))
    },
    async voucherFile(call, uuid, format) {
      const path = `${pathOf(uuid)}/file?format=${format}`
      const sent = { operation: 'voucherFile', method: 'GET', path } as const
      const content = await contentOf(integratorRequest(integrator, call, sent))
      if (content.kind === 'invalid') return content
      const reason = faultIn(content.content, format, uuid)
      if (reason !== undefined) return { kind: 'invalid', reason }
      return { ...content, contentType: `application/${format}` }
    },
    async cancelVoucher(call, uuid) {
      const answer = await ask(call, 'cancelVoucher', { method: 'DELETE', path: pathOf(uuid) })
      return orNotFound(outcomeOf(answer, { done: readCancelled(uuid) }))
    },
  }
}

const pathOf = (uuid: string) => `/e-vouchers/${encodeURIComponent(uuid)}`

async function contentOf(request: HttpCall) {
  const answer = await httpCall({ ...request, maximumBytes: LARGEST_FILE_BYTES })
  if (answer.kind === 'unknown') {
    return nothing(answer.errorMessage, answer.errorCode === 'TIMEOUT' ? 'timeout' : 'unavailable')
  }
  if (answer.status !== 200) return nothing(`answered with status ${answer.status}`, ruleOf(answer))
  if (answer.content === null) return { kind: 'invalid', reason: 'too large' } as const
  return { kind: 'file', content: answer.content } as const
}

type NoFile = Extract<VoucherFile, { kind: 'invalid' }>

const nothing = (reason: string, rule: NonNullable<NoFile['rule']>): NoFile => ({
  kind: 'invalid',
  reason,
  rule,
})

function ruleOf({ status }: { readonly status: number }) {
  if (status === 429) return 'rateLimit'
  return status >= 500 ? 'unavailable' : 'refused'
}
