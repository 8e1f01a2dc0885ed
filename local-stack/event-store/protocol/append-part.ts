import { shared, streamServices, streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { ProposedMessage } from './proposals.ts'
import { fieldsOf } from './wire-fields.ts'

/** The fields that the node needs of one message of a batch append. */
export interface AppendPart {
  getCorrelationId(): shared.UUID | undefined
  getOptions(): streams.BatchAppendReq.Options | undefined
  getProposedMessagesList(): readonly ProposedMessage[]
  getIsFinal(): boolean
}

/** Most incoming messages are of this kind, so it is decoded by hand, without copying event bytes. */
export const batchAppendMethod = {
  ...streamServices.StreamsService.batchAppend,
  requestDeserialize: appendPart,
}

export function appendPart(bytes: Buffer): AppendPart {
  let id: shared.UUID | undefined
  let options: streams.BatchAppendReq.Options | undefined
  let isFinal = false
  const proposed: ProposedMessage[] = []
  for (const { field, value } of fieldsOf(bytes)) {
    if (typeof value === 'number') isFinal = field === 4 ? value > 0 : isFinal
    else if (field === 1) id = uuid(value)
    else if (field === 2) options = streams.BatchAppendReq.Options.deserializeBinary(value)
    else if (field === 3) proposed.push(proposedMessage(value))
  }
  return {
    getCorrelationId: () => id,
    getOptions: () => options,
    getProposedMessagesList: () => proposed,
    getIsFinal: () => isFinal,
  }
}

function proposedMessage(bytes: Buffer): ProposedMessage {
  let id: shared.UUID | undefined
  let data: Buffer = nothing
  let metadata: Buffer = nothing
  const properties = new Map<string, string>()
  for (const { field, value } of fieldsOf(bytes)) {
    if (typeof value === 'number') continue
    if (field === 1) id = uuid(value)
    else if (field === 2) addProperty(properties, value)
    else if (field === 3) metadata = value
    else if (field === 4) data = value
  }
  return {
    getId: () => id,
    getMetadataMap: () => properties,
    getData_asU8: () => data,
    getCustomMetadata_asU8: () => metadata,
  }
}

const nothing = Buffer.alloc(0)

function addProperty(properties: Map<string, string>, bytes: Buffer): void {
  let [key, text] = ['', '']
  for (const { field, value } of fieldsOf(bytes)) {
    if (typeof value === 'number') continue
    if (field === 1) key = value.toString()
    else if (field === 2) text = value.toString()
  }
  properties.set(key, text)
}

/** Nearly always a text of 36 characters. */
function uuid(bytes: Buffer): shared.UUID {
  const isText = bytes[0] === TEXT_FIELD && bytes[1] === bytes.length - 2
  return isText
    ? new shared.UUID().setString(bytes.toString('utf8', 2))
    : shared.UUID.deserializeBinary(bytes)
}

const TEXT_FIELD = 0x12
