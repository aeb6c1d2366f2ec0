import type { ComponentChildren } from 'preact'

interface FormProps {
  readonly class?: string
  readonly label?: string
  readonly onSubmit: () => Promise<void>
  readonly children: ComponentChildren
}

/** A form whose submitting is ours: the page stays where it is. */
export function Form({ class: className, label, onSubmit, children }: FormProps) {
  return (
    <form
      class={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}
