import { Failure } from '../../contract/failures.ts'
import { codePointLength, textFault, toLine } from '../../contract/text.ts'

export const maxUploadName = 120

/** What a browser calls the file, without the folders that some put before it. */
export function uploadNameOf(given: string): string {
  const fault = textFault(given)
  if (fault !== undefined) throw wrong(`name ${fault}.`)
  const name = toLine(given).split(/[\\/]/).at(-1)?.trim() ?? ''
  if (name === '') throw wrong('name is required: what the file is called.')
  if (codePointLength(name) <= maxUploadName) return name
  // The ending stays: it is part of what the file claims to be.
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return [...name].slice(0, maxUploadName - ending.length).join('') + ending
}

function wrong(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}
