import { definePage } from '../../../definitions/define-page.ts'

export const webhooksPage = definePage({
  name: 'webhooks',
  // Not /webhooks: other servers post there, also through a tunnel that answers nothing else.
  path: '/hooks',
  title: 'Webhooks',
  group: 'api',
  icon: 'webhooks',
  shortcut: 'b',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New webhook', path: '/hooks?new', icon: 'plus', role: 'owner' } },
  samples: ['/hooks', '/hooks?new'],
})
