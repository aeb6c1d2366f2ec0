/** Icons on a grid of 24, drawn with lines, for the list of actions and for keys. */
export const icons = {
  call: 'M4 12h12m-5-5 5 5-5 5M20 5v14',
  clip: 'M4 6h16v12H4zM8 6v12M16 6v12M4 10h4M4 14h4M16 10h4M16 14h4',
  alert: 'M6 17h12l-1.5-2V10a4.5 4.5 0 0 0-9 0v5zM10.5 20a1.8 1.8 0 0 0 3 0',
  speech: 'M4 5h16v10h-9l-4 4v-4H4zM8 9h8M8 12h5',
  effect: 'M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3',
  song: 'M9 18V6l10-2v11M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M19 15a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  message: 'M4 5h16v11H4zM4 6l8 6 8-6M4 20h16',
  command: 'M12 4v10M12 18v2M5 4h3M5 20h3M16 4h3M16 20h3M3 6v12M21 6v12',
  automation: 'M6 4v4a4 4 0 0 0 4 4h8m-4-4 4 4-4 4M6 20v-4a4 4 0 0 1 4-4',
  cue: 'M12 12m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M10 8.5l5.5 3.5-5.5 3.5z',
  scene: 'M3 5h18v11H3zM9 20h6M12 16v4',
  points: 'M12 3l2.6 5.6 6.1.7-4.5 4.2 1.2 6L12 16.5 6.6 19.5l1.2-6-4.5-4.2 6.1-.7z',
  shield: 'M12 3l8 3v5c0 5-3.4 8.6-8 10-4.6-1.4-8-5-8-10V6zM9 12l2.2 2.2L15.5 10',
  viewers: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6M12 12m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0',
  volume: 'M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
} as const

export type IconName = keyof typeof icons

/** The icon alone, in one colour and without a ground, as the list of actions wants it. */
export function iconFile(name: IconName, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">${iconLines(name, '#ffffff', 2)}</svg>\n`
}

export function iconLines(name: IconName, color: string, width: number): string {
  return `<path d="${icons[name]}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}
