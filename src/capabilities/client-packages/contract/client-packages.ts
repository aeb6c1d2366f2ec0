/** The packages for other programs: what is built, under which name it is downloaded, and where its guide is. */
export const clientPackages = [
  {
    name: 'streamdeck',
    program: 'Stream Deck',
    // The ending that the app of Elgato opens.
    file: 'io.showcaller.deck.streamDeckPlugin',
    guide: '/docs/guides/stream-deck',
  },
  {
    name: 'companion',
    program: 'Bitfocus Companion',
    file: 'companion-module-showcaller.tgz',
    guide: '/docs/guides/companion',
  },
  {
    name: 'node-red',
    program: 'Node-RED',
    file: 'node-red-contrib-showcaller.tgz',
    guide: '/docs/guides/node-red',
  },
  { name: 'n8n', program: 'n8n', file: 'n8n-nodes-showcaller.tgz', guide: '/docs/guides/n8n' },
] as const

export type ClientPackage = (typeof clientPackages)[number]
export type ClientName = ClientPackage['name']

/** A fixed address, also after an upgrade. */
export const clientPackagePath = ({ file }: Pick<ClientPackage, 'file'>) => `/clients/${file}`
