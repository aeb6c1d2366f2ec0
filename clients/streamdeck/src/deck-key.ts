import { ShowcallerError } from '../../../sdk/error.ts'
import type { ServerEvent } from '../../core/event-types.ts'
import type { KeyFace, KeyTone } from './key-face.ts'
import type { Call, LiveState, ReadyAction, Values } from './ready-actions.ts'
import type { DeckServer, Servers } from './servers.ts'

/** What the app stores with a key. */
export interface KeySettings {
  readonly server?: string
  /** For the action that can be any operation. */
  readonly operation?: string
  readonly values?: Values
}

const doneMs = 1_200
const reasonMs = 6_000
const lightMs = 1_500
const ringStepMs = 1_000
/** Several events at once, such as points of a whole chat, are one reading. */
const readAfterMs = 150

export type DeckKey = ReturnType<typeof createDeckKey>

/** One visible key: what a press does, and what it shows. */
export function createDeckKey(needs: {
  action: ReadyAction
  servers: Servers
  settings: KeySettings
  draw: (face: KeyFace) => void
  /** The mark of the app for a press that did not work. */
  showAlert: () => void
}) {
  const { action, servers, draw, showAlert } = needs
  let { settings } = needs
  let live: LiveState = {}
  let tone: KeyTone | undefined
  let reason: string | undefined
  let cooldown: { readonly endsAt: number; readonly seconds: number } | undefined
  let toneTimer: NodeJS.Timeout | undefined
  let ringTimer: NodeJS.Timeout | undefined
  let readTimer: NodeJS.Timeout | undefined
  let pollTimer: NodeJS.Timeout | undefined
  let isGone = false
  let readings = 0

  const server = (): DeckServer | undefined => servers.find(settings.server)
  const values = (): Values => settings.values ?? {}
  const operation = () => action.operation ?? settings.operation
  const isUsable = (one: DeckServer | undefined) => one?.state === 'connected' || one?.state === 'limited'

  function show(): void {
    if (isGone) return
    const rest = secondsLeft()
    draw({
      icon: action.icon,
      label: live.label || labelOf(),
      value: live.value,
      tone: tone ?? (isUsable(server()) ? (live.isOn === true ? 'on' : 'idle') : 'offline'),
      reason,
      cooldown:
        rest > 0 && reason === undefined ? { share: rest / (cooldown?.seconds ?? rest), seconds: rest } : undefined,
    })
  }

  /** What the person chose, such as the name of the alert; otherwise what the key does. */
  function labelOf(): string {
    const [first] = action.fields ?? []
    const chosen = first === undefined || action.live !== undefined ? undefined : values()[first]
    if (typeof chosen === 'string' && chosen !== '') return chosen
    if (action.id === 'scene' && typeof values().scene === 'string') return String(values().scene)
    if (action.operation !== undefined) return action.title
    const name = settings.operation ?? ''
    return server()?.description.operations.find((one) => one.name === name)?.title ?? (name || action.title)
  }

  function showFor(next: KeyTone, ms: number, why?: string): void {
    clearTimeout(toneTimer)
    tone = next
    reason = why
    show()
    toneTimer = setTimeout(() => {
      tone = undefined
      reason = undefined
      show()
    }, ms)
  }

  function fail(why: string): void {
    showAlert()
    showFor('failed', reasonMs, why)
  }

  const secondsLeft = () => (cooldown === undefined ? 0 : Math.max(0, (cooldown.endsAt - performance.now()) / 1_000))

  function wait(seconds: number): void {
    cooldown = { endsAt: performance.now() + seconds * 1_000, seconds }
    clearInterval(ringTimer)
    ringTimer = setInterval(() => {
      if (secondsLeft() === 0) {
        cooldown = undefined
        clearInterval(ringTimer)
      }
      show()
    }, ringStepMs)
  }

  function whatToCall(): Call | undefined {
    if (action.press !== undefined) return action.press(values(), live)
    const name = operation()
    if (name === undefined || name === '') throw new Error('Choose an operation')
    return { operation: name, values: values() }
  }

  async function press(): Promise<void> {
    const used = server()
    try {
      if (used === undefined) throw new Error('Add a server')
      if (!isUsable(used)) throw new Error(used.message || 'Not connected')
      if (secondsLeft() > 0) throw new Error(`Wait ${Math.ceil(secondsLeft())} s`)
      const call = whatToCall()
      if (call !== undefined) {
        clearTimeout(toneTimer)
        tone = 'busy'
        reason = undefined
        show()
        await used.call(call.operation, call.values)
        const limit = used.limitOf(call.operation)
        if (limit?.remaining === 0) wait(limit.resetSeconds)
        showFor('done', doneMs)
      }
      readSoon()
    } catch (error) {
      if (error instanceof ShowcallerError && error.retryAfterSeconds !== undefined) wait(error.retryAfterSeconds)
      fail(error instanceof Error ? error.message : String(error))
    }
  }

  /** A state that cannot be read, for lack of a permission for example, is not shown; a press says what is wrong. */
  async function read(): Promise<void> {
    const used = server()
    const call = isUsable(used) ? action.live?.read(values()) : undefined
    const reading = ++readings
    const state =
      used === undefined || call === undefined
        ? {}
        : await used.call(call.operation, call.values).then(
            (answer) => action.live?.stateOf(answer, values()) ?? {},
            () => ({}),
          )
    // Only the latest reading counts: answers may arrive in another order.
    if (reading !== readings || isGone) return
    live = state
    show()
  }

  function readSoon(): void {
    if (action.live === undefined) return
    readTimer ??= setTimeout(() => {
      readTimer = undefined
      void read()
    }, readAfterMs)
  }

  const stopListening = servers.listen(() => settings.server, {
    onChange() {
      show()
      readSoon()
    },
    onEvent(event: ServerEvent) {
      if (action.live?.events.includes(event.type)) readSoon()
      if (tone === undefined && action.lightsUp?.(event, values()) === true) showFor('on', lightMs)
    },
  })
  if (action.live?.everySeconds !== undefined) {
    pollTimer = setInterval(() => void read(), action.live.everySeconds * 1_000)
  }
  show()
  readSoon()

  return {
    press,
    change(next: KeySettings): void {
      settings = next
      live = {}
      show()
      readSoon()
    },
    close(): void {
      isGone = true
      stopListening()
      for (const timer of [toneTimer, readTimer]) clearTimeout(timer)
      for (const timer of [ringTimer, pollTimer]) clearInterval(timer)
    },
  }
}
