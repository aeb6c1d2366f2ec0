import type { Catalogue } from '../../kernel/text/message.ts'
import { variableWords } from './messages.ts'

/** Minutes as people write them: `2 h 5 min`. */
export function durationText(whole: number, catalogue: Catalogue): string {
  const hours = Math.floor(whole / 60)
  const minutes = whole % 60
  if (hours === 0) return variableWords.minutes({ minutes }, catalogue)
  return minutes === 0
    ? variableWords.hours({ hours }, catalogue)
    : variableWords.hoursAndMinutes({ hours, minutes }, catalogue)
}
