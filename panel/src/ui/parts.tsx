import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Trouble } from '../api.ts'
import { ago, wholeTime } from '../format.ts'
import { commonMessages } from '../messages/common.ts'
import { now } from '../state.ts'
import { attempt } from './attempt.ts'

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

export function Heading({ title, lead, children }: { title: string; lead?: string; children?: ComponentChildren }) {
  return (
    <div class="heading">
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  )
}

/** A number with its word, in a list of a few. */
export function Figure({ word, value }: { word: string; value: string }) {
  return (
    <div>
      <dt class="faint small">{word}</dt>
      <dd class="figure">{value}</dd>
    </div>
  )
}

/** How long ago, kept true, with the whole time for whoever points at it. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
      {ago(at, now.value)}
    </time>
  )
}

interface Loaded<T> {
  readonly value: T | undefined
  readonly trouble: Trouble | undefined
  reload(): Promise<void>
  /** Does it and then reads again, whether it went well or not. */
  act(deed: () => Promise<unknown>): Promise<void>
}

/** What a page begins with. Kept while it is read again, so that nothing jumps. */
export function useLoaded<T>(read: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [value, setValue] = useState<T>()
  const [trouble, setTrouble] = useState<Trouble>()
  const reload = async () => {
    try {
      setValue(await read())
      setTrouble(undefined)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }
  useEffect(() => void reload(), on)
  const act = async (deed: () => Promise<unknown>) => {
    await attempt(deed)
    await reload()
  }
  return { value, trouble, reload, act }
}

export function TroubleNote({ trouble, onRetry }: { trouble: Trouble; onRetry?: () => void }) {
  return (
    <Empty title={trouble.message}>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {commonMessages.retry()}
        </button>
      )}
    </Empty>
  )
}
