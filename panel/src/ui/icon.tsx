import { type IconName, iconPaths } from '../../../src/definitions/icons.ts'

/** Icons that point along the text, which are mirrored where it runs from right to left. */
const along: ReadonlySet<ButtonIcon> = new Set(['back', 'undo', 'redo'])

/** Those that only buttons of the panel have: a deck can choose among the others. */
const buttonPaths = {
  mute: 'M2.5 6.25v3.5H5l3.25 2.75v-9L5 6.25zM10.75 6.25l3 3.5M13.75 6.25l-3 3.5',
  pin: 'M9.5 2.5l4 4-3 1-1.75 3.5L5 7.25 8.5 5.5zM6.75 9.25l-4 4',
  horn: 'M2.5 6.5v3l7.5 3v-9zM10 6a2.25 2.25 0 0 1 0 4M4.25 10.25l.75 3h1.75L6 10.75',
} as const

export type ButtonIcon = IconName | keyof typeof buttonPaths
const paths: Readonly<Record<ButtonIcon, string>> = { ...iconPaths, ...buttonPaths }

export function Icon({ name }: { name: ButtonIcon }) {
  return (
    <svg class={along.has(name) ? 'glyph along' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
