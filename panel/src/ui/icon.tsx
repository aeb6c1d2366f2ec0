import { type IconName, iconPaths } from '../../../src/definitions/icons.ts'

/** Icons that point along the text, which are mirrored where it runs from right to left. */
const along: ReadonlySet<IconName> = new Set(['back', 'undo', 'redo'])

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={along.has(name) ? 'glyph along' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}
