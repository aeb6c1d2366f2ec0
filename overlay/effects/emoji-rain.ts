import { emojiRain } from '../../src/capabilities/effects/contract/effects/emoji-rain.ts'
import { drift } from '../drawing/drift.ts'
import { signsOf, sprite } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

const maxKinds = 12

/** `emoji` comes from the settings or from the data of the call. */
export const effect = implementEffect(emojiRain, ({ settings, data, theme, lifeMs }) => {
  const wanted = signsOf(data.emoji ?? settings.emoji).filter((sign) => sign.trim() !== '')
  const signs = [...new Set(wanted.length > 0 ? wanted : signsOf(emojiRain.settings.emoji.default))].slice(0, maxKinds)
  return drift({
    pictures: signs.map(stamp),
    count: settings.pieces,
    lifeMs,
    inPixels: theme === 'pixel',
    speed: [260, 520],
    size: [56, 118],
    sway: 30,
    spin: 1.2,
  })
})

function stamp(sign: string) {
  return sprite(128, (pen, size) => {
    pen.font = `${size * 0.74}px system-ui, sans-serif`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillStyle = '#ffffff'
    pen.fillText(sign, size / 2, size / 2 + size * 0.04, size)
  })
}
