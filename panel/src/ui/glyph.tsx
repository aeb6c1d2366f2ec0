/** The few drawings there are, on a grid of 16, in the colour of the text. */
const paths = {
  home: 'M2.5 7.5 8 2.75l5.5 4.75V13a.75.75 0 0 1-.75.75h-9.5A.75.75 0 0 1 2.5 13zM6.25 13.5V9.25h3.5v4.25',
  overlay: 'M2.25 3.25h11.5v7.5H2.25zM5.5 13.25h5M8 10.75v2.5',
  activity: 'M1.75 8h2.5l2-5 3.5 10 2-5h2.5',
  viewers:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.75 13.25c0-2.3 1.9-3.75 4.25-3.75s4.25 1.45 4.25 3.75M10.5 2.75a2.4 2.4 0 0 1 0 4.5M12 9.85c1.4.5 2.25 1.7 2.25 3.4',
  keys: 'M9.5 6.5a3.25 3.25 0 1 0-2.4 3.14L8.5 11h1.75v1.75H12V14h2.25v-2.5L9.36 7.2',
  console: 'M2.25 3.25h11.5v9.5H2.25zM4.75 6.25 6.75 8l-2 1.75M8.25 10h3',
  settings: 'M2.25 4.5h6M11.75 4.5h2M2.25 11.5h2M7.75 11.5h6M10 6.25v-3.5M6 13.25v-3.5',
  more: 'M3.25 8h.01M8 8h.01M12.75 8h.01',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.25 10.25l3.5 3.5',
  copy: 'M5.75 5.75h7.5v7.5h-7.5zM10.25 5.5V2.75h-7.5v7.5h2.75',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  edit: 'M10.5 3 13 5.5 5.75 12.75l-3.25.75.75-3.25z',
  plus: 'M8 3v10M3 8h10',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  sandbox: 'M2.25 13.25h11.5M4 13V8.5h8V13M6 8.25V5.5h4v2.75M8 5.25V2.5l2.25 1L8 4.5',
} as const

export type GlyphName = keyof typeof paths

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
