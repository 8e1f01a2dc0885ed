import type { Terminal } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import type { NewDelivery } from '../store/store.ts'
import { type Forwarded, forward } from './forwarding.ts'
import type { Listening } from './listen.ts'

export interface Printing {
  /** Once, when the system is found. */
  readonly listening: (listening: Listening & { readonly secret: string }) => void
  readonly waitingForSystem: () => void
  readonly heard: Listening['heard']
  readonly unreadable: Listening['unreadable']
}

interface Form {
  readonly isJson: boolean
  readonly forwards: boolean
  readonly stop: AbortSignal
}

/** Events on the output, one a line; what is said besides on the other one. */
export function printingTo({ stdout, stderr }: Terminal, form: Form): Printing {
  const { isJson, forwards, stop } = form
  let isConnected: boolean | undefined
  const say = (text: string) => void stderr.write(`${text}\n`)
  const show = isJson ? asJson : asText
  return {
    listening({ eventTypes, secret, url }) {
      if (isConnected === undefined) {
        say(`Listening for ${eventTypes.join(', ')}; Ctrl-C ends it.`)
        if (forwards) say(`Each event goes to ${url}, signed with ${secret}`)
      } else if (!isConnected) say('The system is back.')
      isConnected = true
    },
    waitingForSystem() {
      if (isConnected === true) say('The system does not answer; waiting for it.')
      isConnected = false
    },
    async heard(endpoint, delivery) {
      if (!forwards) {
        stdout.write(show(delivery))
        return
      }
      const waiting = (reason: string) => say(withoutAnswer(endpoint.url, reason))
      const forwarded = await forward(endpoint, delivery, { stop, waiting })
      if (forwarded !== undefined) stdout.write(show(delivery, forwarded))
    },
    unreadable: (reason) => say(`An event cannot be read: ${reason}`),
  }
}

function asJson({ body, webhookId }: NewDelivery, forwarded?: Forwarded): string {
  return jsonLine({ webhookId, event: JSON.parse(body), ...(forwarded && { forwarded }) })
}

function asText({ body, record, type }: NewDelivery, forwarded?: Forwarded): string {
  const { sequence, timestamp }: Readonly<Record<string, string>> = JSON.parse(body)
  const answer = forwarded === undefined ? '' : `  ${answerIn(forwarded)}`
  return `${timestamp}  ${type}  ${record} #${sequence}${answer}\n`
}

const answerIn = ({ attempts, durationMs, status }: Forwarded) =>
  `→ ${status} in ${durationMs} ms${attempts > 1 ? `, attempt ${attempts}` : ''}`

const REASONS: Readonly<Record<string, string>> = {
  connection: 'no connection',
  notFound: 'no such host',
  timeout: 'no answer within 15 s',
}

function withoutAnswer(url: string, reason: string): string {
  const tls = url.startsWith('https:') && reason === 'connection'
  const hint = tls ? ' (NODE_EXTRA_CA_CERTS names the file of a certificate of your own)' : ''
  return `${url}: ${REASONS[reason] ?? reason}${hint}; the event is tried again until there is an answer.`
}
