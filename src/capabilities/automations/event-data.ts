import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { type PublishedEvent, publishedEvents } from '../../registry/published-events.ts'
import type { Filtered } from './filters.ts'

const byKind = whenNeeded(() => new Map(publishedEvents.map((one) => [one.kind, one])))

export function findPublished(kind: string): PublishedEvent | undefined {
  return byKind().get(kind)
}

/**
 * An event as filters and steps see it: every field that programs receive. A field that is only stored stays readable, and
 * so does a stored value that programs receive under another name, because automations of earlier versions ask for it.
 */
export function eventForAutomations(kind: string, platform: Platform | null, stored: object): Filtered {
  const sent = findPublished(kind)?.dataOf(stored, platform) ?? stored
  if (sent === stored) return { platform, data: { ...stored } }
  // In texts for people a provider keeps its own name; the names of both tables are for filters.
  const named = 'provider' in stored ? { provider: stored.provider } : {}
  return { platform, data: { ...stored, ...sent, ...named }, stored: { ...stored } }
}
