-- expand
CREATE TABLE "log_stamps" (
	"chain" text NOT NULL,
	"size" integer NOT NULL,
	"authority" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"token" "bytea" NOT NULL,
	CONSTRAINT "log_stamps_chain_size_authority_pk" PRIMARY KEY("chain","size","authority"),
	CONSTRAINT "log_stamps_chain" CHECK ("log_stamps"."chain" in ('real', 'sample'))
);
--> statement-breakpoint
CREATE TABLE "stamp_requests" (
	"authority" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
-- Every earlier row meets the narrower constraint that this replaces, so no scan is needed.
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'payout-differs', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'disk-full', 'history-lost', 'log-forked', 'stamps-failing', 'step-failing', 'push-failing', 'ledger', 'draw-late')) NOT VALID;--> statement-breakpoint
-- No role changes a stamp, not even the owner by accident.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "log_stamps" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
