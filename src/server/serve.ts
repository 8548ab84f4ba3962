import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Services } from './api/services.ts'
import { createApp } from './app.ts'
import type { Build } from './http/build.ts'
import type { Listener } from './http/listener.ts'
import { dataHeaders } from './http/security.ts'

/** Answers the requests of the listener. */
export async function serve(services: Services, build: Build, listener: Listener): Promise<void> {
  const { settings, admission } = services
  const app = createApp(services, build)
  // Health checks by HTTP/1.0 send no Host header; every other path refuses such a request.
  const respond = async (request: Request, env: HttpBindings) => {
    try {
      return await app.fetch(request, env)
    } finally {
      admission.leave(env.incoming)
    }
  }
  const handle = getRequestListener(respond as typeof app.fetch, { hostname: new URL(settings.appUrl).host })
  const security = await dataHeaders(settings)
  listener.serve((request, answer) => {
    answer.security = security
    admission.handle(request, answer, () => void handle(request, answer))
  })
}
