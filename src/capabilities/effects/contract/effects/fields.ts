import { colors as colorsField, count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { type Field, share } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { themeTexts } from '../../../overlay/contract/themes.ts'

// Fields that several effects have.

const piecesTitle = message('effects.pieces', 'Pieces')
const sizeTitle = contentLabels.size

export const maxColors = 12

export function pieces(bounds: { readonly max: number; readonly default: number }) {
  return count({ title: piecesTitle }, bounds)
}

export const colors = colorsField(
  {
    title: themeTexts.colors,
    help: themeTexts.colorsHelp,
  },
  { max: maxColors, initial: '#f2b24c' },
)

export const position = {
  x: share(
    {
      title: message('effects.x', 'Horizontal position'),
      help: message('effects.xHelp', '0 is the left edge, 1 the right edge.'),
    },
    { default: 0.5 },
  ),
  y: share(
    {
      title: message('effects.y', 'Vertical position'),
      help: message('effects.yHelp', '0 is the top edge, 1 the bottom edge.'),
    },
    { default: 0.5 },
  ),
} satisfies Readonly<Record<string, Field>>

export function size(bounds: { readonly min: number; readonly default: number }) {
  return share({ title: sizeTitle, help: message('effects.sizeHelp', 'A share of the height of the picture.') }, bounds)
}
