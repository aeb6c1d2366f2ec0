import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, object, withDefault } from '../../../kernel/schema/schema.ts'

/** No section: both switches are changed in the Kick entry of Settings › Platforms, after a recent sign-in. */
export const kickReachSettings = defineSetting({
  name: 'kick_reach',
  title: 'Kick events',
  help: 'How messages and events of Kick reach this server.',
  role: 'owner',
  schema: object({
    tunnel: withDefault(
      boolean({
        title: 'Tunnel',
        description: 'Opens a tunnel with Tailscale Funnel, which publishes the webhook addresses and nothing else.',
      }),
      false,
    ),
    mirror: withDefault(
      boolean({
        title: 'Mirror the chat page',
        description: 'The paired browser extension sends what the open Kick page receives. May break at any time.',
      }),
      false,
    ),
  }),
})
