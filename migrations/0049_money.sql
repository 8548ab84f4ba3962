-- expand
CREATE TABLE "reductions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reductions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"grant_id" bigint NOT NULL,
	"days" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "reductions_days" CHECK ("reductions"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"processed_kobo" bigint NOT NULL,
	"fees_kobo" bigint NOT NULL,
	"deducted_kobo" bigint NOT NULL,
	"paid_out_kobo" bigint NOT NULL,
	"compared_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan" text NOT NULL,
	"kobo" integer NOT NULL,
	"holds_from" date NOT NULL,
	"reason" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "prices_plan" CHECK ("prices"."plan" in ('basic', 'pro')),
	CONSTRAINT "prices_kobo" CHECK ("prices"."kobo" > 0)
);
--> statement-breakpoint
CREATE TABLE "voucher_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "voucher_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan" text NOT NULL,
	"vouchers" integer NOT NULL,
	"kobo" integer NOT NULL,
	"reason" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "voucher_batches_plan" CHECK ("voucher_batches"."plan" in ('basic', 'pro')),
	CONSTRAINT "voucher_batches_vouchers" CHECK ("voucher_batches"."vouchers" > 0)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"hash" text PRIMARY KEY NOT NULL,
	"batch_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text,
	"grant_id" bigint,
	CONSTRAINT "vouchers_use" CHECK (num_nonnulls("vouchers"."used_at", "vouchers"."used_by") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
ALTER TABLE "grants" DROP CONSTRAINT "grants_kind";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_kobo" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payout_id" text;--> statement-breakpoint
ALTER TABLE "reductions" ADD CONSTRAINT "reductions_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_batch_id_voucher_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."voucher_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reductions_grant" ON "reductions" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "payouts_day" ON "payouts" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "prices_once" ON "prices" USING btree ("plan","holds_from") WHERE "prices"."cancelled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_number" ON "vouchers" USING btree ("batch_id","number");--> statement-breakpoint
CREATE INDEX "vouchers_used" ON "vouchers" USING btree ("used_at");--> statement-breakpoint
-- Every earlier row meets the narrower constraints that these two replace, so no scan is needed.
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'payout-differs', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'disk-full', 'history-lost', 'ledger', 'draw-late')) NOT VALID;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_kind" CHECK ("grants"."kind" in ('payment', 'gift', 'given-back', 'demo', 'voucher')) NOT VALID;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "reductions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
