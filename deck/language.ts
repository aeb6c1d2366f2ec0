import { type Catalogue, currentCatalogue, useCatalogue } from '../src/kernel/text/message.ts'

/** The server puts the texts of the reader's language into the page; without any it is English. */
const given = document.getElementById('texts')?.textContent ?? ''
const catalogue: Catalogue | undefined = given === '' ? undefined : JSON.parse(given)
if (catalogue !== undefined) useCatalogue({ ...catalogue, isolates: document.documentElement.dir === 'rtl' })

/** What a failure says in the language of the page; the server's own sentence in English says more. */
export function failureText(code: unknown, english: string): string {
  const text = catalogue?.texts[`errors.${String(code)}`]
  if (typeof text === 'string') return text
  return currentCatalogue().isolates === true ? `\u2066${english}\u2069` : english
}
