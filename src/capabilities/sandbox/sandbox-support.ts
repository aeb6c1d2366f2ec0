import { type Html, html } from '../../kernel/http/html.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { sandboxMessages as messages } from './messages.ts'

/** The forms for what only some platforms have. Every button is one control call of the sandbox. */
export function supportForms(platform: Platform): readonly Html[] {
  switch (platform) {
    case 'kick':
      return [giftForm()]
    case 'twitch':
      return [
        giftForm(),
        hypeTrainForm(),
        watchStreakForm(),
        button('upgrade', messages.upgrade()),
        button('end-subscription', messages.endSubscription()),
        button('power-up', messages.powerUp()),
        button('automatic-reward', messages.highlight()),
        button('request-unban', messages.requestUnban()),
      ]
    case 'youtube':
      return [giftForm(), superChatForm()]
    case 'tiktok':
      return [likeForm(), button('share', messages.share()), button('super-fan', messages.superFan())]
    default:
      return []
  }
}

function giftForm(): Html {
  return html`<div class="action"><label>${messages.gifts()} <input name="count" type="number" min="1" max="100" value="5"></label>
<button class="quiet" formaction="/sandbox/page/gift">${messages.gift()}</button></div>`
}

function hypeTrainForm(): Html {
  const phase = (value: string, label: string) =>
    html`<button class="quiet" formaction="/sandbox/page/hype-train" name="phase" value="${value}">${label}</button>`
  return html`<div class="action"><label>${messages.hypeTrainLevel()} <input name="level" type="number" min="1" max="1000" value="1"></label>
${phase('begin', messages.hypeTrainBegin())}
${phase('progress', messages.hypeTrainProgress())}
${phase('end', messages.hypeTrainEnd())}</div>`
}

function watchStreakForm(): Html {
  return html`<div class="action"><label>${messages.streams()} <input name="streams" type="number" min="1" max="10000" value="5"></label>
<button class="quiet" formaction="/sandbox/page/watch-streak">${messages.watchStreak()}</button></div>`
}

function superChatForm(): Html {
  return html`<div class="action"><label>${messages.cents()} <input name="amount" type="number" min="1" max="99999999" value="500"></label>
<button class="quiet" formaction="/sandbox/page/super-chat">${messages.superChat()}</button></div>`
}

function likeForm(): Html {
  return html`<div class="action"><label>${messages.likes()} <input name="count" type="number" min="1" max="99999999" value="100"></label>
<button class="quiet" formaction="/sandbox/page/like">${messages.like()}</button></div>`
}

function button(action: string, label: string): Html {
  return html`<div class="action"><button class="quiet" formaction="/sandbox/page/${action}">${label}</button></div>`
}
