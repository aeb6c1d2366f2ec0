import { type IconName, iconPaths } from '../src/definitions/icons.ts'

/** An element with a class and text. Text never becomes markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { class: className = '', text = '' }: { class?: string; text?: string } = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  if (text !== '') created.textContent = text
  created.append(...children)
  return created
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element ${id}`)
  return found
}

export function buttonElement(text: string, className: string, onPress: () => void): HTMLButtonElement {
  const created = element('button', { class: className, text })
  created.type = 'button'
  created.addEventListener('click', onPress)
  return created
}

const svg = 'http://www.w3.org/2000/svg'

export function icon(name: IconName): SVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 16 16')
  drawing.setAttribute('class', 'icon')
  drawing.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', iconPaths[name])
  drawing.append(path)
  return drawing
}

const ringLength = 100

/** A ring that empties while a button has to wait. */
export function ring(): { readonly drawing: SVGElement; run(seconds: number): Promise<void> } {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 36 36')
  drawing.setAttribute('class', 'ring')
  drawing.setAttribute('aria-hidden', 'true')
  const circle = document.createElementNS(svg, 'circle')
  for (const [name, value] of Object.entries({ cx: 18, cy: 18, r: 15.5, pathLength: ringLength }))
    circle.setAttribute(name, String(value))
  drawing.append(circle)
  return {
    drawing,
    async run(seconds) {
      drawing.classList.add('running')
      const frames = [{ strokeDashoffset: '0' }, { strokeDashoffset: String(ringLength) }]
      await circle.animate(frames, { duration: seconds * 1000, easing: 'linear' }).finished
      drawing.classList.remove('running')
    },
  }
}
