import { type IconName, iconPaths } from '../../../src/contract/icons.ts'

export type GlyphName = IconName

export function Glyph({ name }: { name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}
