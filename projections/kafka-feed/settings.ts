import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka.ts'
import { serviceSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type FeedSettings = ReturnType<typeof readFeedSettings>

export const readFeedSettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 3005),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  vaultKey: read(settings.VAULT_KEY),
  kafka: kafkaConnection(read),
  topics: kafkaTopics(read),
  schemasUrl: read(settings.SCHEMAS_URL),
  schemaRegistryUrl: read(orNull(settings.SCHEMA_REGISTRY_URL)) ?? undefined,
})
