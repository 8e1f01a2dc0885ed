import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { startProjections } from './composition.ts'
import { readConfig } from './config.ts'

const config = readSettingsOrExit(readConfig)
const logger = createLogger({ name: 'projections', level: config.logLevel })

await runService({ logger, start: (onClose) => startProjections(config, logger, onClose) })
