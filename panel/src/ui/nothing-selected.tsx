import { Glyph, type GlyphName } from './glyph.tsx'

/** The place of what will be chosen from the list beside it. */
export function Unchosen({ glyph, children }: { glyph: GlyphName; children: string }) {
  return (
    <div class="unchosen">
      <Glyph name={glyph} />
      <p>{children}</p>
    </div>
  )
}
