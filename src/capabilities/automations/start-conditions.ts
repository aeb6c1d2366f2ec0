import type { Channel } from '../../kernel/operation/channel.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { platformNamed } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { StepRunner } from '../steps/step-runner.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import { type Occurrence, type Startable, subjectOf } from './occurrence.ts'

/** Whether the conditions of an automation are met: those of the stream, and those that were written. */
export function createStartConditions(needs: {
  readonly platforms: Platforms
  readonly stepRunner: Pick<StepRunner, 'areConditionsMet'>
  readonly streamStates: StreamStates
}) {
  const { platforms, stepRunner, streamStates } = needs

  /** Where it happened, or one of the platforms of the automation. */
  async function isAllowedNow(channel: Channel, automation: Startable, occurrence: Occurrence): Promise<boolean> {
    const { run, conditions } = automation
    const { only_live, only_categories, blocked_categories } = run
    if (only_live === 1 || only_categories.length > 0 || blocked_categories.length > 0) {
      const wanted = occurrence.platform === undefined ? run.platforms.map(platformNamed) : [occurrence.platform]
      const connected = await platforms.connected(channel.id, wanted.length === 0 ? undefined : wanted)
      const states = await Promise.all(connected.map(({ account }) => streamStates.find(channel.id, account.platform)))
      if (!states.some((state) => state !== undefined && isFitting(automation, state))) return false
    }
    const caller = { channel, actor: `automation:${automation.id}`, requestId: '' }
    return stepRunner.areConditionsMet(caller, conditions, subjectOf(automation, occurrence))
  }

  return { isAllowedNow }
}

function isFitting(
  { run: { only_live, only_categories, blocked_categories } }: Startable,
  { live, category }: { readonly live: boolean; readonly category: { readonly name: string } },
): boolean {
  if (only_live === 1 && !live) return false
  const has = (names: readonly string[]) => names.some((name) => nameKey(name) === nameKey(category.name))
  return !has(blocked_categories) && (only_categories.length === 0 || has(only_categories))
}
