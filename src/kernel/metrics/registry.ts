/** Metrics in the text format of Prometheus. A series is looked up once, so that counting costs almost nothing. */
export interface Counter {
  add(by?: number): void
}

export interface Histogram {
  observe(value: number): void
}

type Labels = Readonly<Record<string, string>>

export type Registry = ReturnType<typeof createRegistry>

export function createRegistry() {
  const families: (() => Iterable<string>)[] = []

  function family<S>(
    { name, help, type }: { name: string; help: string; type: 'counter' | 'gauge' | 'histogram' },
    create: () => S,
    lines: (series: S, labels: string) => Iterable<string>,
  ): (labels?: Labels) => S {
    const series = new Map<string, S>()
    families.push(function* () {
      yield `# HELP ${name} ${help}`
      yield `# TYPE ${name} ${type}`
      for (const [labels, one] of series) yield* lines(one, labels)
    })
    return (labels = {}) => {
      const key = labelText(labels)
      const known = series.get(key)
      if (known !== undefined) return known
      const created = create()
      series.set(key, created)
      return created
    }
  }

  return {
    counter(name: string, help: string): (labels?: Labels) => Counter {
      return family(
        { name, help, type: 'counter' },
        () => {
          let count = 0
          return {
            add(by = 1) {
              count += by
            },
            read: () => count,
          }
        },
        ({ read }, labels) => [`${name}${braces(labels)} ${read()}`],
      )
    },

    /** A counter whose value is stored elsewhere. */
    total(name: string, help: string, read: () => number): void {
      families.push(() => [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, `${name} ${read()}`])
    },

    /** A value that is read with each scrape. */
    gauge(name: string, help: string, read: () => number | ReadonlyMap<string, number>, label = ''): void {
      families.push(function* () {
        yield `# HELP ${name} ${help}`
        yield `# TYPE ${name} gauge`
        const value = read()
        if (typeof value === 'number') yield `${name} ${value}`
        else for (const [key, one] of value) yield `${name}${braces(labelText({ [label]: key }))} ${one}`
      })
    },

    histogram(name: string, help: string, bounds: readonly number[]): (labels?: Labels) => Histogram {
      return family(
        { name, help, type: 'histogram' },
        () => {
          const counts = new Float64Array(bounds.length + 1)
          let sum = 0
          return {
            observe(value) {
              let index = 0
              while (index < bounds.length && value > (bounds[index] ?? 0)) index++
              counts[index] = (counts[index] ?? 0) + 1
              sum += value
            },
            read: () => ({ counts, sum }),
          }
        },
        function* ({ read }, labels) {
          const { counts, sum } = read()
          const before = labels === '' ? '' : `${labels},`
          let total = 0
          for (const [index, count] of counts.entries()) {
            total += count
            yield `${name}_bucket{${before}le="${bounds[index] ?? '+Inf'}"} ${total}`
          }
          yield `${name}_sum${braces(labels)} ${sum}`
          yield `${name}_count${braces(labels)} ${total}`
        },
      )
    },

    text(): string {
      const lines: string[] = []
      for (const family of families) lines.push(...family())
      return `${lines.join('\n')}\n`
    },
  }
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`,
    )
    .join(',')
}

function braces(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
