import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ChannelSettings, Setting } from '../../registry/setting-schemas.ts'
import { type Pattern, patternLimits, workOf } from '../steps/patterns.ts'
import { findsCaps, findsLink, findsWord } from './message-checks.ts'

type Rules = Setting<'auto_moderation'>
export type RuleName = 'links' | 'caps' | 'repeats' | 'words'

/** Why a message is deleted. */
export interface Offence {
  readonly rule: RuleName
  readonly action: 'delete' | 'timeout'
  readonly minutes: number
}

interface Written {
  readonly id: string
  readonly text: string
  readonly since: number
  readonly times: number
}

interface Line {
  readonly id: string
  readonly channelId: number
  readonly platform: Platform
  readonly userId: string
  readonly text: string
}

/** More authors than write at the same time; beyond this limit the oldest are dropped. */
const maxRemembered = 20_000

export type AutoModeration = ReturnType<typeof createAutoModeration>

/** The broadcaster's automatic moderation rules. All are off by default. */
export function createAutoModeration(needs: {
  clock: Clock
  log: Log
  patternOf: (written: string) => Promise<Pattern>
  /** A stored pattern that is not used: it is not valid, or too complex. Reported once for each list of patterns. */
  onDisabled: (channelId: number, patterns: readonly string[]) => void
}) {
  const { clock, log, patternOf, onDisabled } = needs
  const lastWritten = new Map<string, Written>()
  /** Many messages may be checked one after the other; others get their turn in between. */
  let workThisTurn = 0
  const usable = new WeakMap<readonly string[], Promise<readonly Pattern[]>>()

  /** How often the author wrote the same text within the window, this message included. */
  function timesWritten({ id, channelId, platform, userId, text }: Line, seconds: number): number {
    const key = `${channelId} ${platform} ${userId}`
    const now = clock.steady()
    const same = nameKey(text.trim())
    const before = lastWritten.get(key)
    // A message that the platform reports twice counts once.
    if (before?.id === id) return before.times
    const goesOn = before !== undefined && before.text === same && now - before.since <= seconds * 1000
    const written = goesOn ? { ...before, id, times: before.times + 1 } : { id, text: same, since: now, times: 1 }
    lastWritten.delete(key)
    lastWritten.set(key, written)
    if (lastWritten.size > maxRemembered) {
      for (const oldest of lastWritten.keys()) {
        lastWritten.delete(oldest)
        break
      }
    }
    return written.times
  }

  /** The patterns that fit into the limit together, in their order. The list is the same object until it is changed. */
  function usablePatterns(channelId: number, written: readonly string[]): Promise<readonly Pattern[]> {
    let found = usable.get(written)
    if (found === undefined) {
      found = readPatterns(channelId, written)
      usable.set(written, found)
    }
    return found
  }

  async function readPatterns(channelId: number, written: readonly string[]): Promise<readonly Pattern[]> {
    const patterns: Pattern[] = []
    const disabled: string[] = []
    let size = 0
    for (const one of written) {
      const pattern = await patternOf(one).catch((error: unknown) => {
        log.warn('a pattern of the automatic moderation cannot be used', { channelId, error })
      })
      if (pattern === undefined || size + pattern.size > patternLimits.moderationSize) disabled.push(one)
      else {
        patterns.push(pattern)
        size += pattern.size
      }
    }
    if (disabled.length > 0) onDisabled(channelId, disabled)
    return patterns
  }

  async function fitsPattern({ channelId, text }: Line, { patterns }: Rules['words']): Promise<boolean> {
    if (patterns.length === 0) return false
    let work = 0
    let isFound = false
    for (const pattern of await usablePatterns(channelId, patterns)) {
      work += workOf(pattern, text)
      // Reached only by texts that are longer than the messages of any platform.
      if (work > patternLimits.moderationWork) break
      isFound = pattern(text)
      if (isFound) break
    }
    workThisTurn += work
    if (workThisTurn > patternLimits.moderationWork) {
      workThisTurn = 0
      await nextTurn()
    }
    return isFound
  }

  return {
    /** An erased viewer is forgotten with what was written last. */
    forget(channelId: number, platform: Platform, userId: string): void {
      lastWritten.delete(`${channelId} ${platform} ${userId}`)
    },

    /** The first rule that the message violates, in this order. The caller checks whether the author is exempt. */
    async judge({ auto_moderation: rules }: ChannelSettings, line: Line): Promise<Offence | undefined> {
      const { words, links, caps, repeats } = rules
      // Counted even if another rule is violated, so that a repeat of a deleted message counts as a repeat.
      const times = repeats.enabled ? timesWritten(line, repeats.seconds) : 0
      if (words.enabled && (findsWord(line.text, words.words) || (await fitsPattern(line, words)))) {
        return offence('words', words)
      }
      if (links.enabled && findsLink(line.text, links.allowed)) return offence('links', links)
      if (caps.enabled && findsCaps(line.text, caps)) return offence('caps', caps)
      return times >= repeats.times && repeats.enabled ? offence('repeats', repeats) : undefined
    },
  }
}

function offence(rule: RuleName, { action, minutes }: { action: 'delete' | 'timeout'; minutes: number }): Offence {
  return { rule, action, minutes }
}
