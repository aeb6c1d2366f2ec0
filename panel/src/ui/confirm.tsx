import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  /** Names what will be lost. */
  readonly help: string
  readonly submit: string
  readonly onClose: () => void
  readonly onSubmit: () => void
}

/** Asks before an action that cannot be undone. */
export function Confirm({ help, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog} danger>
      <p class="soft">{help}</p>
    </Dialog>
  )
}
