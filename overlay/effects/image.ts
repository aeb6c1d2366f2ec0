import { image } from '../../src/capabilities/effects/contract/effects/image.ts'
import { messages } from '../../src/capabilities/overlay/contract/overlay-texts.ts'
import { TextError } from '../../src/kernel/text/text-error.ts'
import { implementEffect } from '../effect.ts'
import { imageUrl, loadImage } from '../media.ts'

/** An image that pops up. `url` is the address of the file of the setting `image`. */
export const effect = implementEffect(image, async ({ element, given, settings, theme, lifeMs }) => {
  const url = imageUrl(given.url)
  if (url === undefined) throw new TextError(messages.effectWithoutImage.of())
  const image = await loadImage(url)
  image.className = 'pop'
  image.style.left = `${settings.x * 100}vw`
  image.style.top = `${settings.y * 100}vh`
  image.style.maxHeight = `${settings.size * 100}vh`
  element.append(image)
  const middle = (size: number, turn = 0) => `translate(-50%, -50%) scale(${size}) rotate(${turn}deg)`
  const easing = theme === 'pixel' ? 'steps(5)' : 'cubic-bezier(0.2, 1.4, 0.4, 1)'
  const inMs = Math.min(450, lifeMs / 3)
  image.animate(
    [
      { opacity: 0, transform: middle(0.4, -6) },
      { opacity: 1, transform: middle(1) },
    ],
    { duration: inMs, easing },
  )
  image.animate(
    [
      { opacity: 1, transform: middle(1) },
      { opacity: 0, transform: middle(1.08) },
    ],
    {
      duration: inMs,
      delay: lifeMs - inMs,
      fill: 'forwards',
      easing: 'ease-in',
    },
  )
  return () => image.remove()
})
