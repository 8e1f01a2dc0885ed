import { shareOfLog } from '#kernel/platform/event-store/log-position.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { keySuccessionsIn } from '#kernel/platform/log-chain/signed-in-log.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { ScratchInUse } from '#projections/runtime/rebuild/replay.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { verdictOf } from './report.ts'
import { keepVerdict } from './verifications.ts'
import { verify } from './verify.ts'

/** A verification that an auditor of the company has begun, or of all companies. */
export interface UnderWay {
  readonly isRunning: boolean
  readonly step: string
  /** Of the log, from 0 to 1. */
  readonly share: number
  /** Why it has found nothing out: another one runs, or it broke off. */
  readonly fault?: 'overlaps' | 'broken'
}

export interface Verifications {
  /** One at a time; a second one of the same company is the first. Null: of all companies. */
  readonly start: (companyId: string | null) => void
  readonly of: (companyId: string) => UnderWay | undefined
}

interface Dependencies {
  readonly system: () => Promise<AuditedSystem>
  readonly logger: Logger
  /** Heads that are kept outside the database. */
  readonly witness: string | null
}

/** All of them use the one scratch schema, as the command does. */
export function verifications({ system, logger, witness }: Dependencies): Verifications {
  const known = new Map<string | null, UnderWay>()

  async function run(companyId: string | null) {
    const show = (change: Partial<UnderWay>) =>
      known.set(companyId, {
        isRunning: true,
        step: '',
        share: 0,
        ...known.get(companyId),
        ...change,
      })
    known.delete(companyId)
    show({})
    try {
      const audited = await system()
      const head = await audited.log.headOfLog()
      const given = witness === null ? {} : { witness }
      const pins = await pinsFrom(given, await keySuccessionsIn(audited.log))
      const verification = await verify(audited, {
        companyId,
        pins,
        report: (step) => void show({ step }),
        moved: (position) => void show({ share: shareOfLog(position, head) }),
      })
      await keepVerdict(audited.databaseUrl, companyId, verdictOf(verification))
      known.delete(companyId)
    } catch (error) {
      if (!(error instanceof ScratchInUse)) logger.warn({ err: error }, 'a verification broke off')
      const fault = error instanceof ScratchInUse ? 'overlaps' : 'broken'
      known.set(companyId, { isRunning: false, step: '', share: 0, fault })
    }
  }

  return {
    start: (companyId) => {
      if (known.get(companyId)?.isRunning !== true) void run(companyId)
    },
    of: (companyId) => known.get(companyId),
  }
}
