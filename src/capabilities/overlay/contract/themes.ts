import type { Choice } from '../../../definitions/setting-fields.ts'
import { defineMessages, message } from '../../../kernel/text/message.ts'

/** Texts of settings that the overlay, its widgets and its effects have. */
export const themeTexts = defineMessages('overlay', {
  theme: 'Theme',
  font: 'Font',
  themeFont: 'Theme font',
  colors: 'Colours',
  colorsHelp: 'Without any, the colours of the theme are used.',
})

/** The fonts that come with the overlay, with their fallbacks. */
export const fonts = {
  inter: {
    title: message('overlay.fonts.inter', 'Inter'),
    css: "'Showcaller Inter', 'Noto Sans', system-ui, sans-serif",
  },
  oswald: {
    title: message('overlay.fonts.oswald', 'Oswald'),
    css: "'Showcaller Oswald', 'Arial Narrow', system-ui, sans-serif",
  },
  'press-start-2p': {
    title: message('overlay.fonts.press-start-2p', 'Press Start 2P'),
    css: "'Showcaller Press Start 2P', monospace",
  },
  system: { title: message('overlay.fonts.system', 'System font'), css: 'system-ui, sans-serif' },
} satisfies Readonly<Record<string, Choice>>

/** How the overlay draws everything. Each theme but the first has a stylesheet, `overlay/assets/theme-<name>.css`. */
export const themes = {
  clean: {
    title: message('overlay.themes.clean', 'Clean'),
    help: message('overlay.themes.cleanHelp', 'A dark card with a warm accent.'),
    font: 'inter',
  },
  neon: {
    title: message('overlay.themes.neon', 'Neon'),
    help: message('overlay.themes.neonHelp', 'Glowing outlines.'),
    font: 'oswald',
  },
  pixel: {
    title: message('overlay.themes.pixel', 'Pixel'),
    help: message('overlay.themes.pixelHelp', 'Hard edges, like an 8-bit game.'),
    font: 'press-start-2p',
  },
} satisfies Readonly<Record<string, Choice & { readonly font: keyof typeof fonts }>>

export type Theme = keyof typeof themes
