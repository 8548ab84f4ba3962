import { z } from 'zod'
import { IMAGE_LIMITS } from '../../domain/image-limits.ts'
import { isWeakSecret } from './weak-secret.ts'

export const PAYSTACK_URL = 'https://api.paystack.co'

const GUESSABLE = 'is easy to guess; set a random value, for example from: openssl rand -base64 32'
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  APP_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(embedded$|postgres(ql)?:\/\/)/, 'must be "embedded" or start with postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  AUTH_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters', abort: true })
    .refine((text) => !isWeakSecret(text), GUESSABLE)
    .optional(),
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  RESULTS_APP_URL: url.optional(),
  BASIC_APP_URL: url.optional(),
  CLASSIFICATION_URL: url.optional(),
  IMAGE_UPLOAD_URL: url.optional(),
  IMAGE_UPLOAD_PRESET: z.string().min(1).max(IMAGE_LIMITS.uploadPreset).optional(),
  HELP_NAME: z.string().min(1).default('Gamble Alert, Nigeria'),
  HELP_URL: url.optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:\/\/[^/?#]/.test(text) && URL.canParse(text),
      'must start with smtp:// or smtps:// and name a host',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u,
      'must be like Name <name@example.com>',
    )
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_/, 'must start with sk_test_ or sk_live_')
    .optional(),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')
    .optional(),
  PAYSTACK_API_URL: url.default(PAYSTACK_URL),
  ALLOW_TEST_KEYS: z.enum(['on', 'off']).default('off'),
  ALLOW_PLAIN_SMTP: z.enum(['on', 'off']).default('off'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  COOKIE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^\.?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/, 'must be a domain such as example.com')
    .transform((domain) => domain.replace(/^\./, ''))
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, { error: 'must have at least 16 characters, no spaces', abort: true })
    .refine((text) => !isWeakSecret(text), GUESSABLE)
    .optional(),
  ADMIN_SECOND_FACTOR: z.enum(['on', 'off']).optional(),
  NEUTRAL_MESSAGES: z.enum(['on', 'off']).default('off'),
  DRAIN_DELAY: z.coerce.number('must be seconds').min(0).max(300, 'is in seconds, 300 at most').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** The environment variables after parsing. */
export type Environment = z.infer<typeof environmentSchema>

/** Names of the environment variables that the server reads. */
export const SETTING_NAMES = Object.keys(environmentSchema.shape)
