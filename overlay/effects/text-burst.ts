import { textBurst } from '../../src/capabilities/effects/contract/effects/text-burst.ts'
import { between, signsOf } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

const maxSigns = 60

/** Large letters that pop up one after the other and fly apart. The text comes from the settings or from the call. */
export const effect = implementEffect(textBurst, ({ element, settings, data, theme, lifeMs }) => {
  const signs = signsOf(
    [data.text, data.message, settings.text].find((text) => typeof text === 'string' && text !== ''),
  )
  const line = document.createElement('p')
  line.className = 'burst'
  line.dir = 'auto'
  // A few letters fill the width, many fit into it.
  line.style.setProperty('--signs', String(Math.max(Math.min(signs.length, maxSigns), 5)))
  element.querySelector('.caption')?.setAttribute('hidden', '')
  element.append(line)
  const shown = signs.slice(0, maxSigns)
  const stepped = theme === 'pixel' ? 'steps(4)' : undefined
  const eachMs = Math.min(45, lifeMs / 4 / Math.max(shown.length, 1))
  const outMs = Math.min(600, lifeMs / 3)
  for (const [index, sign] of shown.entries()) {
    const letter = document.createElement('span')
    letter.textContent = sign
    line.append(letter)
    letter.animate(
      [
        { opacity: 0, transform: 'translateY(40%) scale(0.2) rotate(-14deg)' },
        { opacity: 1, transform: 'translateY(-14%) scale(1.14) rotate(3deg)', offset: 0.65 },
        { opacity: 1, transform: 'none' },
      ],
      { duration: 420, delay: index * eachMs, fill: 'backwards', easing: stepped ?? 'cubic-bezier(0.2, 0.8, 0.3, 1)' },
    )
    const away = `translate(${between(-30, 30)}vw, ${between(-42, 18)}vh) rotate(${between(-200, 200)}deg) scale(0.5)`
    letter.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: away },
      ],
      {
        duration: outMs,
        delay: lifeMs - outMs,
        fill: 'forwards',
        easing: stepped ?? 'cubic-bezier(0.5, 0, 0.9, 0.6)',
      },
    )
  }
  return () => line.remove()
})
