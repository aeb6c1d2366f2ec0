import type { ShownButtonState } from '../src/capabilities/decks/contract/deck-states.ts'
import type { ButtonView } from '../src/capabilities/decks/contract/deck-view.ts'
import type { DeckCall } from '../src/capabilities/decks/contract/decks.ts'
import { messages } from '../src/capabilities/decks/contract/page-texts.ts'
import { ask } from './ask.ts'
import { CallError } from './connection.ts'
import { element, icon, ring } from './elements.ts'
import { vibrate } from './haptics.ts'

export interface Key {
  readonly element: HTMLElement
  show(shown: ShownButtonState, problem: string): void
}

/** How long the reason of a failure stays on the key, and how long it shows that a press worked. */
const reasonMs = 8_000
const doneMs = 900

/** One button of the deck: label, icon, live state, and what became of the last press. */
export function createKey(
  view: ButtonView,
  {
    press,
    announce,
  }: { press: (call: DeckCall) => Promise<unknown>; announce: (text: string, isFailure?: boolean) => void },
): Key {
  const { label } = view
  const state = element('span', { class: 'state' })
  const result = element('span', { class: 'result' })
  const { drawing, run } = ring()
  const parts: Node[] = [element('span', { class: 'label', text: label })]
  if (view.icon !== undefined) parts.unshift(icon(view.icon))
  if (view.state !== undefined) parts.push(state)
  const canAct = view.action !== undefined || view.action_when_on !== undefined
  const key = canAct
    ? element('button', { class: 'key' }, ...parts, result, drawing)
    : element('div', { class: 'key shown' }, ...parts)
  key.dataset.color = view.color
  let isOn: boolean | null = null
  let isBusy = false
  let waits = 0
  let clearing: ReturnType<typeof setTimeout> | undefined

  function say(text: string, outcome: 'done' | 'failed'): void {
    clearTimeout(clearing)
    result.textContent = outcome === 'failed' ? text : ''
    key.dataset.result = outcome
    clearing = setTimeout(
      () => {
        result.textContent = ''
        delete key.dataset.result
      },
      outcome === 'failed' ? reasonMs : doneMs,
    )
  }

  async function wait(seconds: number): Promise<void> {
    waits++
    key.setAttribute('aria-disabled', 'true')
    await run(seconds)
    if (--waits === 0) key.removeAttribute('aria-disabled')
  }

  async function act(): Promise<void> {
    const call = isOn === true ? (view.action_when_on ?? view.action) : view.action
    if (call === undefined || isBusy || waits > 0) return
    vibrate('press')
    if (view.confirm) {
      const title = messages.confirmTitle({ label })
      const help = view.irreversible ? messages.cannotBeUndone() : messages.confirmHelp()
      if (!(await ask({ title, help, yes: label }))) return key.focus()
      key.focus()
    }
    isBusy = true
    key.dataset.busy = ''
    try {
      await press(call)
      say('', 'done')
      announce(messages.done({ label }))
      if (view.cooldown_seconds > 0) void wait(view.cooldown_seconds)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      vibrate('failure')
      say(error.message, 'failed')
      announce(messages.failed({ label, reason: error.message }), true)
      if (error.retrySeconds > 0) void wait(error.retrySeconds)
    } finally {
      isBusy = false
      delete key.dataset.busy
    }
  }

  if (key instanceof HTMLButtonElement) {
    key.type = 'button'
    key.addEventListener('click', () => void act())
  }
  return {
    element: key,
    show(shown, problem) {
      isOn = shown.isOn
      state.textContent = shown.text
      state.title = problem
      if (shown.isOn === null) delete key.dataset.on
      else key.dataset.on = String(shown.isOn)
      if (canAct && shown.isOn !== null) key.setAttribute('aria-pressed', String(shown.isOn))
      else key.removeAttribute('aria-pressed')
    },
  }
}
