import { randomBytes, randomUUID } from 'node:crypto'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { encodeEvent } from '#kernel/platform/event-codec.ts'
import { endpointStream } from '../endpoint-events.ts'
import { shownSecret } from '../sending/signature.ts'
import { endpointNamed, type FoundEndpoint } from './endpoints.ts'
import { onWebhooks, type System } from './system.ts'

const SECRET_BYTES = 32

export const newSecretCommand = command(
  'new-secret',
  (declared) =>
    declared
      .description(
        'Makes a new secret for an endpoint and prints it once. The one before signs beside it until end-old-secret.',
      )
      .argument('<endpoint>', 'the id of the endpoint'),
  ({ args: [id] }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const found = await endpointNamed(system, id)
      const secret = randomBytes(SECRET_BYTES).toString('base64')
      await keepSecrets(system, found, [secret, ...found.endpoint.secrets.slice(0, 1)])
      stdout.write(`${JSON.stringify({ webhookEndpoint: id, secret: shownSecret(secret) })}\n`)
      return 0
    }),
)

export const endOldSecretCommand = command(
  'end-old-secret',
  (declared) =>
    declared
      .description('Leaves an endpoint the newest secret alone, once its receiver has it.')
      .argument('<endpoint>', 'the id of the endpoint'),
  ({ args: [id] }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const found = await endpointNamed(system, id)
      const [newest, ...others] = found.endpoint.secrets
      if (newest !== undefined && others.length > 0) await keepSecrets(system, found, [newest])
      stdout.write(`${JSON.stringify({ webhookEndpoint: id, ended: others.length })}\n`)
      return 0
    }),
)

/** Fails if the endpoint was changed meanwhile. */
async function keepSecrets(
  { eventStore, vault }: System,
  { endpoint, event }: FoundEndpoint,
  secrets: readonly string[],
) {
  const { companyId, id, revision } = endpoint
  const stream = endpointStream(id)
  const origin = operatorOrigin(randomUUID())
  const encoded = await encodeEvent(vault, {
    family: webhookEndpointEvents,
    event:
      event.type === 'WebhookEndpointRecorded'
        ? { ...event, data: { ...event.data, secrets: [...secrets] } }
        : { ...event, data: { ...event.data, secrets: [...secrets] } },
    id: eventIdFrom(origin.commandId, stream),
    stream,
    recordedAt: new Date().toISOString(),
    owner: { companyId, purpose: 'company', person: 'company' },
    origin: { ...origin, companyId },
  })
  await eventStore.append(stream, [encoded], revision)
}
