import { type ShownButtonState, stateDefinition } from '../src/capabilities/decks/contract/deck-states.ts'
import type { ButtonView, DeckView } from '../src/capabilities/decks/contract/deck-view.ts'
import { messages } from '../src/capabilities/decks/contract/page-texts.ts'
import { CallError, type Connection } from './connection.ts'

type State = NonNullable<ButtonView['state']>

/** One reading, which several buttons may show. */
interface Reading {
  readonly state: State
  readonly buttons: { readonly state: State; show(shown: ShownButtonState, problem: string): void }[]
  answer: Readonly<Record<string, unknown>> | undefined
  answeredAt: number
  isDue: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Several events at once lead to one reading. */
const settleMs = 120
/** Below the limits of every operation that reads a state. */
const leastMs = 1_500

/** Keeps the states of all buttons true: each is read when the deck connects, after its events, and now and then. */
export function createLiveStates(read: Connection['read']) {
  let readings: Reading[] = []
  let clock: ReturnType<typeof setInterval> | undefined
  let seconds = 0

  async function readNow(reading: Reading): Promise<void> {
    reading.isDue = false
    try {
      reading.answer = await read(reading.state.read)
      reading.answeredAt = performance.now()
      show(reading)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      reading.answer = undefined
      for (const button of reading.buttons) button.show({ text: messages.unknownState(), isOn: null }, error.message)
      if (error.retrySeconds > 0) schedule(reading, error.retrySeconds * 1000)
    }
  }

  function schedule(reading: Reading, afterMs: number): void {
    if (reading.isDue) return
    reading.isDue = true
    const since = performance.now() - reading.answeredAt
    reading.timer = setTimeout(() => void readNow(reading), Math.max(afterMs, leastMs - since))
  }

  function show({ answer, answeredAt, buttons }: Reading): void {
    if (answer === undefined) return
    const ageSeconds = (performance.now() - answeredAt) / 1000
    for (const { state, show } of buttons) show(stateDefinition(state.type).show(answer, state, ageSeconds), '')
  }

  /** Clocks run on, and what changes without an event is read again. */
  function tick(): void {
    seconds++
    for (const reading of readings) {
      if (reading.answer?.running === 1) show(reading)
      const every = stateDefinition(reading.state.type).everySeconds
      if (every !== undefined && seconds % every === 0) schedule(reading, 0)
    }
  }

  function stop(): void {
    clearInterval(clock)
    for (const { timer } of readings) clearTimeout(timer)
    readings = []
  }

  return {
    stop,

    /** Another layout. `showOf` says how the state of a button is shown. */
    follow(view: DeckView, showOf: (button: ButtonView) => (shown: ShownButtonState, problem: string) => void): void {
      stop()
      const byCall = new Map<string, Reading>()
      for (const button of view.pages.flatMap(({ buttons }) => buttons)) {
        const { state } = button
        if (state === undefined) continue
        const name = JSON.stringify(state.read)
        const reading = byCall.get(name) ?? {
          state,
          buttons: [],
          answer: undefined,
          answeredAt: Number.NEGATIVE_INFINITY,
          isDue: false,
          timer: undefined,
        }
        byCall.set(name, reading)
        reading.buttons.push({ state, show: showOf(button) })
      }
      readings = [...byCall.values()]
      if (readings.length > 0) clock = setInterval(tick, 1_000)
    },

    readAll(): void {
      for (const reading of readings) schedule(reading, 0)
    },

    onEvent(type: string): void {
      for (const reading of readings) {
        const isMeant = reading.buttons.some(({ state }) => stateDefinition(state.type).events.includes(type))
        if (isMeant) schedule(reading, settleMs)
      }
    },
  }
}
