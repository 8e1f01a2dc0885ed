import { runService } from '#kernel/platform/process/lifecycle.ts'
import { ownProcess } from '#kernel/platform/process/run-service-named.ts'
import { sandboxService } from './service.ts'

await runService(sandboxService(ownProcess))
