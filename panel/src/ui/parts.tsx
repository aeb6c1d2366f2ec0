import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { ago, wholeTime } from '../format.ts'
import { reconnect } from '../live.ts'
import { commonMessages } from '../messages/common.ts'
import { online } from '../online.ts'
import { now, returns } from '../state.ts'
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

/** A number with its label, inside a `dl`. */
export function Figure({ word, value }: { word: string; value: string }) {
  return (
    <div>
      <dt class="faint small">{word}</dt>
      <dd class="figure">{value}</dd>
    </div>
  )
}

/** How long ago something happened, updated every second; the tooltip has the full time. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
      {ago(at, now.value)}
    </time>
  )
}

interface Loaded<T> {
  readonly value: T | undefined
  readonly error: ApiError | undefined
  reload(): Promise<void>
  /** Runs the action and then loads again, whether it succeeded or not. */
  act(action: () => Promise<unknown>): Promise<void>
}

/**
 * Loads the data of a page. The old value stays while it loads again, so that nothing jumps. Several loads may be under
 * way at once, and an answer that was overtaken by that of a later load is dropped: it is older than what is shown.
 */
export function useLoaded<T>(read: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [value, setValue] = useState<T>()
  const [error, setError] = useState<ApiError>()
  const loads = useRef({ begun: 0, shown: 0 })
  const reload = async () => {
    const load = ++loads.current.begun
    const isNewest = () => {
      if (load < loads.current.shown) return false
      loads.current.shown = load
      return true
    }
    try {
      const answer = await read()
      if (!isNewest()) return
      setValue(answer)
      setError(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isNewest()) setError(error)
    }
  }
  useEffect(() => void reload(), [...on, returns.value])
  const act = async (action: () => Promise<unknown>) => {
    await attempt(action)
    await reload()
  }
  return { value, error, reload, act }
}

export function LoadError({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <Empty title={error.message}>
      <Retry onRetry={onRetry} />
    </Empty>
  )
}

/** While the server is away it asks at once whether it is back; everything on screen is loaded again by itself then. */
export function Retry({ onRetry }: { onRetry: (() => void) | undefined }) {
  const retry = online.value ? onRetry : () => void reconnect()
  if (retry === undefined) return null
  return (
    <button type="button" class="button" data-local onClick={retry}>
      {commonMessages.retry()}
    </button>
  )
}
