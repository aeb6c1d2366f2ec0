import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  /** Names what will be lost. */
  readonly help: string
  readonly submit: string
  readonly onClose: () => void
  readonly onSubmit: () => void
  /** More about it, below. */
  readonly children?: ComponentChildren
}

/** Asks before an action that takes something away. */
export function Confirm({ help, children, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog} danger>
      <p class="soft">{help}</p>
      {children}
    </Dialog>
  )
}
