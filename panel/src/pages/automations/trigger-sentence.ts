import { eventValueTitle } from '../../../../src/capabilities/steps/contract/event-values.ts'
import { choicesOf, eventFieldKey, fieldTitle } from '../../../../src/definitions/field-texts.ts'
import { type Platform, platforms, platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { listed } from '../../format.ts'
import type { Trigger } from './draft.ts'
import { type FilterRow, filterRows } from './filter-rows.ts'
import { automationMessages, triggerMessages } from './messages.ts'
import { findEvent } from './trigger-kinds.ts'

/** What starts it, as one line of the list. */
export function triggerSentence(trigger: Trigger): string {
  const { type, every_minutes: minutes = 0, min_chat_lines: lines = 0, at, minutes_after_live: after } = trigger
  if (type === 'schedule') {
    if (at !== undefined) return triggerMessages.saysAt({ time: at })
    if (after !== undefined) return triggerMessages.saysAfterLive({ minutes: after })
    return lines > 0
      ? triggerMessages.saysEveryWithChat({ minutes, lines })
      : triggerMessages.saysEvery({ count: minutes })
  }
  if (type === 'command') return triggerMessages.saysCommand({ command: trigger.command ?? '' })
  if (type === 'reward') return triggerMessages.saysReward({ reward: trigger.reward ?? '' })
  if (type === 'value') {
    return triggerMessages.saysValue({ name: trigger.name ?? '', number: trigger.reaches ?? '' })
  }
  if (type === 'round') {
    return trigger.kind === undefined
      ? triggerMessages.saysRound()
      : triggerMessages.saysRoundKind({ kind: eventValueTitle(trigger.kind) })
  }
  if (type === 'automation') return triggerMessages.saysAutomation({ name: trigger.automation ?? '' })
  if (type === 'manual') return triggerMessages.saysManual()
  const filters = filterRows(trigger.where).filter((row) => !isOrdinary(row))
  const sentence =
    titleOn(platformOf(filters), trigger.event) ?? findEvent(trigger.event)?.title() ?? trigger.event ?? ''
  if (filters.length === 0) return sentence
  const shownFilters = filters.map((row) => shown(row, trigger.event))
  return triggerMessages.saysFiltered({ sentence, filters: listed(shownFilters) })
}

/** Each platform has its own name for this event. */
const giftTitles: Readonly<Record<Platform, () => string>> = {
  kick: triggerMessages.saysKicks,
  twitch: triggerMessages.saysBits,
  youtube: triggerMessages.saysSuperChat,
  tiktok: triggerMessages.saysTikTokGift,
}

function titleOn(platform: Platform | undefined, event: string | undefined): string | undefined {
  return event === 'bits' && platform !== undefined ? giftTitles[platform]() : undefined
}

/** Undefined for any platform, and for several. */
function platformOf(filters: readonly FilterRow[]): Platform | undefined {
  const wanted = filters.filter(({ field }) => field === 'platform')
  return wanted.length === 1 ? platformNamed(wanted[0]?.value) : undefined
}

function platformNamed(value: string | undefined): Platform | undefined {
  return platforms.find((one) => one === value || wordFor(one) === value)
}

/** Nobody wonders whether an event is one that was missed and read later, unless it is. */
function isOrdinary({ field, value }: FilterRow): boolean {
  return field === 'is_late' && value === '0'
}

/** The value, with its name and the comparison where it is another one than "is". */
function shown({ field, operator, value }: FilterRow, kind: string | undefined): string {
  const platform = field === 'platform' ? platformNamed(value) : undefined
  if (platform !== undefined) return platformTitles[platform]
  const schema = findEvent(kind)?.fields[field]
  const name = schema === undefined ? field : fieldTitle(eventFieldKey(String(kind), field, schema), schema)
  if (schema?.type === 'boolean') {
    return value === '1' ? name : automationMessages.isNot({ field: name })
  }
  const isChoice = schema !== undefined && choicesOf(schema)?.includes(value) === true
  const title = isChoice ? eventValueTitle(value) : value
  return operator === 'is' ? title : `${name} ${automationMessages[operator]()} ${title}`
}
