-- expand
CREATE TABLE "log_checkpoints" (
	"chain" text NOT NULL,
	"size" integer NOT NULL,
	"note" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "log_checkpoints_chain_size_pk" PRIMARY KEY("chain","size")
);
--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"chain" text NOT NULL,
	"size" integer NOT NULL,
	"witness" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "log_cosignatures_chain_size_witness_at_pk" PRIMARY KEY("chain","size","witness","at")
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"chain" text NOT NULL,
	"index" integer NOT NULL,
	"leaf" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"game_key" text,
	"draw_date" date,
	"prediction_id" bigint,
	"version" integer,
	CONSTRAINT "log_leaves_chain_index_pk" PRIMARY KEY("chain","index"),
	CONSTRAINT "log_leaves_index" CHECK ("log_leaves"."index" >= 0),
	CONSTRAINT "log_leaves_chain" CHECK ("log_leaves"."chain" in ('real', 'sample'))
);
--> statement-breakpoint
CREATE TABLE "log_texts" (
	"hash" text PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
ALTER TABLE "prediction_versions" ADD COLUMN "opening" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "log_origin" text;--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_version" ON "log_leaves" USING btree ("chain","kind","prediction_id","version") WHERE prediction_id is not null;--> statement-breakpoint
CREATE INDEX "log_leaves_draw" ON "log_leaves" USING btree ("chain","game_key","draw_date");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'payout-differs', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'disk-full', 'history-lost', 'log-forked', 'ledger', 'draw-late')) NOT VALID;--> statement-breakpoint
-- No role changes the log, not even the owner by accident. Texts can be erased.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "log_leaves" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "log_leaves" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "log_checkpoints" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
