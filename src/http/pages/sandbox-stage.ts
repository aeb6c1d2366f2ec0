import { type Platform, platformTitles } from '../../contract/platforms.ts'
import type { Channel } from '../../features/channels/channels.ts'
import type { Ban, ChatLine } from '../../platforms/sandbox/memory.ts'
import { viewerNames } from '../../platforms/sandbox/users.ts'
import { type Html, html, page } from '../html.ts'

interface Booth {
  readonly platform: Platform
  /** The platform's name in API calls. */
  readonly word: string
  /** Undefined when the platform is not on the sandbox. */
  readonly state:
    | {
        readonly live: boolean
        readonly title: string
        readonly category: string
        readonly viewers: number
        readonly followers: number
        readonly chat: readonly ChatLine[]
        readonly bans: readonly Ban[]
      }
    | undefined
}

export interface StageView {
  readonly channel: Channel
  readonly booths: readonly Booth[]
  readonly trouble: string | undefined
}

/** Parts with an id inside `data-renewed` are what the page's script renews; the forms stay as the person left them. */
export function sandboxPage({ channel, booths, trouble }: StageView): Html {
  const { isRehearsal } = channel
  return page({
    title: `Sandbox of ${channel.name} · Showcaller`,
    styles: ['/assets/plain.css', '/sandbox/assets/sandbox.css'],
    scripts: ['/sandbox/assets/sandbox.js'],
    body: html`<header class="bar">
<a class="logo" href="/">Showcaller</a>
<nav aria-label="Stage">
${stageLink('/sandbox', 'Live channel', !isRehearsal)}
${stageLink('/sandbox?stage=rehearsal', 'Rehearsal', isRehearsal)}
</nav>
<span class="renewal" data-renewal><span class="light"></span> <span data-renewal-word>Reload to renew</span></span>
</header>
<main class="sandbox">
<div class="intro">
<h1>Sandbox</h1>
<p>${
      isRehearsal
        ? 'The rehearsal twin: what calls with a test key do ends up here, and nowhere else.'
        : 'Four stand-in platforms. What your calls do shows up here, and what you do here reaches your commands, points and alerts.'
    }</p>
</div>
${trouble === undefined ? undefined : html`<p class="trouble" role="alert">${trouble}</p>`}
<div class="booths">${booths.map((booth) => boothCard(booth, isRehearsal))}</div>
</main>
<datalist id="viewers">${viewerNames.slice(0, namedViewers).map((name) => html`<option value="${name}"></option>`)}</datalist>`,
  })
}

const namedViewers = 40

function stageLink(href: string, words: string, isHere: boolean): Html {
  return isHere ? html`<a href="${href}" aria-current="page">${words}</a>` : html`<a href="${href}">${words}</a>`
}

/** The hidden button comes first because Enter presses the first one: it sends, and does not end the stream. */
function boothCard(booth: Booth, isRehearsal: boolean): Html {
  const { platform, word, state } = booth
  const addressed = html`<input type="hidden" name="platform" value="${word}">${
    isRehearsal ? html`<input type="hidden" name="stage" value="rehearsal">` : undefined
  }`
  return html`<section class="booth ${platform}" id="${platform}" aria-labelledby="${platform}-name">
<form method="post" action="/sandbox/page/chat">
${addressed}
${state === undefined ? undefined : html`<button hidden>Send</button>`}
<header>
<h2 id="${platform}-name">${platformTitles[platform]}</h2>
${word === platformTitles[platform] ? undefined : html`<code>${word}</code>`}
<div class="switches" id="${platform}-switches" data-renewed>${switches(booth)}</div>
</header>
${state === undefined ? unplugged(platform) : plugged(platform, state)}
</form>
${state === undefined ? undefined : banList(platform, state.bans, addressed)}
<p class="answer" role="status" data-answer></p>
</section>`
}

function switches({ platform, state }: Booth): Html {
  const name = platformTitles[platform]
  if (state === undefined) {
    return html`<span class="state"><span class="light"></span> Not connected</span>
<button class="quiet" formaction="/sandbox/page/connect" aria-label="Connect ${name}">Connect</button>`
  }
  const change = state.live ? 'Go offline' : 'Go live'
  return html`<span class="state"><span class="light ${state.live ? 'go' : ''}"></span> ${state.live ? 'Live' : 'Offline'}</span>
<button class="quiet" formaction="/sandbox/page/set-live" name="live" value="${state.live ? 'false' : 'true'}"
aria-label="${change} on ${name}" formnovalidate>${change}</button>
<button class="quiet" formaction="/sandbox/page/disconnect" aria-label="Disconnect ${name}" formnovalidate>Disconnect</button>`
}

function unplugged(platform: Platform): Html {
  return html`<p class="quiet-words">No sandbox account of ${platformTitles[platform]} is connected. Calls for it answer
<code>platform_not_connected</code>.</p>`
}

function plugged(platform: Platform, { title, category, viewers, followers, chat }: NonNullable<Booth['state']>): Html {
  return html`<div class="now" id="${platform}-now" data-renewed>
<p class="stream-title">${title === '' ? html`<span class="quiet-words">No title</span>` : title}</p>
<p class="figures">${category === '' ? undefined : html`<span>${category}</span>`}
<span><b>${viewers.toLocaleString('en')}</b> watching</span>
<span><b>${followers.toLocaleString('en')}</b> followers</span></p>
</div>
<div class="chat" id="${platform}-chat" data-renewed="lines" role="log" aria-label="Chat on ${platformTitles[platform]}"
tabindex="0">${chat.map(chatLine)}</div>
<div class="deed say">
<label>As <input name="username" list="viewers" value="alice" required maxlength="100" autocomplete="off" spellcheck="false"></label>
<label class="wide">Message <input name="text" maxlength="500" autocomplete="off" placeholder="Type as a viewer, or !command"></label>
<button class="quiet" formaction="/sandbox/page/chat">Send</button>
</div>
<div class="deeds">
<div class="deed"><button class="quiet" formaction="/sandbox/page/follow">Follow</button></div>
<div class="deed"><label>Tier <input name="tier" type="number" min="1" max="3" value="1"></label>
<label>Months <input name="months" type="number" min="1" max="1200" value="1"></label>
<button class="quiet" formaction="/sandbox/page/subscribe">Subscribe</button></div>
${cheerDeed(platform)}
<div class="deed"><label>Minutes <input name="minutes" type="number" min="1" max="20160" placeholder="∞"></label>
<button class="quiet" formaction="/sandbox/page/ban">Ban</button></div>
</div>`
}

/** Only Kick and Twitch have something to cheer with. */
function cheerDeed(platform: Platform): Html | undefined {
  if (platform !== 'kick' && platform !== 'twitch') return undefined
  const unit = platform === 'kick' ? 'Kicks' : 'Bits'
  return html`<div class="deed"><label>${unit} <input name="amount" type="number" min="1" max="99999999" value="100"></label>
<button class="quiet" formaction="/sandbox/page/bits">Cheer</button></div>`
}

function chatLine({ id, username, text, author, at }: ChatLine): Html {
  const moment = new Date(at).toISOString()
  const role = author === 'viewer' ? undefined : html` <i>${author === 'bot' ? 'bot' : 'host'}</i>`
  return html`<p id="${id}" class="${author}"><time datetime="${moment}">${moment.slice(11, 16)}</time>
<b>${username}</b>${role} <span>${withLinks(text)}</span></p>`
}

/** Clip links are there to be followed. */
function withLinks(text: string): readonly (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer nofollow">${part}</a>` : part))
}

/** Each in a form of its own: whom to let back in is not who the form above speaks as. */
function banList(platform: Platform, bans: readonly Ban[], addressed: Html): Html {
  const entries = bans.map(
    ({ username, minutes, reason }) => html`<li><form method="post" action="/sandbox/page/unban">${addressed}
<input type="hidden" name="username" value="${username}">
<span class="light stop"></span> <span class="who"><b>${username}</b> ${
      minutes === null ? 'banned' : `timed out for ${minutes} min`
    }${reason === '' ? undefined : `: ${reason}`}</span>
<button class="quiet" aria-label="Let back in: ${username}">Let back in</button></form></li>`,
  )
  return html`<ul class="bans" id="${platform}-bans" data-renewed aria-label="Banned">${entries}</ul>`
}
