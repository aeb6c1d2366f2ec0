import { type ButtonIcon, Icon } from './icon.tsx'

interface IconButtonProps {
  readonly icon: ButtonIcon
  /** What the button does, for screen readers and as tooltip. */
  readonly label: string
  /** A shorter tooltip, where the label also names the row. */
  readonly title?: string | undefined
  readonly disabled?: boolean
  /** It reaches no server, so it works while the server is away. */
  readonly isLocal?: boolean
  readonly onClick: () => void
}

/** A button that shows an icon and no text. */
export function IconButton({ icon, label, title = label, isLocal, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button quiet icon small"
      aria-label={label}
      title={title}
      data-local={isLocal || undefined}
      {...button}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Leads back to the list on screens where list and detail do not fit side by side. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a class="button quiet icon small narrow-only" href={href} aria-label={label}>
      <Icon name="back" />
    </a>
  )
}
