import type { sendUnaryData } from '@grpc/grpc-js'
import { serviceError } from './refusal.ts'

/** Answers a unary call. */
export async function respond<Response>(
  callback: sendUnaryData<Response>,
  work: () => Promise<Response>,
): Promise<void> {
  let response: Response
  try {
    response = await work()
  } catch (error) {
    callback(serviceError(error))
    return
  }
  callback(null, response)
}
