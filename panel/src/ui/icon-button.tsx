import { Glyph, type GlyphName } from './glyph.tsx'

interface IconButtonProps {
  readonly glyph: GlyphName
  /** What it does, for the ear and for whoever points at it. */
  readonly label: string
  /** Shorter words for whoever points, where the label names the row as well. */
  readonly title?: string | undefined
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** A button that is a drawing alone. */
export function IconButton({ glyph, label, title = label, ...button }: IconButtonProps) {
  return (
    <button type="button" class="button quiet icon small" aria-label={label} title={title} {...button}>
      <Glyph name={glyph} />
    </button>
  )
}

/** Back from what was chosen to its list, where both do not fit beside each other. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a class="button quiet icon small narrow-only" href={href} aria-label={label}>
      <Glyph name="back" />
    </a>
  )
}
