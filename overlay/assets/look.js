// @ts-check

/** @import { Settings } from './settings.js' */

const faces = {
  inter: "'Showcaller Inter', 'Noto Sans', system-ui, sans-serif",
  oswald: "'Showcaller Oswald', 'Arial Narrow', system-ui, sans-serif",
  'press-start-2p': "'Showcaller Press Start 2P', monospace",
  system: 'system-ui, sans-serif',
}

const usualFaces = /** @type {const} */ ({ clean: 'inter', neon: 'oswald', pixel: 'press-start-2p' })

/** Dresses the page. Colours and sizes go in as custom properties, which a strict policy allows a script to set. */
export function createLook() {
  /** @param {Settings} settings */
  return ({ look, font, colors, scale, customCssUrl }) => {
    document.body.dataset.look = look
    const { style } = document.documentElement
    set('--scale', String(scale))
    set('--font', font === undefined ? undefined : faces[font])
    for (const [name, value] of Object.entries(colors)) set(`--${name}`, value)
    sheet('look', look === 'clean' ? undefined : new URL(`look-${look}.css`, import.meta.url).href)
    sheet('custom', customCssUrl)
    // Now, while the server is there, and not with the first card.
    void document.fonts.load(`1rem ${faces[font ?? usualFaces[look]]}`).catch(() => {})

    /** @param {string} name @param {string | undefined} value */
    function set(name, value) {
      if (value === undefined) style.removeProperty(name)
      else style.setProperty(name, value)
    }
  }
}

/** @param {string} id @param {string | undefined} href */
function sheet(id, href) {
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
