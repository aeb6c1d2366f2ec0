import type { ClientName } from '../../../../src/capabilities/client-packages/contract/client-packages.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const clientPackageMessages = defineMessages('settings.clients', {
  title: 'Stream Deck, Companion, Node-RED and n8n',
  help: 'Download the package for your program, install it, and enter the address of this server and a key from the Keys page.',
  download: 'Download ({size})',
  downloadOne: 'Download the package for {program} ({size})',
  guide: 'Guide for {program}',
  notBuilt: 'Not built. In the folder of the source code, run npm run pack-clients.',
  streamdeck: 'Open the file. The Stream Deck app installs it.',
  companion: 'In Companion, open Modules and choose Import module package.',
  nodeRed: 'In Node-RED, open Manage palette › Install and upload the file.',
  n8n: 'In the folder .n8n/nodes, install the file with npm, then restart n8n.',
})

export const installMessages: Readonly<Record<ClientName, () => string>> = {
  streamdeck: clientPackageMessages.streamdeck,
  companion: clientPackageMessages.companion,
  'node-red': clientPackageMessages.nodeRed,
  n8n: clientPackageMessages.n8n,
}
