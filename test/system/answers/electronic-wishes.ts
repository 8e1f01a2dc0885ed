import { documentIn, findBooked, messagesTo, newDraft, type State } from '#test/support/sellers.ts'
import type { Answer } from '#test/support/system-client.ts'
import type { Goal } from './goal.ts'
import type { Shop } from './shop.ts'

const MOST_TRIES = 20
const ENDPOINT = 'POST /v1/expenses/{id}/e-document'

/** The steps of an electronic voucher. What comes before the step is done where nothing is disturbed. */
export const electronicWishes = {
  'a prepared document': step('prepare', {
    before: 'draft',
    after: ['prepared'],
    body: async () => ({}),
  }),
  'an SMS': step('sms', {
    before: 'prepared',
    after: ['verification_pending'],
    body: async () => ({}),
  }),
  'an official document': step('confirm', {
    before: 'verification_pending',
    after: ['sent'],
    body: async ({ system }, phone) => ({ code: (await messagesTo(system, phone))[0]?.code }),
  }),
}

interface Step {
  readonly before: State
  readonly after: readonly State[]
  readonly body: (shop: Shop, phone: string) => Promise<object>
}

function step(name: string, { before, after, body }: Step) {
  return async (shop: Shop): Promise<Goal> => {
    const draft = await newDraft(shop.system, shop.dealer, { templateKey: 'alis' })
    await until(draft, before)
    const path = `/v1/expenses/${draft.id}/e-document`
    const stateNow = async () => {
      const { eDocument } = await draft.detail()
      return eDocument
    }
    return {
      endpoint: `${ENDPOINT}/${name}`,
      hasKey: false,
      send: async () => shop.api.post(`${path}/${name}`, await body(shop, draft.phone)),
      // As the answers say: the status is asked for, which also asks the provider.
      async isThere() {
        await shop.sound.get(`${path}/status`)
        const document = await stateNow()
        return after.some((state) => state === document?.state)
      },
      leaves: {
        what: 'step',
        async fault(told) {
          const document = await stateNow()
          const isDone = after.some((state) => state === document?.state)
          if (told === 'done' && !isDone) return `it is ${document?.state}`
          if (told === 'refused' && name === 'confirm' && isDone) return 'it is official'
          if (document?.uuid == null) return undefined
          const submissions = (await findBooked(shop.system, document.uuid))?.submissions ?? 0
          return submissions > 1 ? `it was submitted ${submissions} times` : undefined
        },
      },
    }
  }
}

type Draft = Awaited<ReturnType<typeof newDraft>>

/** Also where the fault of another round is met on the way. */
async function until(draft: Draft, wanted: State) {
  let state: State = 'draft'
  for (let tries = 1; state !== wanted; tries++) {
    if (tries === MOST_TRIES) throw new Error(`it stays ${state}`)
    const answer: Answer = await (state === 'prepared' ? draft.sms() : draft.prepare())
    if (answer.status < 300) state = documentIn(answer).state
  }
}
