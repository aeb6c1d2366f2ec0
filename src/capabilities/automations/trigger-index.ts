import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { commandKey } from '../commands/command-index.ts'
import type { Automation } from './automation.ts'
import { asAutomation, listActive } from './automation-rows.ts'
import { createCandidates, type TriggerCandidates } from './candidates.ts'
import { drawnRounds, maxAutomations, type TriggerType } from './contract/automations.ts'
import { compileFilter, type Filter, keyOf, keysIn } from './filters.ts'

const maxChannels = 1_000

/** An automation as the index knows it: enough to decide whether an event starts it. */
export interface Indexed extends Pick<Automation, 'id' | 'name' | 'run' | 'conditions' | 'trigger'> {
  readonly triggerType: TriggerType
  readonly matches: Filter
}

export interface ChannelTriggers {
  /** By the kind of the event. */
  readonly byEvent: ReadonlyMap<string, TriggerCandidates<Indexed>>
  /** By the word in chat. */
  readonly byWord: ReadonlyMap<string, readonly Indexed[]>
  readonly scheduled: readonly Automation[]
}

export type TriggerIndex = ReturnType<typeof createTriggerIndex>

/** Finds automations by what happens, in memory: an event that starts none costs a lookup, however many there are. */
export function createTriggerIndex({ db, bus, log }: { db: Database; bus: Bus; log: Log }) {
  const cache = createReadCache<number, ChannelTriggers>(read, { maxEntries: maxChannels })
  const stops = [
    bus.subscribe('automations-changed', ({ channelId }) => cache.drop(channelId)),
    bus.subscribe('missed-messages', () => cache.clear()),
  ]

  async function read(channelId: number): Promise<ChannelTriggers> {
    const ofKind = new Map<string, Indexed[]>()
    const byWord = new Map<string, Indexed[]>()
    const scheduled: Automation[] = []
    for (const row of await db.all(listActive, { channel: channelId, limit: maxAutomations })) {
      const automation = asAutomation(row)
      const { trigger } = automation
      try {
        const indexed = await compile(automation)
        for (const kind of eventKindsOf(automation)) add(ofKind, kind, indexed)
        if (trigger.type === 'command') add(byWord, commandKey(trigger.command ?? ''), indexed)
        if (trigger.type === 'schedule') scheduled.push(automation)
      } catch (error) {
        log.warn('the trigger of an automation is not valid', { channelId, id: automation.id, error })
      }
    }
    const byEvent = new Map([...ofKind].map(([kind, waiting]) => [kind, createCandidates(waiting)] as const))
    return { byEvent, byWord, scheduled }
  }

  return {
    find: cache.find,
    load: cache.load,
    close(): void {
      for (const stop of stops) stop()
    },
  }
}

function add(map: Map<string, Indexed[]>, key: string, indexed: Indexed): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [indexed])
  else known.push(indexed)
}

/** The kinds of events that may start it. */
export function eventKindsOf({ trigger }: Pick<Automation, 'trigger'>): readonly string[] {
  switch (trigger.type) {
    case 'event':
      return trigger.event === undefined ? [] : [trigger.event]
    case 'reward':
      return ['redemption.added']
    case 'value':
      return ['value.changed']
    case 'round':
      return ['round.closed', 'round.drawn']
    case 'automation':
      return ['automation.finished']
    default:
      return []
  }
}

async function compile({ id, name, run, conditions, trigger }: Automation): Promise<Indexed> {
  const matches = await compileTrigger(trigger)
  return { id, name, run, conditions, trigger, triggerType: trigger.type, matches }
}

/** Whether an event of the right kind starts it. Throws the failure of a filter that is not valid. */
export async function compileTrigger(trigger: Automation['trigger']): Promise<Filter> {
  switch (trigger.type) {
    case 'event':
      return compileFilter(trigger.where ?? {})
    case 'reward': {
      const wanted = keyOf(trigger.reward)
      return (event) => keysIn(event, ['reward', 'reward_id']).some((key) => key === wanted)
    }
    case 'value':
      return reaches(keyOf(trigger.name), trigger.reaches ?? 0)
    case 'round':
      return endsRound(trigger.kind)
    case 'automation': {
      const wanted = keyOf(trigger.automation)
      return (event) => {
        const { status } = event.data
        return (status === 'done' || status === 'failed') && keysIn(event, ['name', 'id']).some((key) => key === wanted)
      }
    }
    default:
      return () => true
  }
}

/** From below or from above: the value was on one side of the number, and is at it or beyond it now. */
function reaches(name: string, goal: number): Filter {
  return (event) => {
    if (!keysIn(event, ['name']).some((key) => key === name)) return false
    const { value, previous_value: before } = event.data
    if (typeof value !== 'number' || typeof before !== 'number') return false
    return (before < goal && value >= goal) || (before > goal && value <= goal)
  }
}

/** Giveaways and predictions end when they are drawn, the others when they close. Only events of rounds come here. */
function endsRound(wanted: string | undefined): Filter {
  return ({ data }) => {
    const kind = String(data.kind)
    if (wanted !== undefined && nameKey(wanted) !== nameKey(kind)) return false
    const isDraw = 'winners' in data
    return drawnRounds.includes(kind) ? isDraw : !isDraw
  }
}
