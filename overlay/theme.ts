import type { Settings } from './settings.ts'

const faces = {
  inter: "'Showcaller Inter', 'Noto Sans', system-ui, sans-serif",
  oswald: "'Showcaller Oswald', 'Arial Narrow', system-ui, sans-serif",
  'press-start-2p': "'Showcaller Press Start 2P', monospace",
  system: 'system-ui, sans-serif',
}

const usualFaces = { clean: 'inter', neon: 'oswald', pixel: 'press-start-2p' } as const
let face = faces.inter

/** Dresses the page. Colours and sizes go in as custom properties, which a strict policy allows a script to set. */
export function dress({ look, font, colors, scale, customCssUrl }: Settings) {
  document.body.dataset.look = look
  setProperty('--scale', String(scale))
  setProperty('--font', font === undefined ? undefined : faces[font])
  for (const [name, value] of Object.entries(colors)) setProperty(`--${name}`, value)
  sheet('look', look === 'clean' ? undefined : new URL(`theme-${look}.css`, import.meta.url).href)
  sheet('custom', customCssUrl)
  face = faces[font ?? usualFaces[look]]
  loadFace()
}

/** Now, while the server is there, and not with the first card. */
function loadFace() {
  void document.fonts.load(`1rem ${face}`).catch(() => {})
}

/** A face that was being loaded when the line was cut is never asked for again, unless its sheet comes anew. */
export function mendFaces() {
  const isBroken = Array.from(document.fonts).some(({ status }) => status === 'error')
  const old = document.querySelector('link[href*="fonts.css"]')
  if (!isBroken || !(old instanceof HTMLLinkElement)) return
  const anew = document.createElement('link')
  anew.rel = 'stylesheet'
  anew.href = old.href
  anew.onload = loadFace
  old.before(anew)
  old.remove()
}

function setProperty(name: string, value: string | undefined) {
  const { style } = document.documentElement
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}

function sheet(id: string, href: string | undefined) {
  const old = document.querySelector(`link[data-sheet="${id}"]`)
  if (old instanceof HTMLLinkElement && old.href === href) return
  if (href !== undefined) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.dataset.sheet = id
    link.href = href
    // The broadcaster's own comes last and wins.
    const custom = document.querySelector('link[data-sheet="custom"]')
    if (id === 'look' && custom !== null) custom.before(link)
    else document.head.append(link)
  }
  old?.remove()
}
