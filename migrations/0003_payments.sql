CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"details" jsonb NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"closed_reason" text,
	CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'paid-twice', 'partial-refund', 'refund-failed', 'dispute', 'ledger')),
	CONSTRAINT "alarms_closed" CHECK (num_nonnulls("alarms"."closed_at", "alarms"."closed_by", "alarms"."closed_reason") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"listed" integer,
	"raised" integer
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"what" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan" text NOT NULL,
	"kobo" integer NOT NULL,
	"mode" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"access_code" text,
	"authorization_url" text,
	"provider_id" text,
	"provider_status" text,
	"channel" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "payments_reference" CHECK ("payments"."reference" ~ '^[0-9a-z]{26,}$'),
	CONSTRAINT "payments_kobo" CHECK ("payments"."kobo" > 0),
	CONSTRAINT "payments_plan" CHECK ("payments"."plan" in ('basic', 'pro')),
	CONSTRAINT "payments_mode" CHECK ("payments"."mode" in ('test', 'live')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('open', 'settled', 'review', 'reversed', 'lapsed')),
	CONSTRAINT "payments_settled" CHECK ("payments"."state" <> 'settled' or "payments"."settled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"kobo" integer NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"reason" text,
	"asked_by" text,
	"asked_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asked', 'pending', 'processed', 'failed')),
	CONSTRAINT "refunds_kobo" CHECK ("refunds"."kobo" > 0),
	CONSTRAINT "refunds_reason" CHECK (("refunds"."asked_by" is null) = ("refunds"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"body_hash" text NOT NULL,
	"event" text NOT NULL,
	"reference" text,
	"fields" jsonb NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_body_hash_unique" UNIQUE("body_hash")
);
--> statement-breakpoint
CREATE TABLE "days_given_back" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "days_given_back_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan" text NOT NULL,
	"date" date NOT NULL,
	"days" integer NOT NULL,
	"reason" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"given_by" text NOT NULL,
	CONSTRAINT "days_given_back_once" UNIQUE("plan","date"),
	CONSTRAINT "days_given_back_plan" CHECK ("days_given_back"."plan" in ('basic', 'pro')),
	CONSTRAINT "days_given_back_days" CHECK ("days_given_back"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"user_id" text NOT NULL,
	"plan" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"days" smallint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_once" UNIQUE("user_id","plan","ends_at","days")
);
--> statement-breakpoint
ALTER TABLE "grants" DROP CONSTRAINT "grants_kind";--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "given_back_id" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_reference_payments_reference_fk" FOREIGN KEY ("reference") REFERENCES "public"."payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_reference_payments_reference_fk" FOREIGN KEY ("reference") REFERENCES "public"."payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reference_payments_reference_fk" FOREIGN KEY ("reference") REFERENCES "public"."payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open" ON "alarms" USING btree ("kind","reference") WHERE "alarms"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_reference" ON "alarms" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "disputes_reference" ON "disputes" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payment_events_reference" ON "payment_events" USING btree ("reference","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_current" ON "payments" USING btree ("user_id","plan") WHERE "payments"."current";--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at","reference");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","reference");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_asked" ON "refunds" USING btree ("reference") WHERE "refunds"."asked_by" is not null and "refunds"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_reference" ON "refunds" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_reference" ON "webhook_deliveries" USING btree ("reference","id");--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_payment_id_payments_reference_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_given_back_id_days_given_back_id_fk" FOREIGN KEY ("given_back_id") REFERENCES "public"."days_given_back"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_given_back" UNIQUE("given_back_id","user_id");--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_kind" CHECK ("grants"."kind" in ('payment', 'gift', 'given-back', 'demo'));