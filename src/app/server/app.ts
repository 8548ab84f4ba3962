import { Hono } from 'hono'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { isQuestionOpen } from '../../operation/server/analytics/choice.ts'
import { addAccountForms, addLinkPages } from '../../people/server/forms.ts'
import { addReturnPage } from '../../money/server/return-page.ts'
import { api } from './routes.ts'
import { addStaticFiles, idOfBuild } from '../../platform/server/api/static-files.ts'
import type { Build } from '../../platform/server/http/build.ts'
import type { Env } from '../../platform/server/api/env.ts'
import { addMiddleware, addHealth } from '../../platform/server/api/middleware.ts'
import { addPages } from '../../platform/server/api/pages.ts'
import { redirectToKnown } from '../../platform/server/api/page-redirects.ts'
import { createPageCalls } from '../../platform/server/api/page-calls.ts'
import { mount, specialPaths } from '../../platform/server/api/mount.ts'
import { describeApi } from '../../platform/server/api/openapi.ts'
import { addPlainForms, refuseHiddenSender } from '../../platform/server/api/plain-forms.ts'
import { CACHE, etagOf, JSON_TYPE, Reply, respond } from '../../platform/server/http/reply.ts'
import { KeptDocuments } from '../../platform/server/http/kept-documents.ts'
import { noteViews } from '../../operation/server/analytics/routes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { dataHeaders, hideReferrer, pageHeaders } from '../../platform/server/http/security.ts'
import { addMetrics } from '../../operation/server/metrics/metrics.ts'
import { addLogFiles } from '../../forecasts/server/log-files.ts'
import { addStopPage } from '../../operation/server/talk/plan-mail-routes.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { addWellKnown } from './site/well-known.ts'
import { loginHead, productHead } from '../../reach/server/share/login-head.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Listener } from '../../platform/server/http/listener.ts'

/** The table of contents: every handler of the server, in matching order. */
function createApp(services: Services, build: Build): Hono<Env> {
  const app = new Hono<Env>()
  const { signed, ...special } = specialPaths(api)
  // The link of a mail is a signature of its own.
  addMiddleware(app, services, { ...special, signed: new Set([...signed, PATHS.stopMails]) }, build)
  addHealth(app, services)
  addMetrics(app, services)
  addStaticFiles(app, services, build)
  addWellKnown(app, services)

  addLogFiles(app, services)
  mount(app, api, services)
  let description: Reply | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= describedApi(build.version)
    return respond(c.req.raw, description)
  })
  for (const path of new Set(Object.keys(api).map((route) => itemAt(route.split(' '), 1)))) {
    app.all(path, () => {
      throw new Refusal('method-not-allowed')
    })
  }
  app.all('/api/*', () => {
    throw new Refusal('not-found')
  })

  for (const path of [PATHS.resetPassword, PATHS.verifyEmail, PATHS.stopMails]) app.use(path, hideReferrer)
  app.use(pageHeaders(services.settings, build))
  app.use(redirectToKnown(build, services))
  app.use(noteViews(services))
  const tools = {
    services,
    build,
    buildId: build.version === 'development' ? null : idOfBuild(build),
    calls: createPageCalls(api, services),
    loginHead,
    productHead,
    documents: new KeptDocuments(),
    isQuestionOpen,
  }
  app.use(refuseHiddenSender(tools))
  addAccountForms(app, tools)
  addPlainForms(app, tools, api)
  addReturnPage(app, tools)
  addStopPage(app, tools)
  addLinkPages(app, tools)
  addPages(app, tools)
  app.notFound(() => {
    throw new Refusal('not-found')
  })
  return app
}

/** The description of the API. Its version is that of the package, so the validator is a hash of the text. */
function describedApi(version: string): Reply {
  const text = JSON.stringify(describeApi(api, version))
  return new Reply(text, { type: JSON_TYPE, cache: CACHE.publicRevalidate, etag: etagOf(text) })
}

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
