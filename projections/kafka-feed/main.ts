import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startKafkaFeed } from './composition.ts'
import { readFeedConfig } from './config.ts'

const config = readSettingsOrExit(readFeedConfig)
const logger = createLogger({ name: 'feed', level: config.logLevel })

await runService({ logger, start: (onClose) => startKafkaFeed(config, logger, onClose) })
