import type { Channel } from '../../kernel/operation/channel.ts'
import { type Platform, platformNamed } from '../../platforms/contract/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { RunBy } from '../steps/run-user.ts'
import type { StepSubject } from '../steps/step-source.ts'
import type { Automation } from './automation.ts'
import type { TriggerType } from './contract/automations.ts'
import type { WaitingStart } from './waiting-starts.ts'

/** Something that starts automations. */
export interface Occurrence {
  readonly trigger: TriggerType
  readonly event?: { readonly kind: string; readonly seq: number | null } | undefined
  readonly platform?: Platform | undefined
  readonly viewerId?: number | undefined
  readonly by?: RunBy | undefined
  readonly args?: string | undefined
  readonly messageId?: string | undefined
  readonly redemption?: Redemption | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** The depth of the run in its chain of automations. */
  readonly depth: number
  /** What is stored of a start by an event of the log, until it has begun. */
  readonly start?: WaitingStart | undefined
  /** When it happened, if the server has stopped since. */
  readonly resumedFrom?: number | undefined
}

/** What decides whether an automation starts. */
export type Startable = Pick<Automation, 'id' | 'name' | 'run' | 'conditions'>

/** A run whose row is stored. */
export interface StartedRun {
  readonly id: number
  readonly channel: Channel
  readonly automation: Automation
  readonly occurrence: Occurrence
}

/** What the steps of the automation run for. */
export function subjectOf({ id, name, run }: Startable, occurrence: Occurrence): StepSubject {
  const { by, platform, args, messageId, redemption, data } = occurrence
  const wanted = run.platforms.length === 0 ? undefined : run.platforms.map(platformNamed)
  const optional = { ...(by === undefined ? {} : { by }), ...(args === undefined ? {} : { args }) }
  return {
    source: `automation:${id}`,
    title: name,
    platforms: wanted,
    platform,
    messageId,
    redemption,
    data,
    ...optional,
  }
}
