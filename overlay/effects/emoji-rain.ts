import { drift } from '../drawing/drift.ts'
import { countOf, signsOf, sprite } from '../drawing/sprites.ts'

import type { EffectStage } from '../effects.ts'

const usual = '🎉🎊⭐🔥'
const maxKinds = 12

/** `emoji` stands in the settings, or in the caller's data. */
export function start({ settings, data, look, lifeMs }: EffectStage) {
  const wanted = signsOf(data.emoji ?? settings.emoji).filter((sign) => sign.trim() !== '')
  const signs = [...new Set(wanted.length > 0 ? wanted : signsOf(usual))].slice(0, maxKinds)
  return drift({
    pictures: signs.map(stamp),
    count: countOf(settings.pieces, 60, 160),
    lifeMs,
    inPixels: look === 'pixel',
    speed: [260, 520],
    size: [56, 118],
    sway: 30,
    spin: 1.2,
  })
}

function stamp(sign: string) {
  return sprite(128, (pen, size) => {
    pen.font = `${size * 0.74}px system-ui, sans-serif`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillStyle = '#ffffff'
    pen.fillText(sign, size / 2, size / 2 + size * 0.04, size)
  })
}
