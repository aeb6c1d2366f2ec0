import { type Catalogue, useCatalogue } from '../src/kernel/text/message.ts'

/** The server puts the texts of the reader's language into the page; without any it is English. */
const given = document.getElementById('texts')?.textContent ?? ''
const catalogue: Catalogue | undefined = given === '' ? undefined : JSON.parse(given)
if (catalogue !== undefined) useCatalogue({ ...catalogue, isolates: document.documentElement.dir === 'rtl' })

/** What a failure says in the language of the page; the server's own sentence in English says more. */
export function failureText(code: unknown, english: string): string {
  const text = catalogue?.texts[`errors.${String(code)}`]
  return typeof text === 'string' ? text : english
}
