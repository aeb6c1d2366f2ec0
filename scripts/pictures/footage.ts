/** Pictures of a game, in place of footage behind the overlay. Bands instead of gradients keep the files small. */
export const footage = {
  dark: scene({ sky: ['#101a2b', '#142134'], moon: '#d9d3bb', hills: ['#13251f', '#0a1512'] }),
  light: scene({ sky: ['#b5dcf5', '#c5e4f7'], moon: '#fff6d0', hills: ['#cfe6d2', '#f4f1e4'] }),
}
export type Footage = keyof typeof footage

/** The background of an element. */
export function footageCss(light: Footage): string {
  return `url("data:image/svg+xml,${encodeURIComponent(footage[light])}") center / cover`
}

function scene({ sky, moon, hills }: { sky: [string, string]; moon: string; hills: [string, string] }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="1920" height="1080" fill="${sky[0]}"/>
    <rect y="520" width="1920" height="560" fill="${sky[1]}"/><circle cx="1450" cy="250" r="95" fill="${moon}"/>
    <path d="M0 770Q300 530 620 710T1240 650T1920 710V1080H0Z" fill="${hills[0]}"/>
    <path d="M0 890Q420 730 820 870T1600 830T1920 890V1080H0Z" fill="${hills[1]}"/></svg>`
}
