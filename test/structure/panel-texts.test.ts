import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseSync } from 'vite'
import { root, sourceFiles } from './import-graph.ts'

/** Attributes whose value a person reads or hears. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'everywhere',
  'help',
  'hint',
  'label',
  'lead',
  'none',
  'placeholder',
  'submit',
  'title',
  'word',
])

/** Texts that are the same in every language. */
const exceptions: Readonly<Record<string, string>> = {
  '$(args)': 'a variable of commands',
  '$(displayname)': 'a variable of commands',
  '/v1/': 'the start of an address',
  Aa: 'a sample of a font',
  Esc: 'the name of a key',
  K: 'the name of a key',
  POST: 'a method of HTTP',
  alice: 'a sample name in the chat preview',
}

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

describe('texts of the panel', () => {
  it('stand in messages, not in components', () => {
    const found = sourceFiles('panel/src')
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`))
      .filter((line) => !Object.hasOwn(exceptions, line.slice(line.indexOf(': ') + 2)))
    assert.deepEqual(found, [])
  })

  it('are found in elements, attributes, alternatives and templates', () => {
    const source = `
      const Part = ({ on, name }) => (
        <section class="card" title="Heading" aria-label={on ? 'On' : name}>
          Some text {name} {on && 'shown'} {\`hello \${name}\`} {list[0]} {'·'}
          <Field label={name} hint={\`\${name} is missing\`} />
        </section>
      )`
    assert.deepEqual(textsIn('part.tsx', source), ['Heading', 'On', 'Some text', 'shown', 'hello', 'is missing'])
  })
})

/** Literal texts with a letter in them that a person would read. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  visit(program as unknown as Node)
  return texts

  function visit(node: Node): void {
    if (node.type === 'JSXText') add(node.value)
    else if (node.type === 'JSXAttribute' && readAttributes.has(attributeName(node))) addFrom(node.value)
    for (const child of childrenOf(node)) {
      if (child.type === 'JSXExpressionContainer' && node.type !== 'JSXAttribute') addFrom(child)
      visit(child)
    }
  }

  /** The texts that an expression may become: its alternatives, not what it compares. */
  function addFrom(value: unknown): void {
    if (!isNode(value)) return
    if (value.type === 'JSXExpressionContainer') addFrom(value.expression)
    else if (value.type === 'Literal') add(value.value)
    else if (value.type === 'ConditionalExpression') [value.consequent, value.alternate].forEach(addFrom)
    else if (value.type === 'LogicalExpression') [value.left, value.right].forEach(addFrom)
    else if (value.type === 'TemplateLiteral')
      for (const part of value.quasis as readonly { readonly value: { readonly cooked: string } }[])
        add(part.value.cooked)
  }

  function add(text: unknown): void {
    if (typeof text === 'string' && /\p{L}/u.test(text)) texts.push(text.trim())
  }
}

function attributeName({ name }: Node): string {
  return isNode(name) ? String(name.name) : ''
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
