import type {
  KmtsRegister,
  NoRegisterAnswer,
  RegisterAnswer,
} from '#command/providers/kmts/port.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { type ProviderWorld, waywardProvider } from './provider.ts'

/** The register of labels, which knows every second one. */
export interface SimulatedRegister {
  readonly register: KmtsRegister
  /** The ids of the attempts that have been made at it. */
  readonly attempts: readonly string[]
  readonly heal: () => void
}

const failed = (reason: NoRegisterAnswer['reason']): NoRegisterAnswer => ({
  kind: 'failed',
  reason,
  providerCode: null,
  providerMessage: null,
})

export function simulatedRegister(world: ProviderWorld): SimulatedRegister {
  const attempts: string[] = []
  const { ask, heal } = waywardProvider('register', world, {
    refused: failed('refused'),
    notTaken: failed('rateLimited'),
    timedOut: failed('timeout'),
    aborted: failed('interrupted'),
  })
  return {
    attempts,
    heal,
    register: {
      query: ({ scannedCode, ...call }) => {
        attempts.push(call.requestId)
        return ask(call, `label ${scannedCode}`, () => registered(scannedCode))
      },
    },
  }
}

/** What the register says of a label, to everybody and always. */
export function registered(scannedCode: string): RegisterAnswer {
  const isKnown = /[02468]$/.test(scannedCode)
  const known = <Value>(value: Value) => (isKnown ? value : null)
  return {
    kind: 'answered',
    outcome: isKnown ? 'verified' : 'not_found',
    entry: {
      status: known('1'),
      statusDescription: null,
      statusTitleDescription: null,
      activationDate: null,
      markingDate: null,
      scanVerificationId: known(`of ${scannedCode}`),
      refineryName: null,
      productName: null,
      millesimalFineness: null,
      weightUnit: null,
      metal: null,
      weight: known(checkedDecimal('1')),
      packagePrefix: null,
      method: null,
      methodDescription: null,
    },
  }
}
