import { expect } from 'vitest'
import { bodyOf, post, sandboxForThisTest, send } from '#test/support/running-sandbox.ts'
import { type Draft, newDraft } from './credit-note.ts'

/** The calls of the protocol, each answered with its status and its body. */
export const integratorAt = (base: string) => {
  const call = async (method: string, path: string, content?: unknown) => {
    const response = await send(method, `${base}/e-vouchers/${path}`, content)
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  return {
    prepare: ({ uuid, ...content }: Draft) => call('PUT', uuid, content),
    sms: (uuid: string) => call('POST', `${uuid}/sms`, {}),
    submit: (uuid: string, code: string) => call('POST', `${uuid}/submit`, { code }),
    status: (uuid: string) => call('GET', uuid),
    cancel: (uuid: string) => call('DELETE', uuid),
    file: (uuid: string, format: string) =>
      fetch(`${base}/e-vouchers/${uuid}/file?format=${format}`),
    shown: (uuid: string) => bodyOf(`${base}/__sandbox/documents/${uuid}`),
    fault: (operation: string, mode: string) =>
      post(`${base}/__sandbox/faults`, { operation, mode }),
  }
}

/** An integrator with a draft of its own, and the code that was sent for it. */
export async function integratorForThisTest() {
  const { url, state } = await sandboxForThisTest()
  const integrator = integratorAt(url)
  const codeOf = (uuid: string) => state.messages.newestOf(uuid)?.code ?? 'none'
  const prepared = async (draft = newDraft()) => {
    expect(await integrator.prepare(draft)).toMatchObject({ status: 200 })
    return draft.uuid
  }
  const verified = async (draft = newDraft()) => {
    const uuid = await prepared(draft)
    expect(await integrator.sms(uuid)).toMatchObject({ status: 200 })
    return { uuid, code: codeOf(uuid) }
  }
  const accepted = async (draft = newDraft()) => {
    const { uuid, code } = await verified(draft)
    expect(await integrator.submit(uuid, code)).toMatchObject({ status: 200 })
    return uuid
  }
  return { url, state, integrator, codeOf, prepared, verified, accepted }
}
