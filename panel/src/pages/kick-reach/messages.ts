import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const reachMessages = defineMessages('settings.kick-reach', {
  title: 'Receiving events from Kick',
  lead: 'Kick sends chat and events only to a public HTTPS address, which you enter once in your Kick app. Choose how they reach this server.',
  working: 'Working: {ways}',
  nothing: 'Nothing arrives yet',
  complete: 'All events arrive.',
  missing: 'Missing meanwhile: {kinds}.',
  lastEvent: commonTexts.lastEvent,
  address: 'Webhook URL for your Kick app',
  addressHelp: 'Enter it once at kick.com/settings/developer, and turn on Enable Webhooks there.',
  check: commonTexts.checkNow,
  proved: 'Proved',
  recommended: 'Recommended',
  mayBreak: 'May break',
  turnOn: commonLabels.turnOn,
  turnOnOne: 'Turn on: {way}',
  turnOff: commonLabels.turnOff,
  turnOffOne: 'Turn off: {way}',
  showLink: commonTexts.showLink,
  solve: 'Open the page that solves it',
  others: 'Another channel on this server uses it, so it stays on.',
  firstChannel: 'Only an owner of the first channel of this server can turn it on.',
  mirrorTitle: 'Mirror the Kick page?',
  mirrorHelp:
    'A paired browser then sends the chat of your open Kick page to this server. Commands run with the roles that the page shows. Kick does not support this, and it may stop working at any time.',
  onlyOwner: 'Only owners can change this.',
})

export const reachWays = defineMessages('settings.kick-reach.ways', {
  tunnel: commonLabels.tunnel,
  mirror: 'Mirror of the Kick page',
  own: 'Your own public address',
})

export const reachTradeOffs = defineMessages('settings.kick-reach.trade-offs', {
  tunnel:
    'Free, and all events arrive. Tailscale gives this computer a lasting public name. Only the webhook addresses answer there, not the panel.',
  command: 'The tunnel set in this server’s configuration. All events arrive. Only webhooks are reachable through it.',
  mirror:
    'Needs no public address: the browser extension reads the page of your channel while it is open. Chat, subscriptions and gifted subscriptions arrive; follows, bans and KICKs do not.',
  own: 'All events arrive. Needs a domain with HTTPS that leads to this server, set as SHOWCALLER_PUBLIC_URL.',
})

export const reachKinds = defineMessages('settings.kick-reach.kinds', {
  chat: 'chat messages',
  subscription: 'subscriptions and gifts',
  follow: 'follows',
  ban: 'bans',
  bits: commonTexts.kicks,
})

export const tunnelStates = defineMessages('settings.kick-reach.tunnel', {
  off: commonTexts.off,
  starting: 'starting',
  on: commonTexts.on,
  needs_you: 'action needed',
  failed: 'failed, retrying',
})

export const ownStates = defineMessages('settings.kick-reach.own', {
  none: 'not set',
  local: 'not public',
  unproved: 'not checked',
  on: 'on',
  failed: 'failed',
})

export const mirrorStates = defineMessages('settings.kick-reach.mirror', {
  off: commonTexts.off,
  no_account: 'no account',
  no_browser: 'no browser',
  update_extension: 'old extension',
  no_page: 'page not open',
  reload_page: 'reload the page',
  page_changed: 'page not understood',
  waiting: 'waiting for a message',
  on: commonTexts.on,
})

/** What is wrong, and what to do. */
export const reachProblems = defineMessages('settings.kick-reach.problems', {
  not_installed:
    'Tailscale is not installed on this computer. Install it from tailscale.com, sign in, and check again.',
  signed_out: 'Tailscale is signed out. Sign in with the Tailscale app on this computer.',
  not_running: 'Tailscale is not running. Start it on this computer.',
  not_permitted:
    'Tailscale does not let this server change it. Run once: sudo tailscale set --operator=$USER, with the user that runs Showcaller.',
  not_enabled: 'Funnel or HTTPS is not turned on for your Tailscale network yet.',
  ports_in_use:
    'This computer already uses all ports of Funnel for something else. Free one of 443, 8443 and 10000 in Tailscale.',
  program_failed: 'The tunnel program reported an error. The log of the server has more.',
  stopped: 'The tunnel program ended. The server starts it again.',
  no_public_name: 'The public name is not known on the internet yet. This can take ten minutes after the first start.',
  unreachable: 'The public address does not answer from the internet.',
  wrong_server: 'The public address answers, but it does not lead to this server.',
  rewrites_host:
    'The tunnel replaces the host name of requests, so the whole panel is public through it. If the server started it, it was closed. Set the tunnel to keep the Host header.',
})

export const ownHelp = defineMessages('settings.kick-reach.own-help', {
  local: 'SHOWCALLER_PUBLIC_URL is not a public HTTPS address, so Kick cannot use it.',
})

/** What to do until the mirror works. */
export const mirrorHelp = defineMessages('settings.kick-reach.mirror-help', {
  no_account: 'Connect your Kick account first.',
  no_browser: 'Pair a browser in the box Clip extension, and open that browser.',
  update_extension: 'The extension in your browser is too old. Download it again in the box Clip extension.',
  no_page: 'Open your channel on kick.com in the paired browser, and keep it open.',
  reload_page: 'Load your Kick page again: it was opened before mirroring was turned on.',
  page_changed: 'Kick has changed its page. Download the newest extension in the box Clip extension.',
  waiting: 'Everything is ready. The first chat message proves it.',
})
