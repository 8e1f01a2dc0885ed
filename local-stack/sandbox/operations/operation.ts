import type { FastifyRequest } from 'fastify'
import type { Fault } from '../state/faults.ts'
import type { OperationName } from './names.ts'

interface JsonAnswer {
  readonly status: number
  readonly json: object
}

export type Answer =
  | JsonAnswer
  | { readonly status: number; readonly file: Buffer; readonly contentType: string }

/** One call of a provider. Counting and faults are added around it. */
export interface Operation {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** The document that the request is about. */
  readonly uuidOf?: (request: FastifyRequest) => string | null
  /** Does what was requested, and answers as the provider would. */
  readonly perform: (request: FastifyRequest) => Answer | Promise<Answer>
  /** Refuses it for a business reason, and stores the refusal if the provider would. */
  readonly refuse: (request: FastifyRequest) => Answer | Promise<Answer>
}

/** A counted call, with the fault that applies to it. */
export interface ArrivedCall {
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly fault: Fault | undefined
  /** Aborted at the end of the process. */
  readonly closing: AbortSignal
}

/** The error answer of every provider here. */
export const failure = (status: number, code: string, message: string): JsonAnswer => ({
  status,
  json: { code, message },
})
