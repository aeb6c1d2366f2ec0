import { signal } from '@preact/signals'
import { Trouble } from '../api.ts'
import { words } from '../words/words.ts'
import { Glyph } from './glyph.tsx'
import { Light, type LightState } from './light.tsx'

interface Toast {
  readonly id: number
  readonly state: LightState
  readonly text: string
}

const shownMs = 6000
const toasts = signal<readonly Toast[]>([])
let last = 0

export function say(text: string, state: LightState = 'go'): void {
  const toast = { id: ++last, state, text }
  toasts.value = [...toasts.value, toast].slice(-4)
  setTimeout(() => dismiss(toast.id), shownMs)
}

/** For trouble that has no field to stand beside. */
export function sayTrouble(error: unknown): void {
  if (!(error instanceof Trouble)) throw error
  if (error.status !== 401) say(error.message, 'stop')
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, state, text }) => (
        <div class="toast" key={id}>
          <Light state={state} word={text} />
          <button
            type="button"
            class="button quiet icon small"
            aria-label={words.common.close}
            onClick={() => dismiss(id)}
          >
            <Glyph name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
