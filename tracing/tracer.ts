// Outside `src`, so that the packages of OpenTelemetry have a folder of their own: where no collector is configured, neither
// they nor this file are needed.
import { diag, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Clock } from '../src/kernel/ambient.ts'
import type { Log } from '../src/kernel/log.ts'
import type { CallTracer, TracedCall } from '../src/kernel/metrics/call-tracer.ts'
import type { TraceSettings } from '../src/kernel/metrics/trace-settings.ts'

const defaultTimeoutMs = 5_000
const logEveryMs = 60_000

/**
 * One span per call by OpenTelemetry's own libraries: parsing of the caller's trace, sampling, a bounded queue, batches
 * over OTLP. Nothing is registered globally, and spans are created when a call is over, so that calls that are not
 * sampled cost next to nothing.
 */
export function createTracer(needs: { settings: TraceSettings; version: string; clock: Clock; log: Log }): CallTracer {
  const { settings, version, clock, log } = needs
  const { timeoutMs = defaultTimeoutMs } = settings
  const failures = createFailureLog(clock, log)
  diag.setLogger({ ...silent, warn: (text) => failures.add(0, text) }, { suppressOverrideMessage: true })
  const processor = new BatchSpanProcessor({
    exporter: reportingFailures(createExporter(settings, timeoutMs), failures.add),
    exportTimeoutMillis: timeoutMs * 2,
    ...(settings.batchDelayMs === undefined ? {} : { scheduledDelayMillis: settings.batchDelayMs }),
    ...(settings.batchSize === undefined ? {} : { maxExportBatchSize: settings.batchSize }),
    ...(settings.queueSize === undefined ? {} : { maxQueueSize: settings.queueSize }),
  })
  const provider = new TracerProvider({
    resource: resourceOf(settings, version),
    sampler: samplerOf(settings),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('showcaller', version)
  const propagator = new W3CTraceContextPropagator()
  const getter = {
    keys: (headers: TracedCall['headers']) => Object.keys(headers),
    get: (headers: TracedCall['headers'], name: string) => headers[name],
  }

  return {
    call({ operation, status, milliseconds, requestId, headers }) {
      const endedAt = clock.now()
      const options = {
        kind: SpanKind.SERVER,
        startTime: endedAt - milliseconds,
        attributes: {
          'http.request.method': 'POST',
          'http.route': `/v1/${operation}`,
          'showcaller.request_id': requestId,
          'http.response.status_code': status,
        },
      }
      const span = tracer.startSpan(operation, options, propagator.extract(ROOT_CONTEXT, headers, getter))
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
    },

    /** Sends what is queued, for as long as one batch may take. */
    async close() {
      const timedOut = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late').unref())
      const outcome = await Promise.race([provider.shutdown().catch(() => undefined), timedOut])
      if (outcome === 'late') failures.add(0, 'the collector did not answer in time while the server stopped')
      failures.flush()
    },
  }
}

function createExporter(settings: TraceSettings, timeoutMillis: number): SpanExporter {
  const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter
  return new Exporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis,
    compression: settings.compression === 'gzip' ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
  })
}

function reportingFailures(exporter: SpanExporter, failed: (spans: number, error: unknown) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) failed(spans.length, result.error)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** A collector that is away would fill the log: the first failure is logged at once, later ones once a minute. */
function createFailureLog(clock: Clock, log: Log) {
  let lastAt = Number.NEGATIVE_INFINITY
  let dropped = 0
  let latest: unknown
  const write = () => {
    log.warn('traces could not be sent', { dropped, error: latest })
    lastAt = clock.steady()
    latest = undefined
  }
  return {
    add(spans: number, error: unknown): void {
      dropped += spans
      latest = error
      if (clock.steady() - lastAt >= logEveryMs) write()
    },
    flush(): void {
      if (latest !== undefined) write()
    },
  }
}

/** What the variables say wins over what we say about ourselves; the name has a variable of its own. */
function resourceOf({ serviceName, resourceAttributes = {} }: TraceSettings, version: string) {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.name': 'showcaller',
      'service.version': version,
      ...resourceAttributes,
      ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
    }),
  )
}

function samplerOf({ sampler = 'parentbased_always_on', sampledRatio = 1 }: TraceSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(sampledRatio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

const ignore = () => {}
const silent = { verbose: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }
