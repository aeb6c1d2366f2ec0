import { type Html, html, page } from '../../kernel/http/html.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { numberOf } from '../../kernel/text/formats.ts'
import type { PlatformDefinition } from '../../platforms/contract/definition.ts'
import { type Platform, platformOfName, platformTitles } from '../../platforms/contract/platforms.ts'
import type { Ban, SandboxChatLine } from '../../platforms/sandbox/memory.ts'
import { viewerNames } from '../../platforms/sandbox/users.ts'
import type { SandboxDiscordMessage } from '../discord/sandbox-server.ts'
import { sandboxMessages as messages } from './messages.ts'
import { supportForms } from './sandbox-support.ts'

interface PlatformView {
  readonly platform: Platform
  /** The platform's name in API calls. */
  readonly word: string
  /** Undefined when no sandbox account is connected. */
  readonly state:
    | {
        readonly live: boolean
        readonly title: string
        readonly category: string
        readonly viewers: number
        readonly followers: number
        readonly chat: readonly SandboxChatLine[]
        readonly bans: readonly Ban[]
      }
    | undefined
}

export interface SandboxView {
  readonly channel: Channel
  readonly platforms: readonly PlatformView[]
  readonly error: string | undefined
  /** The overlay link, on the page of the test channel. */
  readonly overlay: string | undefined
  /** What was sent to the simulated Discord server; undefined if a real bot is set up. */
  readonly discord: readonly (SandboxDiscordMessage & { readonly channel: string })[] | undefined
}

/** The page's script updates the parts with `data-renewed` and an id; forms keep what the person entered. */
export function sandboxPage({ channel, platforms, error, overlay, discord }: SandboxView): Html {
  const { isTestChannel } = channel
  return page({
    title: messages.titleOf({ channel: channel.name }),
    styles: ['/assets/plain.css', '/sandbox/assets/sandbox.css'],
    scripts: ['/sandbox/assets/sandbox.js'],
    body: html`<header class="bar">
<a class="logo" href="/">Showcaller</a>
<nav aria-label="${messages.channelSwitch()}">
${channelLink('/sandbox', messages.liveChannel(), !isTestChannel)}
${channelLink('/sandbox?channel=test', messages.testChannel(), isTestChannel)}
</nav>
<span class="renewal" data-renewal data-up-to-date="${messages.upToDate()}" data-signed-out="${messages.signedOut()}" data-offline="${messages.offline()}" data-unreachable="${messages.unreachable()}"><span class="light"></span> <span data-renewal-word>${messages.reloadToUpdate()}</span></span>
</header>
<main class="sandbox">
<div class="intro">
<h1>${messages.title()}</h1>
<p>${isTestChannel ? messages.testIntroduction() : messages.introduction()}</p>
${overlay === undefined ? undefined : html`<p>${messages.overlayOfTests()} <a href="${overlay}" target="_blank" rel="noreferrer"><code>${overlay}</code></a></p>`}
</div>
${error === undefined ? undefined : html`<p class="error" role="alert">${error}</p>`}
<div class="platform-cards">${platforms.map((view) => platformCard(view, isTestChannel))}${discord === undefined ? undefined : discordCard(discord)}</div>
</main>
<datalist id="viewers">${viewerNames()
      .slice(0, namedViewers)
      .map((name) => html`<option value="${name}"></option>`)}</datalist>`,
  })
}

const namedViewers = 40

function channelLink(href: string, text: string, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${href}" aria-current="page">${text}</a>` : html`<a href="${href}">${text}</a>`
}

function discordCard(sent: NonNullable<SandboxView['discord']>): Html {
  const lines = sent.map(({ id, channel, text, at }) => {
    const moment = new Date(at).toISOString()
    return html`<p id="discord-${id}"><time datetime="${moment}">${moment.slice(11, 16)}</time> <b>#${channel}</b> <span>${withLinks(text)}</span></p>`
  })
  return html`<section class="platform-card" id="discord" aria-labelledby="discord-name">
<header><h2 id="discord-name">Discord</h2></header>
<p class="muted-text">${messages.discordIntroduction()}</p>
<div class="chat" id="discord-messages" data-renewed="lines" role="log" aria-label="${messages.discordSent()}" tabindex="0">${lines}</div>
</section>`
}

/** The hidden button is first because Enter presses the first button: it sends, and does not end the stream. */
function platformCard(view: PlatformView, isTestChannel: boolean): Html {
  const { platform, word, state } = view
  const hiddenFields = html`<input type="hidden" name="platform" value="${word}">${
    isTestChannel ? html`<input type="hidden" name="channel" value="test">` : undefined
  }`
  return html`<section class="platform-card ${platform}" id="${platform}" aria-labelledby="${platform}-name">
<form method="post" action="/sandbox/page/chat">
${hiddenFields}
${state === undefined ? undefined : html`<button hidden>${messages.send()}</button>`}
<header>
<h2 id="${platform}-name">${platformTitles[platform]}</h2>
${word === platformTitles[platform] ? undefined : html`<code>${word}</code>`}
<div class="switches" id="${platform}-switches" data-renewed>${connectionButtons(view)}</div>
</header>
${state === undefined ? disconnectedBody(platform) : connectedBody(platform, state)}
</form>
${state === undefined ? undefined : banList(platform, state.bans, hiddenFields)}
<p class="answer" role="status" data-answer data-done="${messages.done({ action: '…' })}"></p>
</section>`
}

function connectionButtons({ platform, state }: PlatformView): Html {
  const name = platformTitles[platform]
  if (state === undefined) {
    return html`<span class="state"><span class="light"></span> ${messages.notConnected()}</span>
<button class="quiet" formaction="/sandbox/page/connect" aria-label="${messages.connectPlatform({ platform: name })}">${messages.connect()}</button>`
  }
  const change = state.live ? messages.goOffline() : messages.goLive()
  const label = state.live ? messages.goOfflineOn({ platform: name }) : messages.goLiveOn({ platform: name })
  return html`<span class="state"><span class="light ${state.live ? 'go' : ''}"></span> ${state.live ? messages.live() : messages.offline()}</span>
<button class="quiet" formaction="/sandbox/page/set-live" name="live" value="${state.live ? 'false' : 'true'}"
aria-label="${label}" formnovalidate>${change}</button>
<button class="quiet" formaction="/sandbox/page/disconnect" aria-label="${messages.disconnectPlatform({ platform: name })}" formnovalidate>${messages.disconnect()}</button>`
}

function disconnectedBody(platform: Platform): Html {
  return html`<p class="muted-text">${messages.noAccount({ platform: platformTitles[platform] })}
<code>platform_not_connected</code>.</p>`
}

function connectedBody(
  platform: Platform,
  { title, category, viewers, followers, chat }: NonNullable<PlatformView['state']>,
): Html {
  return html`<div class="now" id="${platform}-now" data-renewed>
<p class="stream-title">${title === '' ? html`<span class="muted-text">${messages.noTitle()}</span>` : title}</p>
<p class="figures">${category === '' ? undefined : html`<span>${category}</span>`}
<span><b>${numberOf(viewers)}</b> ${messages.watching()}</span>
<span><b>${numberOf(followers)}</b> ${messages.followers()}</span></p>
</div>
<div class="chat" id="${platform}-chat" data-renewed="lines" role="log" aria-label="${messages.chatOn({ platform: platformTitles[platform] })}"
tabindex="0">${chat.map(chatLine)}</div>
<div class="action say">
<label>${messages.username()} <input name="username" list="viewers" value="alice" required maxlength="100" autocomplete="off" spellcheck="false"></label>
<label class="wide">${messages.chatMessage()} <input name="text" maxlength="500" autocomplete="off" placeholder="${messages.chatHint()}"></label>
<button class="quiet" formaction="/sandbox/page/chat">${messages.send()}</button>
</div>
<div class="actions">
<div class="action"><button class="quiet" formaction="/sandbox/page/follow">${messages.follow()}</button></div>
<div class="action"><label>${messages.tier()} <input name="tier" type="number" min="1" max="3" value="1"></label>
<label>${messages.months()} <input name="months" type="number" min="1" max="1200" value="1"></label>
<button class="quiet" formaction="/sandbox/page/subscribe">${messages.subscribe()}</button></div>
${cheerForm(platform)}
<div class="action"><label>${messages.raiders()} <input name="viewers" type="number" min="1" max="99999999" value="25"></label>
<button class="quiet" formaction="/sandbox/page/raid">${messages.raid()}</button></div>
${rewardForm(platform)}
${voteForm(platform)}
${supportForms(platform)}
<div class="action"><label>${messages.minutes()} <input name="minutes" type="number" min="1" max="20160" placeholder="∞"></label>
<button class="quiet" formaction="/sandbox/page/ban">${messages.ban()}</button></div>
</div>`
}

/** Only Kick and Twitch have a currency to cheer with. */
function cheerForm(platform: Platform): Html | undefined {
  if (platform !== 'kick' && platform !== 'twitch') return undefined
  const unit = platform === 'kick' ? messages.kicks() : messages.bits()
  return html`<div class="action"><label>${unit} <input name="amount" type="number" min="1" max="99999999" value="100"></label>
<button class="quiet" formaction="/sandbox/page/bits">${messages.cheer()}</button></div>`
}

/** What the viewer writes is the field of the chat message. */
function rewardForm(platform: Platform): Html | undefined {
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows
  if (!allows.rewards) return undefined
  return html`<div class="action"><label>${messages.reward()} <input name="reward" value="Hydrate" maxlength="100" autocomplete="off"></label>
<button class="quiet" formaction="/sandbox/page/redeem">${messages.redeem()}</button></div>`
}

function voteForm(platform: Platform): Html | undefined {
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows
  if (!allows.polls) return undefined
  return html`<div class="action"><label>${messages.option()} <input name="option" value="1" maxlength="100" autocomplete="off"></label>
<button class="quiet" formaction="/sandbox/page/vote">${messages.vote()}</button>
<button class="quiet" formaction="/sandbox/page/predict">${messages.predict()}</button></div>`
}

function chatLine({ id, username, text, author, at }: SandboxChatLine): Html {
  const moment = new Date(at).toISOString()
  const role = author === 'viewer' ? undefined : html` <i>${author === 'bot' ? messages.bot() : messages.host()}</i>`
  return html`<p id="${id}" class="${author}"><time datetime="${moment}">${moment.slice(11, 16)}</time>
<b>${username}</b>${role} <span>${withLinks(text)}</span></p>`
}

/** Links in chat, such as clips, are clickable. */
function withLinks(text: string): readonly (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer nofollow">${part}</a>` : part))
}

/** Each ban has its own form: the user to unban is not the user that the chat form writes as. */
function banList(platform: Platform, bans: readonly Ban[], hiddenFields: Html): Html {
  const entries = bans.map(
    ({ username, minutes, reason }) => html`<li><form method="post" action="/sandbox/page/unban">${hiddenFields}
<input type="hidden" name="username" value="${username}">
<span class="light stop"></span> <span class="who"><b>${username}</b> ${
      minutes === null ? messages.isBanned() : messages.isTimedOut({ minutes })
    }${reason === '' ? undefined : `: ${reason}`}</span>
<button class="quiet" aria-label="${messages.unbanUser({ username })}">${messages.unban()}</button></form></li>`,
  )
  return html`<ul class="bans" id="${platform}-bans" data-renewed aria-label="${messages.banned()}">${entries}</ul>`
}
