import { detail } from '#kernel/domain/detail.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { isRefusal, reject } from '#kernel/domain/rejection.ts'
import type { Command } from './command.ts'

const MAX_IDS = 20
const RETRY_AFTER_SECONDS = 1

/** How a command creates one kind of document. */
export interface Creation<Loaded, Created> {
  readonly kind: 'expenseVoucher' | 'invoice'
  readonly load: (id: string) => Promise<Loaded>
  /** What an earlier try of the command has left: nothing, what never comes into being, or the document. */
  readonly stands: (loaded: Loaded) => 'nowhere' | 'fenced' | 'there'
  readonly create: (id: string) => Promise<Created>
  /** Completes the document of an earlier try, and returns it. */
  readonly resume: (loaded: Loaded) => Promise<Created>
  /** Prevents the creation of the document. One that exists is returned. */
  readonly fence: (id: string) => Promise<Loaded | undefined>
}

/**
 * Creates a command's document once, however often the command is sent. A document that was fenced
 * in between is never created: the command continues under another id.
 */
export async function createOnce<Loaded, Created>(
  command: Command,
  creation: Creation<Loaded, Created>,
): Promise<Created> {
  const { id, earlier } = await documentOf(command, creation)
  if (earlier !== undefined) return creation.resume(earlier)
  try {
    return await creation.create(id)
  } catch (error) {
    // What an earlier try has sent may still arrive: it must not arrive behind a refusal.
    const fenced = command.isRepeated && isRefusal(error) ? await creation.fence(id) : undefined
    if (fenced === undefined) throw error
    return creation.resume(fenced)
  }
}

/** The recovery took its request for dead, and was first: nothing was done. */
export const refuseFenced = (): never =>
  reject(
    'UNAVAILABLE',
    'The document was given up before it was created; send the request again.',
    [detail('request', 'unavailable', { retryAfter: RETRY_AFTER_SECONDS })],
  )

async function documentOf<Loaded, Created>(
  { id: commandId, isRepeated }: Command,
  { kind, load, stands }: Creation<Loaded, Created>,
) {
  for (let count = 1; count <= MAX_IDS; count++) {
    const id = recordIdFrom(commandId, count === 1 ? kind : `${kind}/${count}`)
    if (!isRepeated) return { id, earlier: undefined }
    const loaded = await load(id)
    const place = stands(loaded)
    if (place === 'nowhere') return { id, earlier: undefined }
    if (place === 'there') return { id, earlier: loaded }
  }
  return reject('CONFLICT', 'The document was abandoned too often; send the request again.')
}
