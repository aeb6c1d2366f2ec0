import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { eventRegistry, storedKind } from '../../registry/event-registry.ts'
import type { Events } from '../events/events.ts'
import { invalid } from '../steps/invalid.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Automation } from './automation.ts'
import type { AutomationEngine } from './engine.ts'
import { eventForAutomations } from './event-data.ts'
import { type Filtered, newBudget } from './filters.ts'
import { automationErrors } from './messages.ts'
import type { Occurrence } from './occurrence.ts'
import { compileTrigger, eventKindsOf } from './trigger-index.ts'
import { namedBy } from './triggers.ts'

interface Sample extends Filtered {
  readonly kind: string | undefined
}

/** Says what an automation would do with a past event or a sample, without doing it. */
export function createDryRun(needs: { db: Database; engine: AutomationEngine; events: Events; viewers: Viewers }) {
  const { db, engine, events } = needs

  async function read(channelId: number, seq: number): Promise<Sample> {
    const [event] = await events.after(db, channelId, seq - 1, 1)
    const kind = event?.seq === seq ? storedKind(event) : ''
    // Nobody reads with an automation what no key may read.
    const isReadable = (eventRegistry.find(kind)?.readableBy.scope ?? null) !== null
    if (event === undefined || !isReadable) throw invalid(automationErrors.eventNotFound.of({ seq }))
    return { kind, ...eventForAutomations(kind, event.platform, event.data) }
  }

  return async (
    channel: Channel,
    automation: Automation,
    { seq, data = {} }: { readonly seq?: number | undefined; readonly data?: Occurrence['data'] | undefined },
  ) => {
    const { trigger } = automation
    const sample = seq === undefined ? { kind: undefined, platform: null, data } : await read(channel.id, seq)
    const isKind = sample.kind === undefined || eventKindsOf(automation).includes(sample.kind)
    const matches = isKind && (await compileTrigger(trigger))(sample, newBudget())
    const { isMet, steps } = await engine.dryRun(channel, automation, {
      trigger: trigger.type,
      platform: sample.platform ?? undefined,
      by: namedBy(sample.data),
      data: sample.data,
      depth: 1,
    })
    return { matches, isMet, steps }
  }
}
