import type { ComponentChildren } from 'preact'

interface FormProps {
  readonly class?: string
  readonly label?: string
  readonly onSubmit: () => Promise<void>
  readonly children: ComponentChildren
}

/** A form that is submitted by script, without leaving the page. */
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
