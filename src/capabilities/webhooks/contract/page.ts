import { definePage } from '../../../definitions/define-page.ts'

export const webhooksPage = definePage({
  name: 'webhooks',
  // Not /webhooks: other servers post there, also through a tunnel that answers nothing else.
  path: '/developer/webhooks',
  title: 'Webhooks',
  place: 'developer',
  icon: 'webhooks',
  shortcut: 'b',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New webhook', path: '/developer/webhooks?new', icon: 'plus', role: 'owner' } },
})
