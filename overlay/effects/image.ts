import type { EffectStage } from '../effects.ts'
import { loadImage, pictureUrl } from '../media.ts'
import { numberOf } from '../values.ts'

/** A picture that pops up. `url` is a file of this server, `x` and `y` run from 0 to 1, `size` is a share of the height. */
export async function start({ element, settings, look, lifeMs }: EffectStage) {
  const url = pictureUrl(settings.url)
  if (url === undefined) throw new Error('the effect has no picture of this server')
  const image = await loadImage(url)
  image.className = 'pop'
  image.style.left = `${numberOf(settings.x, 0, 1, 0.5) * 100}vw`
  image.style.top = `${numberOf(settings.y, 0, 1, 0.5) * 100}vh`
  image.style.maxHeight = `${numberOf(settings.size, 0.05, 1, 0.45) * 100}vh`
  element.append(image)
  const middle = (size: number, turn = 0) => `translate(-50%, -50%) scale(${size}) rotate(${turn}deg)`
  const easing = look === 'pixel' ? 'steps(5)' : 'cubic-bezier(0.2, 1.4, 0.4, 1)'
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
}
