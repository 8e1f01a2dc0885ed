import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import { followerSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type FeedSettings = ReturnType<typeof readFeedSettings>

export const readFeedSettings = (read: ReadSetting) => ({
  ...followerSettings(read, 3005),
  kafka: kafkaConnection(read),
  topics: kafkaTopics(read),
  schemasUrl: read(settings.SCHEMAS_URL),
  schemaRegistryUrl: read(orNull(settings.SCHEMA_REGISTRY_URL)) ?? undefined,
})
