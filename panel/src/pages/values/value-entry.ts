import { useEffect, useState } from 'preact/hooks'
import { clockText } from '../../../../src/capabilities/values/contract/clock-text.ts'
import { type Platform, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import type { Answer } from '../../api.ts'
import { number } from '../../format.ts'
import { onLog } from '../../live.ts'
import { valueMessages } from './messages.ts'

/** A value as the list shows it. */
export type ValueEntry = Answer<'list-values'>['values'][number]

/** What is shown of a value, of the channel or of one viewer. */
export type ValueContent = Pick<ValueEntry, 'name' | 'type' | 'value' | 'count' | 'running' | 'direction'>

/** The viewer whose value is meant, if each has one. */
export interface Holder {
  readonly username: string
  readonly platform: Platform
}

export function holderInput(holder: Holder | undefined) {
  return holder === undefined ? {} : { username: holder.username, platform: wordFor(holder.platform) }
}

/** Where the unsaved content of a value is kept. */
export function valuePlace(name: string, holder: Holder | undefined): string {
  return ['value-content', name, ...(holder === undefined ? [] : [holder.platform, holder.username])].join(':')
}

/** A counter can change many times a second: the page reads it again a few times a second at most. */
const settleMs = 250

export function useValueChanges(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLog(({ kind }) => {
      if (!kind.startsWith('value.')) return
      timer ??= setTimeout(() => {
        timer = undefined
        setCount((before) => before + 1)
      }, settleMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return count
}

/** The seconds of a clock, which goes on since it was read. */
export function secondsOf({ value, running, direction }: ValueContent, readAt: number, now: number): number {
  const passed = running === 1 ? Math.max(0, Math.floor((now - readAt) / 1000)) : 0
  return direction === 'down' ? Math.max(Number(value) - passed, 0) : Number(value) + passed
}

/** A value in one line. */
export function shownValue(content: ValueContent, readAt: number, now: number): string {
  const { type, value, count } = content
  if (type === 'clock') return clockText(secondsOf(content, readAt, now))
  if (type === 'list') return valueMessages.items({ count: count ?? 0 })
  return typeof value === 'number' ? number(value) : String(value)
}

/** `1:30:00`, `5:00` or `90`; undefined for anything else. */
export function parseTime(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,9}$/.test(part))) return undefined
  return parts.reduce((total, part) => total * 60 + Number(part), 0)
}
