// Traces by OpenTelemetry, for the owner of a server who wants them. The server never loads this file by itself:
// docs/operations.md, "Traces", installs the packages beside it and names it in NODE_OPTIONS.
import { register } from 'node:module'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'

/** Attributes that hold the query of an address, which may be a token of a mailed link, or the address of a person. */
const REMOVED = ['url.query', 'client.address', 'network.peer.address', 'http.client_ip', 'net.peer.ip']
/** Attributes that hold an address with its query. */
const ADDRESSES = ['url.full', 'http.url', 'http.target']
/** Addresses that a balancer or Prometheus asks for every second. */
const NOT_TRACED = new Set(['/healthz', '/readyz', '/metrics'])

const pathOf = (address) => address.split(/[?#]/, 1)[0]

/** Exports spans without queries and without addresses of persons. */
class PrivateExporter extends OTLPTraceExporter {
  export(spans, done) {
    for (const { attributes } of spans) {
      for (const name of REMOVED) delete attributes[name]
      for (const name of ADDRESSES)
        if (typeof attributes[name] === 'string') attributes[name] = pathOf(attributes[name])
    }
    super.export(spans, done)
  }
}

// The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT, the service name OTEL_SERVICE_NAME. The share of traced requests:
const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 0.1)

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
const provider = new NodeTracerProvider({
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
  spanProcessors: [new BatchSpanProcessor(new PrivateExporter())],
})
provider.register()
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => NOT_TRACED.has(pathOf(url ?? '')),
    }),
    // Statements without their values: those may be personal.
    new PgInstrumentation({ enhancedDatabaseReporting: false, requireParentSpan: true }),
  ],
})
