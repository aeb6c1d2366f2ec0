import { number } from '../../format.ts'
import { commandWords } from '../../words/command-words.ts'
import type { Draft } from './draft.ts'

const { sentence } = commandWords

/** Who may run it and how often: "Everyone, once every 30 s per viewer". */
export function inWords(draft: Draft): string {
  const { permissions, denied_permissions: denied, points_cost, coin_cost } = draft
  const allowed = permissions.includes('everyone') ? ['everyone'] : permissions
  const who = allowed.length === 0 ? sentence.nobody : listed(allowed.map(nameOf))
  const not = denied.length === 0 ? '' : sentence.except(listed(denied.map(nameOf)))
  const costs = [
    points_cost > 0 ? sentence.points(number(points_cost)) : '',
    coin_cost > 0 ? sentence.coins(number(coin_cost)) : '',
  ].filter((part) => part !== '')
  const price = costs.length === 0 ? '' : sentence.costs(listed(costs))
  return capital([`${who}${not}`, pauseOf(draft), price].filter((part) => part !== '').join(sentence.list))
}

function pauseOf({ cooldown_global_seconds: all, cooldown_user_seconds: each }: Draft): string {
  if (all > 0 && each > all) return sentence.both(time(all), time(each))
  if (all > 0) return sentence.all(time(all))
  return each > 0 ? sentence.each(time(each)) : ''
}

function time(seconds: number): string {
  if (seconds % 3600 === 0) return sentence.hours(number(seconds / 3600))
  return seconds % 60 === 0 ? sentence.minutes(number(seconds / 60)) : sentence.seconds(number(seconds))
}

function nameOf(role: string): string {
  return role.startsWith('user:') ? role.slice('user:'.length) : (sentence.roles[role] ?? role)
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(sentence.list)}${sentence.and}${parts.at(-1)}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
