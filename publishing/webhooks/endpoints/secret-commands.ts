import { randomBytes, randomUUID } from 'node:crypto'
import { Option } from '@commander-js/extra-typings'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import { onWebhooks } from '../on-webhooks.ts'
import { shownSecret } from '../sending/signature.ts'
import { endpointStream } from './endpoint-events.ts'
import { endpointNamed, type FoundEndpoint } from './endpoint-named.ts'

const SECRET_BYTES = 32

export const newSecretCommand = command(
  'new-secret',
  (declared) =>
    declared
      .description(
        'Makes a new secret for an endpoint and prints it once. The old one signs in parallel until end-old-secret.',
      )
      .argument('<endpoint>', 'the id of the endpoint')
      .addOption(
        new Option('--replace <which>', 'which of two secrets ends at once').choices([
          'newest',
          'oldest',
        ] as const),
      ),
  ({ args: [id], options: { replace } }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const found = await endpointNamed(system, id)
      const kept = keptSecrets(found.endpoint.secrets, replace)
      const secret = randomBytes(SECRET_BYTES).toString('base64')
      await keepSecrets(system, found, [secret, ...kept])
      stdout.write(jsonLine({ webhookEndpoint: id, secret: shownSecret(secret) }))
      return 0
    }),
)

export const endOldSecretCommand = command(
  'end-old-secret',
  (declared) =>
    declared
      .description('Ends all secrets of an endpoint but the newest, once its receiver has that.')
      .argument('<endpoint>', 'the id of the endpoint'),
  ({ args: [id] }, { environment, stdout }) =>
    onWebhooks(environment, async (system) => {
      const found = await endpointNamed(system, id)
      const [newest, ...others] = found.endpoint.secrets
      if (newest !== undefined && others.length > 0) await keepSecrets(system, found, [newest])
      stdout.write(jsonLine({ webhookEndpoint: id, ended: others.length }))
      return 0
    }),
)

/** The secret that signs in parallel with a new one. A receiver that has only the other one would refuse all calls. */
function keptSecrets(
  [newest, oldest]: readonly string[],
  replace: 'newest' | 'oldest' | undefined,
) {
  if (newest === undefined) return []
  if (oldest === undefined) return [newest]
  if (replace !== undefined) return [replace === 'newest' ? oldest : newest]
  throw new CommandError(
    'Two secrets are valid. End the old one with end-old-secret, or name the one that the receiver does not have: --replace newest or --replace oldest.',
  )
}

/** Fails if the endpoint was changed in between. */
async function keepSecrets(
  { eventStore, vault, pool }: System,
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
    recordedAt: await commonInstant(pool),
    owner: { companyId, purpose: 'company', person: 'company' },
    origin: { ...origin, companyId },
  })
  await eventStore.append(stream, [encoded], revision)
}
