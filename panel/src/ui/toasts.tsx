import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { commonMessages } from '../messages/common.ts'
import { IconButton } from './icon-button.tsx'
import type { LightState } from './light.tsx'
import { useClearOfControls } from './use-clear-of-controls.ts'

interface Toast {
  readonly id: number
  readonly state: LightState
  readonly text: string
  /** Reverts the action that the toast reports. */
  readonly onUndo: (() => Promise<unknown>) | undefined
}

const shownMs = 5000
/** A long text stays for as long as it takes to read it. */
const readingMs = 50
const shownWithUndoMs = 12_000
const toasts = signal<readonly Toast[]>([])
let last = 0

export function showToast(text: string, state: LightState = 'go', onUndo?: () => Promise<unknown>): void {
  const toast = { id: ++last, state, text, onUndo }
  toasts.value = [...toasts.value, toast].slice(-4)
  setTimeout(() => dismiss(toast.id), (onUndo === undefined ? shownMs : shownWithUndoMs) + text.length * readingMs)
}

/** For an error that belongs to no field of a form. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (error.status !== 401 || error.isOldSignIn) showToast(error.message, 'stop')
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts() {
  const ref = useRef<HTMLDivElement>(null)
  useClearOfControls(ref, toasts.value.length)
  return (
    <div class="toasts" role="status" aria-live="polite" ref={ref}>
      {toasts.value.map(({ id, state, text, onUndo }) => (
        <div class="toast" key={id}>
          <p class={`light ${state} text`}>
            <span>{text}</span>
          </p>
          {onUndo !== undefined && (
            <button
              type="button"
              class="button small"
              data-local
              onClick={() => {
                dismiss(id)
                void onUndo().catch(showError)
              }}
            >
              {commonMessages.undo()}
            </button>
          )}
          <IconButton icon="close" label={commonMessages.close()} isLocal onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
